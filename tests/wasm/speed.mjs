#!/usr/bin/env node
// How fast is the engine in WebAssembly? `node speed.mjs ENGINE MODULE`: plays the same random games in the native program
// and in the module, in turns so that both meet the same machine, and prints the best of each and their ratio.
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';

const GAMES = 4000;
const ROUNDS = 5;

const [engine, module] = process.argv.slice(2).map(path => resolve(path));
if (!module) {
  console.error('usage: node speed.mjs ENGINE MODULE');
  process.exit(2);
}
const wasm = createRequire(import.meta.url)(module);

function native() {
  const printed = execFileSync(engine, ['simulate', '--games', String(GAMES), '--seed', 'speed', '--json'], { encoding: 'utf8' });
  return JSON.parse(printed).games_per_second;
}

function inWasm() {
  const began = performance.now();
  const played = wasm.play(GAMES);
  return played / ((performance.now() - began) / 1000);
}

wasm.play(GAMES / 10); // compiled by the best compiler before it counts
const best = { native: 0, wasm: 0 };
for (let round = 0; round < ROUNDS; round += 1) {
  best.native = Math.max(best.native, native());
  best.wasm = Math.max(best.wasm, inWasm());
}
const rate = number => `${Math.round(number)} games a second`;
console.log(`native       ${rate(best.native)}`);
console.log(`WebAssembly  ${rate(best.wasm)}`);
console.log(`native : WebAssembly = ${(best.native / best.wasm).toFixed(2)} : 1`);

// How long the hard player thinks, where there is something to decide on.
const times = [];
for (let index = 0; index < 10; index += 1) {
  const game = new wasm.Decisions(index);
  for (;;) {
    const began = performance.now();
    const goesOn = game.decide();
    times.push(performance.now() - began);
    if (!goesOn) break;
    game.act();
  }
  game.free();
}
times.sort((a, b) => a - b);
const at = share => times[Math.min(times.length - 1, Math.floor(times.length * share))].toFixed(2);
console.log(`${times.length} decisions of the hard player in WebAssembly: median ${at(0.5)} ms, 99 % ${at(0.99)} ms, longest ${at(1)} ms`);
