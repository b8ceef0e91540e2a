#!/usr/bin/env node
// Tries these rules on what the specification gives: its vectors, a folder of scenarios, and laws that every position
// keeps. `node selftest.mjs [FOLDER OF SCENARIOS]`; ends with "N passed, M failed".
import { strict as assert } from 'node:assert';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { RING, cellAt, isJumpCell, progress } from './board.mjs';
import { ChaCha20, SeededChance, sha256 } from './chance.mjs';
import { Choices, legalScenario } from './generate.mjs';
import { canonicalJson, readJson } from './json.mjs';
import { AT_THE_SIZE_LIMIT, ILLEGAL_POSITIONS, MALFORMED, READINGS } from './mutations.mjs';
import { canonicalText, checkLegal, digest, openMatch, play, selectablePlanes, startPosition } from './rules.mjs';
import { isNotUnderstood, referee } from './scenario.mjs';
import { playGame, simulationDigest } from './simulate.mjs';
import { CheckFailed, Unreadable, matchSeed, verify } from './verify.mjs';

let passed = 0;
let failed = 0;

function test(name, body) {
  try {
    body();
    passed += 1;
  } catch (error) {
    failed += 1;
    console.log(`${name}: ${error.message}`);
  }
}

const refereeOf = (document) => referee(Buffer.from(typeof document === 'string' ? document : JSON.stringify(document)));
const hex = (bytes) => bytes.toString('hex');

// --- Vectors -----------------------------------------------------------------------------------------------------

test('ChaCha20, RFC 8439 test vectors 1 and 2 of appendix A.1', () => {
  const stream = new ChaCha20(Buffer.alloc(32));
  const words = Array.from({ length: 32 }, () => stream.nextWord());
  const bytes = Buffer.alloc(64 * 2);
  words.forEach((word, i) => bytes.writeUInt32LE(word, 4 * i));
  assert.equal(hex(bytes.subarray(0, 16)), '76b8e0ada0f13d90405d6ae55386bd28');
  assert.equal(hex(bytes.subarray(64, 80)), '9f07e7be5551387a98ba977c732d080d');
});

test('the start value', () => {
  assert.equal(hex(digest(startPosition())), 'ec86904abbb74f5783c464a89dba0dde46516fce4ae4962ae47a1f0babd7bd43');
  assert.equal(hex(digest(refereeOf({ actions: [] }).position)), hex(digest(startPosition())));
});

test('"start" with a seed of zeros', () => {
  const { position } = refereeOf({ position: 'start', seed: '0'.repeat(64), actions: [] });
  assert.deepEqual(position.items, [{ kind: 'power_unit', cell: 3 }, { kind: 'radar', cell: 37 }]);
  assert.equal(hex(digest(position)), '3b34596ad6fd4b99c60e051640ed50071957f1a52572b93cd34efb7b693ff5a7');
  const { events } = refereeOf({ position: 'start', seed: '0'.repeat(64), actions: [{ do: 'roll' }] });
  assert.deepEqual(events[0][0].dice, [3]);
});

test('match seeds', () => {
  assert.equal(hex(sha256('1:0')), 'a6685f3b62d57bfc4935263140bae87fcd48088975c238c1c8455fa2c716659d');
  const seed = matchSeed('k3v9', '01'.repeat(32), ['02'.repeat(32), '03'.repeat(32)]);
  assert.equal(hex(seed), 'c46a558104617920aefba4f6eb51758822ff412638ad28f6975c0c84c6c2b478');
});

test('ten games of random against random', () => {
  assert.equal(simulationDigest(10, '1'), '14e87869cc5c39f1cb1fe73ad616fa5eb7fd5d436158296def00a8180e331c16');
});

test('the board table', () => {
  const jumps = { red: [], green: [] };
  for (const seat of ['red', 'green']) {
    RING.forEach((_, cell) => {
      assert.equal(cellAt(seat, progress(seat, cell)), cell);
      if (isJumpCell(progress(seat, cell))) jumps[seat].push(cell);
    });
  }
  assert.deepEqual(jumps.red, [1, 5, 9, 13, 21, 25, 29, 33, 37, 41, 45]);
  assert.deepEqual([cellAt('green', 18), cellAt('green', 30), cellAt('green', 50)], [43, 3, 23]);
  // Neighbours touch by side, or across one of the four white corners.
  const corners = RING.filter(([x, y], cell) => {
    const [nx, ny] = RING[(cell + 1) % RING.length];
    return Math.abs(nx - x) + Math.abs(ny - y) !== 1;
  });
  assert.equal(corners.length, 4);
});

