// Reads a scenario document into a full position, its actions and its chance (FORMATS.md section 1).
//
// Throws DocumentError for what the "Exit status 2" paragraph lists, IllegalPosition for what its list refuses.
import { BadChance, ScriptedChance, SeededChance } from './chance.mjs';
import { JsonError, NotWhole, readJson } from './json.mjs';
import { IllegalPosition, WORDS, checkLegal, startPlayer, startPosition } from './position.mjs';
import { openMatch, play } from './rules.mjs';

export class DocumentError extends Error {}

const LARGEST_DOCUMENT = 16 * 1024 * 1024;

// --- Shapes: small readers that refuse by the field's name -------------------------------------------------------

function bad(field, why) {
  throw new DocumentError(`${field}: ${why}`);
}

/** An object with all of `required` and none outside `required` and `optional`. */
export function record(value, field, required, optional = []) {
  if (value === null || typeof value !== 'object' || Array.isArray(value) || value instanceof NotWhole) {
    bad(field, 'is an object');
  }
  for (const key of Object.keys(value)) {
    if (!required.includes(key) && !optional.includes(key)) bad(`${field}.${key}`, 'is an unknown field');
  }
  for (const key of required) if (!(key in value)) bad(`${field}.${key}`, 'is missing');
  return value;
}

export function list(value, field, readOne) {
  if (!Array.isArray(value)) bad(field, 'is a list');
  return value.map((one, index) => readOne(one, `${field}[${index}]`));
}

export function whole(value, field) {
  if (typeof value !== 'number') bad(field, 'is a whole number');
  return value;
}

export function word(value, field, words) {
  if (typeof value !== 'string') bad(field, 'is a word');
  if (!words.includes(value)) bad(field, `${JSON.stringify(value)} is an unknown word`);
  return value;
}

export function text(value, field, pattern = /^/) {
  if (typeof value !== 'string') bad(field, 'is a string');
  if (!pattern.test(value)) bad(field, 'has another form');
  return value;
}

const orNull = (value, read) => (value === null ? null : read(value));
const ifGiven = (object, key, read, otherwise) => (key in object ? read(object[key]) : otherwise);

// --- Positions ---------------------------------------------------------------------------------------------------

function readPosition(value) {
  const start = startPosition();
  const given = record(value, 'position', [], Object.keys(start));
  const position = {
    round: ifGiven(given, 'round', (v) => whole(v, 'round'), start.round),
    turn: ifGiven(given, 'turn', (v) => word(v, 'turn', WORDS.seat), start.turn),
    phase: ifGiven(given, 'phase', readPhase, start.phase),
    armed: ifGiven(given, 'armed', (v) => orNull(v, () => word(v, 'armed', WORDS.item)), null),
    used: ifGiven(given, 'used', (v) => list(v, 'used', (item, field) => word(item, field, WORDS.item)), []),
    players: ifGiven(given, 'players', readPlayers, start.players),
    weather: ifGiven(given, 'weather', (v) => readMarks(v, 'weather', WORDS.weather), []),
    items: ifGiven(given, 'items', (v) => readMarks(v, 'items', WORDS.item), []),
  };
  checkLegal(position);
  return position;
}

function readPhase(value) {
  if (value === null || typeof value !== 'object' || !('kind' in value)) bad('phase.kind', 'is missing');
  const kind = word(value.kind, 'phase.kind', WORDS.phase);
  if (kind === 'roll') {
    record(value, 'phase', ['kind']);
    return { kind };
  }
  if (kind === 'select') {
    record(value, 'phase', ['kind', 'dice', 'source']);
    return { kind, dice: list(value.dice, 'phase.dice', whole), source: word(value.source, 'phase.source', WORDS.source) };
  }
  record(value, 'phase', ['kind', 'winner', 'reason']);
  return {
    kind,
    winner: word(value.winner, 'phase.winner', WORDS.seat),
    reason: word(value.reason, 'phase.reason', WORDS.reason),
  };
}

function readPlayers(value) {
  const given = record(value, 'players', [], WORDS.seat);
  return Object.fromEntries(WORDS.seat.map((seat) => [seat, ifGiven(given, seat, (v) => readPlayer(v, seat), startPlayer())]));
}

function readPlayer(value, seat) {
  const start = startPlayer();
  const field = `players.${seat}`;
  const given = record(value, field, [], Object.keys(start));
  return {
    planes: ifGiven(given, 'planes', (v) => list(v, `${field}.planes`, readPlane), start.planes),
    items: ifGiven(given, 'items', (v) => readStock(v, `${field}.items`), {}),
    radar: ifGiven(given, 'radar', (v) => whole(v, `${field}.radar`), 0),
    timeouts: ifGiven(given, 'timeouts', (v) => whole(v, `${field}.timeouts`), 0),
    perched: ifGiven(given, 'perched', (v) => orNull(v, () => whole(v, `${field}.perched`)), null),
  };
}

function readPlane(value, field) {
  const given = record(value, field, ['at'], ['cell', 'effect']);
  const plane = { at: word(given.at, `${field}.at`, WORDS.place) };
  if ('cell' in given) plane.cell = whole(given.cell, `${field}.cell`);
  if ('effect' in given) {
    const effect = record(given.effect, `${field}.effect`, ['kind', 'turns']);
    plane.effect = {
      kind: word(effect.kind, `${field}.effect.kind`, WORDS.weather),
      turns: whole(effect.turns, `${field}.effect.turns`),
    };
  }
  return plane;
}

