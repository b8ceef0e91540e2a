#!/usr/bin/env node
// Plays whole games of `random` against `random` and prints the digest of FORMATS.md section 3:
// `node simulate.mjs --games N --seed S`.
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { ITEM_KINDS, PLANES, SEATS } from './board.mjs';
import { ChaCha20, SeededChance, sha256 } from './chance.mjs';
import { digest, openMatch, play, refusalOfUse, selectablePlanes } from './rules.mjs';

/** What a policy may choose from, in this order: roll, usable items (a missile once for each plane), or the planes. */
export function offeredActions(position) {
  if (position.phase.kind === 'select') {
    return selectablePlanes(position, position.turn, position.phase.dice).map((plane) => ({ do: 'select', plane }));
  }
  const offered = [{ do: 'roll' }];
  for (const item of ITEM_KINDS) {
    if (item !== 'missile') {
      if (!refusalOfUse(position, item)) offered.push({ do: 'use', item });
      continue;
    }
    for (let plane = 0; plane < PLANES; plane += 1) {
      if (!refusalOfUse(position, item, plane)) offered.push({ do: 'use', item, plane });
    }
  }
  return offered;
}

/** Plays game number i of seed S to its end and calls `watch` with each action. */
export function playGame(seed, i, watch = () => {}) {
  const chance = new SeededChance(sha256(`${seed}:${i}`));
  const policies = Object.fromEntries(
    SEATS.map((seat) => [seat, new ChaCha20(sha256(`flychess-policy/1:${seed}:${i}:${seat}`))]),
  );
  let { position } = openMatch(chance);
  while (position.phase.kind !== 'over') {
    const offered = offeredActions(position);
    const action = offered[policies[position.turn].uniform(offered.length)];
    watch(position, action);
    const result = play(position, action, chance);
    if (!result.ok) throw new Error(`an offered action was refused: ${result.error.code}`);
    position = result.position;
  }
  return position;
}

export function simulationDigest(games, seed) {
  const finals = Array.from({ length: games }, (_, i) => digest(playGame(seed, i)));
  return sha256(Buffer.concat(finals)).toString('hex');
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { values } = parseArgs({ options: { games: { type: 'string' }, seed: { type: 'string' } } });
  console.log(simulationDigest(Number(values.games), values.seed));
}
