#!/usr/bin/env node
// Is each level of the computer players as much better than the next as it should be? `node ladder.mjs ENGINE GAMES
// [SEED]`: plays so many games of each pair, half of them with the seats changed, and prints how many the stronger one won
// with a 95 % interval. Fails when the interval lies below the aim.
import { execFileSync } from "node:child_process";
import { availableParallelism } from "node:os";

const [engine, games = "4000", seed = "ladder"] = process.argv.slice(2);
if (!engine) {
  console.error("usage: node ladder.mjs ENGINE GAMES [SEED]");
  process.exit(2);
}

// [stronger, weaker, aim in per cent, further arguments when the weaker one is green, and when it is red]
const PAIRS = [
  ["easy", "random", 75],
  ["normal", "easy", 56],
  ["hard", "random", 85],
  ["hard", "easy", 65],
  ["hard", "normal", 56],
  ["normal", "normal", 51, "without items"],
];

function wins(stronger, weaker, side, half, withoutItems) {
  const [red, green] = side === "red" ? [stronger, weaker] : [weaker, stronger];
  const other = side === "red" ? "green" : "red";
  const args = ["simulate", "--json", "--games", String(half), "--seed", `${seed}:${side}`, "--red", red, "--green", green];
  args.push("--threads", String(availableParallelism()));
  if (withoutItems) args.push("--without-items", other);
  return JSON.parse(execFileSync(engine, args, { encoding: "utf8" })).wins[side].games;
}

// Wilson's score, which also holds for few games.
function interval(won, played) {
  const z = 1.959964;
  const share = won / played;
  const centre = share + (z * z) / (2 * played);
  const half = z * Math.sqrt((share * (1 - share)) / played + (z * z) / (4 * played * played));
  const whole = 1 + (z * z) / played;
  return [(centre - half) / whole, (centre + half) / whole];
}

let failed = 0;
for (const [stronger, weaker, aim, without] of PAIRS) {
  const half = Math.ceil(Number(games) / 2);
  const won = ["red", "green"].reduce((sum, side) => sum + wins(stronger, weaker, side, half, without), 0);
  const [low, high] = interval(won, 2 * half).map((share) => 100 * share);
  const holds = high >= aim;
  failed += holds ? 0 : 1;
  const pair = `${stronger} : ${weaker}${without ? ` ${without}` : ""}`;
  const share = ((100 * won) / (2 * half)).toFixed(1);
  console.log(`${holds ? "ok  " : "FAIL"} ${pair.padEnd(32)} ${share} % (95 %: ${low.toFixed(1)} to ${high.toFixed(1)}), aim ${aim} %`);
}
process.exit(failed === 0 ? 0 : 1);
