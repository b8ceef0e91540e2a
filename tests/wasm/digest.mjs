#!/usr/bin/env node
// Are games in WebAssembly the same games? `node digest.mjs ENGINE MODULE`: compares the digests of whole simulations of
// the native program with those of the module that wasm-bindgen made. Ends with "N passed, M failed".
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';

// [games, seed, digest, level]: the digest that FORMATS.md gives, where it gives one.
const SIMULATIONS = [
  [0, '1'],
  [10, '1', '14e87869cc5c39f1cb1fe73ad616fa5eb7fd5d436158296def00a8180e331c16'],
  [1000, '1', '3abbe663c0cce428979a8d7cddf28ead6557c6e1e64ae966680f89b294858569'],
  [100, ''],
  [100, '\u98de\u884c\u68cb'],
  [100, '1', undefined, 'easy'],
  [100, '1', undefined, 'normal'],
  [3, '1', undefined, 'hard'],
];

const [engine, module] = process.argv.slice(2).map(path => resolve(path));
if (!module) {
  console.error('usage: node digest.mjs ENGINE MODULE');
  process.exit(2);
}
const wasm = createRequire(import.meta.url)(module);

function native(games, seed, level) {
  const options = ['--games', String(games), '--seed', seed, '--red', level, '--green', level, '--json'];
  const printed = execFileSync(engine, ['simulate', ...options], { encoding: 'utf8' });
  return JSON.parse(printed).digest;
}

let passed = 0;
let failed = 0;

function compare(name, found, expected) {
  if (found === expected) {
    passed += 1;
  } else {
    failed += 1;
    console.log(`${name}: ${found}, expected ${expected}`);
  }
}

for (const [games, seed, told, level = 'random'] of SIMULATIONS) {
  const name = `${games} ${level} games of seed ${JSON.stringify(seed)}`;
  const inWasm = wasm.simulate_digest(games, seed, level);
  compare(`${name}, WebAssembly and native`, inWasm, native(games, seed, level));
  if (told) compare(`${name}, WebAssembly and the known digest`, inWasm, told);
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