function readStock(value, field) {
  const given = record(value, field, [], WORDS.item);
  return Object.fromEntries(Object.keys(given).map((item) => [item, whole(given[item], `${field}.${item}`)]));
}

function readMarks(value, name, kinds) {
  return list(value, name, (mark, field) => {
    const given = record(mark, field, ['kind', 'cell']);
    return { kind: word(given.kind, `${field}.kind`, kinds), cell: whole(given.cell, `${field}.cell`) };
  });
}

// --- Actions and chance ------------------------------------------------------------------------------------------

/** What each action needs and may have beside `do`; `shared` are the fields of the surrounding format (seat, t). */
export function readAction(value, field, shared = { required: [], optional: ['seat'] }) {
  if (value === null || typeof value !== 'object' || !('do' in value)) bad(`${field}.do`, 'is missing');
  const kind = word(value.do, `${field}.do`, WORDS.action);
  const needs = { roll: [], select: ['plane'], use: ['item'], timeout: [], resign: ['seat'] }[kind];
  // A plane means something only where a missile is used, so only there it is a known field.
  const missile = kind === 'use' && value.item === 'missile' ? ['plane'] : [];
  record(value, field, ['do', ...needs, ...missile, ...shared.required], shared.optional);
  const action = { do: kind };
  if ('seat' in value) action.seat = word(value.seat, `${field}.seat`, WORDS.seat);
  if ('item' in value) action.item = word(value.item, `${field}.item`, WORDS.item);
  if ('plane' in value) {
    action.plane = whole(value.plane, `${field}.plane`);
    if (action.plane < 0 || action.plane > 255) bad(`${field}.plane`, 'is 0 to 255');
  }
  return action;
}

/** An outcome of the right shape; whether it serves is asked when the game draws it (`bad_chance`). */
function readOutcome(value, field) {
  record(value, field, [], ['dice', 'tornado', 'weather', 'items']);
  const keys = Object.keys(value);
  if (keys.length !== 1) bad(field, 'is one outcome');
  switch (keys[0]) {
    case 'dice': return { dice: list(value.dice, `${field}.dice`, whole) };
    case 'tornado': return { tornado: whole(value.tornado, `${field}.tornado`) };
    case 'weather': return { weather: readMarks(value.weather, `${field}.weather`, WORDS.weather) };
    default: return { items: readMarks(value.items, `${field}.items`, WORDS.item) };
  }
}

function readChance(given) {
  if ('seed' in given && 'chance' in given) bad('seed', 'and chance are both given');
  if ('seed' in given) {
    const seed = text(given.seed, 'seed', /^[0-9a-fA-F]{64}$/);
    return () => new SeededChance(Buffer.from(seed, 'hex'));
  }
  const outcomes = ifGiven(given, 'chance', (v) => list(v, 'chance', readOutcome), []);
  return () => new ScriptedChance(outcomes);
}

/** {position (a position, or the word "start"), actions, chance}. */
export function readScenario(bytes) {
  if (bytes.length > LARGEST_DOCUMENT) throw new DocumentError('the document is over 16 MiB');
  const given = record(readJson(bytes), 'scenario', ['actions'], ['ruleset', 'position', 'seed', 'chance']);
  ifGiven(given, 'ruleset', (v) => word(v, 'ruleset', ['duel']));
  const startChance = readChance(given);
  const actions = list(given.actions, 'actions', (action, field) => readAction(action, field));
  const position = ifGiven(given, 'position', (v) => (typeof v === 'string' ? word(v, 'position', ['start']) : readPosition(v)), startPosition());
  return { position, actions, startChance };
}

/** True for every error that makes a document not understood (exit status 2). */
export function isNotUnderstood(error) {
  return error instanceof DocumentError || error instanceof IllegalPosition || error instanceof JsonError;
}

// --- The referee -------------------------------------------------------------------------------------------------

/** The result object for a document; throws where the document is not understood. */
export function referee(bytes) {
  const { position: first, actions, startChance } = readScenario(bytes);
  const chance = startChance();
  let position = first;
  let opening;
  if (first === 'start') {
    try {
      const opened = openMatch(chance);
      position = opened.position;
      opening = opened.events;
    } catch (error) {
      if (!(error instanceof BadChance)) throw error;
      // The position before the failed action −1 is the start value.
      return { ok: false, failed_action: -1, error: { code: 'bad_chance', message: error.message }, opening: [], events: [], position: startPosition() };
    }
  }
  return playAll(position, actions, chance, opening);
}

function playAll(first, actions, chance, opening) {
  const extra = opening === undefined ? {} : { opening };
  const events = [];
  let result = { position: first };
  for (const [index, action] of actions.entries()) {
    result = play(result.position, action, chance);
    if (!result.ok) {
      return { ok: false, failed_action: index, error: result.error, events, position: result.position, ...extra };
    }
    events.push(result.events);
  }
  return { ok: true, events, position: result.position, ...extra };
}
