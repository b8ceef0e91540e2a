#!/usr/bin/env node
// Checks match records (FORMATS.md section 4): `node verify.mjs FILE…`, one line a file.
// Exit status 0: all hold; 1: at least one does not; 2: one could not be read or is no record of a known version.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { SEATS } from './board.mjs';
import { SeededChance, sha256 } from './chance.mjs';
import { canonicalJson, readJson } from './json.mjs';
import { digest, openMatch, play } from './rules.mjs';
import { DocumentError, isNotUnderstood, list, readAction, record, text, whole, word } from './scenario.mjs';

const LARGEST_RECORD = 4 * 1024 * 1024;
const FORMAT = 'flychess-record/1';
const HEX = /^[0-9a-f]{64}$/;
const ZEROS = '0'.repeat(64);

/** Not a record of a known version, or not readable at all. */
export class Unreadable extends Error {}

/** A check that fails; `check` is its name in the order of section 4. */
export class CheckFailed extends Error {
  constructor(check, why) {
    super(`${check}: ${why}`);
    this.check = check;
  }
}

export function matchSeed(id, serverSeed, clientSeeds) {
  const bytes = [serverSeed, ...clientSeeds].map((hex) => Buffer.from(hex, 'hex'));
  return sha256(`flychess/1:${id}:`, ...bytes);
}

/** Throws Unreadable or the first CheckFailed. */
export function verify(bytes) {
  const given = readKnownFormat(bytes);
  checkForm(given);
  checkDigest(given);
  checkCommitments(given);
  const chance = new SeededChance(matchSeed(given.match, given.fairness.server_seed, given.fairness.client_seeds));
  const opened = openMatch(chance);
  if (opened.firstInQueue !== given.fairness.first_in_queue) throw new CheckFailed('seats', 'the seat draw says otherwise');
  const final = replay(given, opened.position, chance);
  checkResult(given, final);
  if (digest(final).toString('hex') !== given.final) throw new CheckFailed('final', 'another final position');
}

function readKnownFormat(bytes) {
  if (bytes.length > LARGEST_RECORD) throw new Unreadable('over 4 MiB');
  let value;
  try {
    value = readJson(bytes);
  } catch (error) {
    // A doubled field is found while reading, before the format is known.
    throw new Unreadable(error.message);
  }
  if (value?.format !== FORMAT) throw new Unreadable('no record of a known version');
  return value;
}

function checkForm(given) {
  try {
    readForm(given);
  } catch (error) {
    if (error instanceof DocumentError) throw new CheckFailed('form', error.message);
    throw error;
  }
}

function readForm(given) {
  record(given, 'record', [
    'format', 'ruleset', 'match', 'started', 'players', 'fairness', 'actions', 'clock_ms', 'result', 'final', 'digest',
  ]);
  word(given.ruleset, 'ruleset', ['duel']);
  text(given.match, 'match', /^[a-z0-9]+$/);
  text(given.started, 'started', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
  record(given.players, 'players', SEATS);
  for (const seat of SEATS) {
    const player = record(given.players[seat], `players.${seat}`, ['name', 'kind']);
    text(player.name, `players.${seat}.name`);
    word(player.kind, `players.${seat}.kind`, ['account', 'guest', 'computer', 'local']);
  }
  readFairness(given.fairness);
  list(given.actions, 'actions', (value, field) => {
    readAction(value, field, { required: ['t', 'seat'], optional: ['seat'] });
    if (whole(value.t, `${field}.t`) < 0) throw new DocumentError(`${field}.t: is negative`);
  });
  if (whole(given.clock_ms, 'clock_ms') < 0) throw new DocumentError('clock_ms: is negative');
  record(given.result, 'result', ['winner', 'reason']);
  word(given.result.winner, 'result.winner', SEATS);
  word(given.result.reason, 'result.reason', ['home', 'resign', 'timeouts']);
  text(given.final, 'final', HEX);
  text(given.digest, 'digest', HEX);
}

function readFairness(given) {
  const pairs = ['client_commitments', 'client_seeds', 'absent'];
  record(given, 'fairness', ['server_commitment', 'server_seed', ...pairs, 'first_in_queue']);
  text(given.server_commitment, 'server_commitment', HEX);
  text(given.server_seed, 'server_seed', HEX);
  list(given.client_commitments, 'client_commitments', (hex, field) => text(hex, field, HEX));
  list(given.client_seeds, 'client_seeds', (hex, field) => text(hex, field, HEX));
  list(given.absent, 'absent', (flag, field) => {
    if (typeof flag !== 'boolean') throw new DocumentError(`${field}: is true or false`);
  });
  for (const pair of pairs) if (given[pair].length !== 2) throw new DocumentError(`${pair}: are two`);
  word(given.first_in_queue, 'first_in_queue', SEATS);
}

function checkDigest(given) {
  const { digest: told, ...rest } = given;
  if (sha256(canonicalJson(rest)).toString('hex') !== told) throw new CheckFailed('digest', 'the record was changed');
}

function checkCommitments({ fairness, players }) {
  const opens = (commitment, seed) => sha256(Buffer.from(seed, 'hex')).toString('hex') === commitment;
  if (!opens(fairness.server_commitment, fairness.server_seed)) throw new CheckFailed('commitments', "the server's");
  for (const i of [0, 1]) {
    const seed = fairness.client_seeds[i];
    const holds = fairness.absent[i] ? seed === ZEROS : opens(fairness.client_commitments[i], seed);
    if (!holds) throw new CheckFailed('commitments', `of ${i === 0 ? 'the first' : 'the second'} in the queue`);
  }
  // Both absent: no match comes about, except between two at one screen.
  const local = SEATS.every((seat) => players[seat].kind === 'local');
  if (fairness.absent.every(Boolean) && !local) throw new CheckFailed('commitments', 'both absent');
}

function replay(given, first, chance) {
  let position = first;
  let last = 0;
  let phaseBegan = 0; // t = 0 is the beginning of the first roll phase
  given.actions.forEach(({ t, ...action }, index) => {
    const fail = (why) => { throw new CheckFailed(`action ${index}`, why); };
    if (t < last) fail('its time falls');
    if (action.do === 'timeout' && t - phaseBegan < given.clock_ms) fail('a timeout too early');
    const result = play(position, action, chance);
    if (!result.ok) fail(result.error.code);
    position = result.position;
    last = t;
    if (action.do !== 'use') phaseBegan = t; // using an item does not reset the clock; each new phase does
  });
  return position;
}

function checkResult({ result }, { phase }) {
  if (phase.kind !== 'over') throw new CheckFailed('result', 'the match is not over');
  if (phase.winner !== result.winner || phase.reason !== result.reason) {
    throw new CheckFailed('result', `${phase.winner} wins by ${phase.reason}`);
  }
}

function verifyFile(file) {
  try {
    verify(readFileSync(file));
    console.log(`${file}: all hold`);
    return 0;
  } catch (error) {
    if (error instanceof CheckFailed) {
      console.log(`${file}: ${error.message}`);
      return 1;
    }
    if (!(error instanceof Unreadable) && !isNotUnderstood(error) && error.code === undefined) throw error;
    console.log(`${file}: unreadable: ${error.message}`);
    return 2;
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.exitCode = Math.max(...process.argv.slice(2).map(verifyFile), process.argv.length > 2 ? 0 : 2);
}