// --- Scenarios ---------------------------------------------------------------------------------------------------

function runScenario(file) {
  const { scenario, expect } = JSON.parse(readFileSync(file));
  const result = refereeOf(scenario);
  assert.equal(result.ok, expect.ok);
  assert.equal(result.failed_action, expect.failed_action);
  assert.equal(result.error?.code, expect.code);
  assert.equal(canonicalText(result.position), canonicalJson(expect.position));
}

const folder = process.argv[2];
if (folder) {
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.json')).sort()) {
    test(`scenario ${file}`, () => runScenario(join(folder, file)));
  }
}

// --- Laws, over generated scenarios ------------------------------------------------------------------------------

test('what is generated is understood, and play leads to legal positions only', () => {
  for (let i = 0; i < 1500; i += 1) {
    const text = JSON.stringify(legalScenario(new Choices('selftest', i)));
    const { position } = refereeOf(text);
    // One step past the last legal round is open (see READINGS); all else must be legal again, and a fixed point.
    if (position.round > 1_000_000) continue;
    checkLegal(position);
    assert.equal(canonicalText(refereeOf({ position, actions: [] }).position), canonicalText(position), text);
  }
});

test('a refused action changes nothing', () => {
  const before = startPosition();
  const result = play(before, { do: 'select', plane: 0 }, new SeededChance(Buffer.alloc(32)));
  assert.equal(result.error.code, 'wrong_phase');
  assert.equal(canonicalText(result.position), canonicalText(startPosition()));
});

function isUnderstood(text) {
  try {
    refereeOf(text);
    return true;
  } catch (error) {
    if (!isNotUnderstood(error)) throw error;
    return error.message;
  }
}

