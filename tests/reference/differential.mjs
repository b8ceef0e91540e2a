#!/usr/bin/env node
// Runs random scenarios through these rules and through an engine, and compares what comes out:
//   node differential.mjs --engine PATH [--cases N] [--seed S] [--events] [--readings] [--coverage]
//
// PATH is asked as `PATH referee` (document on standard input) and `PATH simulate … --json`.
// --events compares events too; --readings adds the places on which the text is silent (see mutations.mjs);
// --coverage says how often each event came up. Case i depends on the seed and i alone. Ends with "N passed, M failed".
import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';
import { Choices, countEvents, legalScenario } from './generate.mjs';
import { canonicalJson, readJson } from './json.mjs';
import { shrink } from './shrink.mjs';
import { AT_THE_SIZE_LIMIT, ILLEGAL_POSITIONS, MALFORMED, READINGS } from './mutations.mjs';
import { canonicalPosition } from './position.mjs';
import { isNotUnderstood, referee } from './scenario.mjs';
import { simulationDigest } from './simulate.mjs';

const IN_FLIGHT = 2;
const SHOWN = 5;
const PATIENCE_MS = 20_000;
const SIMULATIONS = [['1', 10], ['duel', 25], ['', 5], ['\u98de\u884c\u68cb', 5]]; // [seed, games]

const { values: options } = parseArgs({
  options: {
    engine: { type: 'string' }, cases: { type: 'string', default: '2000' }, seed: { type: 'string', default: '1' },
    events: { type: 'boolean' }, readings: { type: 'boolean' }, coverage: { type: 'boolean' },
  },
});

// --- Cases -------------------------------------------------------------------------------------------------------

/** One in eight cases is a document that must be refused; the two catalogues come round in turn, every entry alike. */
/** Planes that meet one fate together are a set: the order in which an event lists them means nothing. */
function inNoOrder(event) {
  const sorted = planes => planes.toSorted((a, b) => canonicalJson(a) < canonicalJson(b) ? -1 : 1);
  const { victims, targets } = event;
  return { ...event, ...(victims && { victims: sorted(victims) }), ...(targets && { targets: sorted(targets) }) };
}

function caseNumber(i) {
  const choices = new Choices('differential', options.seed, i);
  if (i % 16 === 7) return mutated(ILLEGAL_POSITIONS, (i - 7) / 16, choices);
  if (i % 16 === 15) return mutated(MALFORMED, (i - 15) / 16, choices);
  return { name: 'scenario', text: JSON.stringify(legalScenario(choices)) };
}

function mutated(catalogue, i, choices) {
  return fixedCase(catalogue[i % catalogue.length], choices);
}

function fixedCase(entry, choices) {
  return { name: entry.name, text: entry.write(choices), understood: entry.understood ?? false };
}

function* allCases() {
  const count = Number(options.cases);
  for (let i = 0; i < count; i += 1) yield { ...caseNumber(i), id: `case ${i}` };
  // Whatever the number of cases, every entry of the catalogues is tried at least once.
  const once = [...ILLEGAL_POSITIONS, ...MALFORMED, ...AT_THE_SIZE_LIMIT, ...(options.readings ? READINGS : [])];
  for (const entry of once) yield { ...fixedCase(entry, new Choices('once', options.seed, entry.name)), id: 'catalogue' };
}

// --- What comes out ----------------------------------------------------------------------------------------------
//
// An outcome is a flat object of the fields that are compared, so that a difference can be named by its field.

function outcomeOf(status, result) {
  if (status !== 0) return { status };
  const outcome = {
    status, ok: result.ok, failed_action: result.failed_action ?? null, code: result.error?.code ?? null,
    position: canonicalJson(result.position ?? null), lists_of_events: result.events?.length,
  };
  if (options.events) outcome.events = canonicalJson([result.opening ?? null, result.events?.map(list => list.map(inNoOrder))]);
  return outcome;
}

const coverage = {};

function expected({ text, understood }, counting = false) {
  let result;
  try {
    result = referee(Buffer.from(text));
  } catch (error) {
    if (!isNotUnderstood(error)) throw error;
    if (understood) throw new Error(`this should be understood: ${error.message}`);
    return { status: 2 };
  }
  if (understood === false) throw new Error('this should not be understood');
  if (counting) countEvents([...result.events, result.opening ?? []], coverage);
  return outcomeOf(0, { ...result, position: canonicalPosition(result.position) });
}

function run(args, input) {
  return new Promise((resolve) => {
    const child = spawn(options.engine, args, { timeout: PATIENCE_MS });
    const out = [];
    const err = [];
    child.stdout.on('data', (chunk) => out.push(chunk));
    child.stderr.on('data', (chunk) => err.push(chunk));
    child.stdin.on('error', () => {}); // an engine may refuse before it has read all
    child.on('error', (error) => resolve({ status: `cannot run: ${error.code}`, out: '', err: '' }));
    child.on('close', (code, signal) => {
      resolve({ status: code ?? signal, out: Buffer.concat(out).toString(), err: Buffer.concat(err).toString() });
    });
    child.stdin.end(input);
  });
}

