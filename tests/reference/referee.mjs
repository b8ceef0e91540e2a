#!/usr/bin/env node
// Applies one scenario and prints its result: `node referee.mjs [FILE]`, standard input without a file.
// Exit status 0 when the document was understood, 2 when not (then nothing is on standard output).
import { readFileSync } from 'node:fs';
import { canonicalJson } from './json.mjs';
import { canonicalPosition } from './position.mjs';
import { isNotUnderstood, referee } from './scenario.mjs';

try {
  const result = referee(readFileSync(process.argv[2] ?? 0));
  result.position = canonicalPosition(result.position);
  process.stdout.write(`${canonicalJson(result)}\n`);
} catch (error) {
  if (!isNotUnderstood(error) && error.code === undefined) throw error; // a fault here, not in the document
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
