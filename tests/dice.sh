#!/usr/bin/env bash
# Do the dice fall evenly? `dice.sh ENGINE GAMES SEED`: plays so many games and fails when the chi-square of all their
# dice is one that fair dice have less than once in a million times (5 degrees of freedom: above 35.89).
set -euo pipefail
"$1" simulate --games "$2" --seed "$3" --threads 2 --json | node -e '
  const { faces, chi_square: found } = JSON.parse(require("fs").readFileSync(0)).dice;
  const rolls = faces.reduce((sum, count) => sum + count, 0);
  console.log(`${rolls} dice: ${faces.join(" ")}; chi-square ${found.toFixed(2)}`);
  process.exit(rolls > 1e7 && found < 35.89 ? 0 : 1);
'