async function answered({ text }) {
  const { status, out, err } = await run(['referee'], text);
  if (status === 2) {
    const silent = out === '' && err.trim() !== '';
    return silent ? { status, err } : { status: '2, but something on standard output or nothing on standard error', err };
  }
  if (status !== 0) return { status, err };
  try {
    return outcomeOf(0, readJson(Buffer.from(out)));
  } catch (error) {
    return { status: `0, but the result is unreadable: ${error.message}`, err };
  }
}

/** The names of the fields that differ. */
function differences(want, got) {
  const fields = want.status === 0 && got.status === 0 ? Object.keys(want) : ['status'];
  return fields.filter((field) => want[field] !== got[field]);
}

// --- Reports -----------------------------------------------------------------------------------------------------

async function report(mismatch) {
  let { text } = mismatch;
  let { want, got } = mismatch;
  if (mismatch.name === 'scenario') {
    const stillDiffers = async (smaller) => {
      const smallerWant = expected({ text: smaller });
      const smallerGot = await answered({ text: smaller });
      if (differences(smallerWant, smallerGot).length === 0) return false;
      [text, want, got] = [smaller, smallerWant, smallerGot];
      return true;
    };
    await shrink(text, stillDiffers);
  }
  console.log(`\n--- ${mismatch.id}: ${mismatch.name}`);
  console.log(text.length > 4000 ? `(${text.length} characters)` : text.toString());
  if (got.err) console.log(`engine's standard error: ${got.err.trim().slice(0, 400)}`);
  for (const field of differences(want, got)) {
    console.log(`${field}\n  rules:  ${want[field]}\n  engine: ${got[field]}`);
    if (field === 'position') console.log(`  at: ${leafDifferences(JSON.parse(want.position), JSON.parse(got.position)).join('; ')}`);
  }
  if (want.status === 0) {
    const events = referee(Buffer.from(text)).events;
    events.forEach((list, i) => console.log(`events of action ${i} (rules): ${list.map(shortEvent).join(' ')}`));
  }
}

function shortEvent({ type, plane, to, at, kind, dice }) {
  const where = to ?? at;
  const details = [plane && `${plane.seat[0]}${plane.plane}`, dice, kind, where && `${where.at}${where.cell ?? ''}`];
  return `${type}(${details.filter((detail) => detail !== undefined).join(' ')})`;
}

function leafDifferences(want, got, path = '') {
  const isObject = (value) => value !== null && typeof value === 'object';
  if (!isObject(want) || !isObject(got)) {
    return want === got ? [] : [`${path.slice(1)} ${JSON.stringify(want)} / ${JSON.stringify(got)}`];
  }
  const keys = new Set([...Object.keys(want), ...Object.keys(got)]);
  return [...keys].flatMap((key) => leafDifferences(want[key], got[key], `${path}.${key}`));
}

// --- The run -----------------------------------------------------------------------------------------------------

async function main() {
  if (!options.engine) {
    console.error('which engine? --engine PATH');
    process.exitCode = 2;
    return;
  }
  let passed = 0;
  let taken = 0;
  const mismatches = [];
  const cases = allCases();
  const worker = async () => {
    for (const one of cases) { // the generator is shared: each worker takes the next case
      const order = taken;
      taken += 1;
      const want = expected(one, true);
      const got = await answered(one);
      if (differences(want, got).length === 0) passed += 1;
      else mismatches.push({ ...one, want, got, order });
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
  mismatches.sort((a, b) => a.order - b.order); // not in the order of the answers: equal seeds give equal reports
  for (const mismatch of mismatches.slice(0, SHOWN)) await report(mismatch);
  if (mismatches.length > SHOWN) {
    console.log(`\nfurther: ${mismatches.slice(SHOWN, SHOWN + 40).map(({ id, name }) => `${id} (${name})`).join(', ')}`);
  }

  let failed = mismatches.length;
  for (const [seed, games] of SIMULATIONS) {
    const want = simulationDigest(games, seed);
    const got = await engineDigest(seed, games);
    if (want === got) passed += 1;
    else {
      failed += 1;
      console.log(`\n--- simulate --games ${games} --seed ${JSON.stringify(seed)}\n  rules:  ${want}\n  engine: ${got}`);
    }
  }
  if (options.coverage) console.log(`\nevents: ${JSON.stringify(coverage, null, 1)}`);
  console.log(`${passed} passed, ${failed} failed`);
  if (failed > 0) process.exitCode = 1;
}

async function engineDigest(seed, games) {
  const args = ['simulate', '--games', String(games), '--seed', seed, '--red', 'random', '--green', 'random', '--json'];
  const { status, out, err } = await run(args, '');
  try {
    return JSON.parse(out).digest;
  } catch {
    return `exit status ${status}: ${err.trim() || out.slice(0, 200)}`;
  }
}

await main();
