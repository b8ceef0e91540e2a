#!/usr/bin/env node
// These rules behind the two commands that the differential test asks of an engine, to try the test on itself:
//   node differential.mjs --engine ./as-engine.mjs --cases 200
import { parseArgs } from 'node:util';
import { simulationDigest } from './simulate.mjs';

const [command, ...rest] = process.argv.slice(2);
if (command === 'simulate') {
  const named = Object.fromEntries(['games', 'seed', 'red', 'green'].map((name) => [name, { type: 'string' }]));
  const { values } = parseArgs({ args: rest, options: { ...named, json: { type: 'boolean' } } });
  console.log(JSON.stringify({ digest: simulationDigest(Number(values.games), values.seed) }));
} else {
  process.argv.splice(2, 1); // the command's word; the rest is the referee's
  await import('./referee.mjs');
}