for (const [index, entry] of [...ILLEGAL_POSITIONS, ...MALFORMED, ...AT_THE_SIZE_LIMIT, ...READINGS].entries()) {
  test(`document: ${entry.name}`, () => {
    for (let i = 0; i < (index < ILLEGAL_POSITIONS.length ? 10 : 1); i += 1) {
      const answer = isUnderstood(entry.write(new Choices('mutation', entry.name, i)));
      assert.equal(answer === true, entry.understood ?? false);
      // An illegal position is refused for its own point, not for one that the generator broke by the way.
      const point = typeof answer === 'string' && /\(point (\d)/.exec(answer)?.[1];
      if (point) assert.equal(point, entry.name[0], answer);
    }
  });
}

test('backwards from 52 a plane stops on 51', () => {
  const at = (cell) => ({ at: 'ring', cell });
  const hangar = { at: 'hangar' };
  const { position } = refereeOf({
    position: { round: 3, players: { red: { planes: [at(51), hangar, hangar, hangar] }, green: { planes: [at(0), at(0), hangar, hangar] } } },
    chance: [{ dice: [5] }], actions: [{ do: 'roll' }, { do: 'select', plane: 0 }],
  });
  assert.deepEqual(position.players.red.planes[0], at(50));
});

// --- Records -----------------------------------------------------------------------------------------------------

/** A finished match by the random policies, as a record. */
function soundRecord() {
  const serverSeed = '01'.repeat(32);
  const clientSeeds = ['02'.repeat(32), '03'.repeat(32)];
  const opens = (seed) => hex(sha256(Buffer.from(seed, 'hex')));
  const chance = new SeededChance(matchSeed('k3v9', serverSeed, clientSeeds));
  const opened = openMatch(chance);
  const { actions, final } = shortMatch(opened.position, chance);
  return signed({
    format: 'flychess-record/1', ruleset: 'duel', match: 'k3v9', started: '2026-11-30T20:41:00Z',
    players: { red: { name: 'A', kind: 'account' }, green: { name: 'GUEST-1', kind: 'guest' } },
    fairness: {
      server_commitment: opens(serverSeed), server_seed: serverSeed, client_commitments: clientSeeds.map(opens),
      client_seeds: clientSeeds, absent: [false, false], first_in_queue: opened.firstInQueue,
    },
    actions, clock_ms: 60_000, result: { winner: final.phase.winner, reason: final.phase.reason }, final: hex(digest(final)),
  });
}

/** Rolls and first planes, a timeout that is just late enough, and a resignation. */
function shortMatch(first, chance) {
  const actions = [];
  let position = first;
  let t = 0;
  const act = (action, after) => {
    t += after;
    actions.push({ t, seat: position.turn, ...action });
    position = play(position, action, chance).position;
  };
  for (let i = 0; i < 30; i += 1) {
    if (position.phase.kind === 'roll') act({ do: 'roll' }, 1000);
    else act({ do: 'select', plane: selectablePlanes(position, position.turn, position.phase.dice)[0] }, 500);
  }
  act({ do: 'timeout' }, 60_000);
  act({ do: 'resign', seat: position.turn }, 5);
  return { actions, final: position };
}

function signed(record) {
  const { digest: old, ...rest } = record;
  return { ...rest, digest: hex(sha256(canonicalJson(rest))) };
}

function verdict(bytes) {
  try {
    verify(bytes);
    return 'all hold';
  } catch (error) {
    if (error instanceof CheckFailed) return error.check;
    if (error instanceof Unreadable) return 'unreadable';
    throw error;
  }
}

const changes = {
  'all hold': [() => {}],
  form: [(r) => { r.note = 1; }, (r) => { delete r.clock_ms; }, (r) => { r.fairness.absent.pop(); }, (r) => { delete r.actions[0].seat; }],
  commitments: [
    (r) => { r.fairness.server_seed = '04'.repeat(32); }, (r) => { r.fairness.client_seeds[1] = '04'.repeat(32); },
    (r) => { r.fairness.absent[0] = true; },
    (r) => { r.fairness.absent = [true, true]; r.fairness.client_seeds = ['0'.repeat(64), '0'.repeat(64)]; },
  ],
  seats: [(r) => { r.fairness.first_in_queue = r.fairness.first_in_queue === 'red' ? 'green' : 'red'; }],
  'action 3': [(r) => { r.actions[3].t = r.actions[2].t - 1; }, (r) => { r.actions[3].seat = r.actions[3].seat === 'red' ? 'green' : 'red'; }],
  'action 30': [(r) => { r.actions[30].t -= 1; r.actions[31].t -= 1; }],
  'action 32': [(r) => { r.actions.push({ t: 9e6, seat: 'red', do: 'roll' }); }],
  result: [(r) => { r.actions.pop(); }, (r) => { r.result.reason = 'timeouts'; }],
  final: [(r) => { r.final = '0'.repeat(64); }],
  unreadable: [(r) => { r.format = 'flychess-record/2'; }],
};
for (const [want, list] of Object.entries(changes)) {
  list.forEach((change, i) => test(`record: ${want}, change ${i}`, () => {
    const record = soundRecord();
    change(record);
    assert.equal(verdict(Buffer.from(JSON.stringify(signed(record)))), want);
  }));
}
test('record: digest', () => {
  const record = soundRecord();
  record.players.red.name = 'B';
  assert.equal(verdict(Buffer.from(JSON.stringify(record))), 'digest');
  assert.equal(verdict(Buffer.from(JSON.stringify(record).replace('"clock_ms"', '"clock_ms":60000,"clock_ms"'))), 'unreadable');
});

test('the strict reader agrees with JSON.parse on what both take', () => {
  const text = '{"a":[1,-2,0,true,false,null,"\\u0041\\n\\ud83d\\ude00"],"__proto__":{"b":{}},"":[[],{}]}';
  assert.equal(canonicalJson(readJson(Buffer.from(text))), canonicalJson(JSON.parse(text)));
});

test('games end in legal positions', () => {
  for (let i = 0; i < 5; i += 1) checkLegal(playGame('laws', i));
});

console.log(`${passed} passed, ${failed} failed`);
if (failed > 0) process.exitCode = 1;
