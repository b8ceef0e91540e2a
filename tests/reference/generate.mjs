// Draws random legal positions, action sequences and chance for the differential test.
//
// Everything that the list of legal positions allows may come, but things are drawn close together (planes, fortresses,
// weather and items around one hot spot), because rules meet only where things stand close together.
import {
  DICE_ITEMS, EFFECT_TURNS, ITEM_KINDS, PLANES, RING, SEATS, WEATHER_KINDS, cellAt, otherSeat,
} from './board.mjs';
import { ChaCha20, SeededChance, sha256 } from './chance.mjs';
import { IllegalPosition, canonicalPosition, checkLegal, startPosition } from './position.mjs';
import { openMatch, play } from './rules.mjs';
import { referee } from './scenario.mjs';
import { offeredActions } from './simulate.mjs';

/** A repeatable source of the generator's own choices. */
export class Choices {
  constructor(...name) {
    this.stream = new ChaCha20(sha256(name.join('/')));
  }

  upTo(n) { // 0 to n − 1
    return this.stream.uniform(n);
  }

  between(low, high) {
    return low + this.upTo(high - low + 1);
  }

  percent(p) {
    return this.upTo(100) < p;
  }

  pick(list) {
    return list[this.upTo(list.length)];
  }

  /** `count` different ones of the list. */
  some(list, count) {
    const left = [...list];
    return Array.from({ length: Math.min(count, left.length) }, () => left.splice(this.upTo(left.length), 1)[0]);
  }
}

// --- Positions ---------------------------------------------------------------------------------------------------

// Own progresses near which rules meet: first cell and the cells behind it, flight entry and what jumps onto it,
// flight exit, home entry.
const HOT_PROGRESS = [1, 2, 12, 14, 16, 18, 18, 28, 30, 30, 46, 48, 50, 50, 51, 52];
const FAMOUS_ROUNDS = [1, 1, 2, 4, 5, 7, 7, 7, 8, 13, 14, 28, 28, 49, 70, 999_997, 999_998, 999_999];

/** A random legal position, in canonical form; `kind` asks for a phase. */
export function legalPosition(choices, kind = anyPhase(choices)) {
  for (;;) {
    const position = anyPosition(choices);
    setPhase(choices, position, kind);
    try {
      checkLegal(position);
      return canonicalPosition(position);
    } catch (error) {
      if (!(error instanceof IllegalPosition)) throw error; // e.g. no plane selectable: draw anew
    }
  }
}

function anyPhase(choices) {
  if (choices.percent(4)) return 'over';
  return choices.percent(35) ? 'select' : 'roll';
}

function anyPosition(choices) {
  const position = startPosition();
  position.round = choices.percent(50) ? choices.pick(FAMOUS_ROUNDS) : choices.between(1, 60);
  position.turn = choices.pick(SEATS);
  const hotSpot = choices.percent(75) ? cellAt(choices.pick(SEATS), choices.pick(HOT_PROGRESS)) : choices.upTo(RING.length);
  for (const seat of SEATS) fillPlayer(choices, position.players[seat], hotSpot);
  if (choices.percent(60)) buildFortress(choices, position);
  if (choices.percent(35)) approach(choices, position);
  if (choices.percent(8)) meetBehindTheFirstCell(choices, position);
  if (choices.percent(6)) aimAtTheFirstCell(choices, position);
  placeMarks(choices, position, hotSpot);
  position.used = choices.some(ITEM_KINDS, choices.percent(60) ? 0 : choices.between(1, ITEM_KINDS.length));
  return position;
}

const near = (choices, cell, before, after) => (cell + choices.between(-before, after) + RING.length) % RING.length;

function fillPlayer(choices, player, hotSpot) {
  player.planes = Array.from({ length: PLANES }, () => anyPlane(choices, hotSpot));
  for (const item of ITEM_KINDS) {
    if (choices.percent(45)) player.items[item] = choices.pick([0, 1, 1, 1, 2, 3, 998, 999]);
  }
  if (choices.percent(20)) player.radar = choices.between(1, 4);
  player.timeouts = choices.pick([0, 0, 0, 0, 1, 1, 2, 2, 3]);
  if (choices.percent(8)) nearlyFinish(choices, player);
  const mayPerch = [0, 1, 2, 3].filter((index) => ['ring', 'pad'].includes(player.planes[index].at));
  if (mayPerch.length > 0 && choices.percent(25)) player.perched = choices.pick(mayPerch);
}

function anyPlane(choices, hotSpot) {
  const place = choices.upTo(100);
  if (place < 10) return { at: 'hangar' };
  if (place < 15) return { at: 'home' };
  let plane;
  if (place < 25) plane = { at: 'pad' };
  else if (place < 33) plane = { at: 'lane', cell: choices.pick([1, 2, 3, 3, 3, 4, 5]) };
  else if (place < 43) plane = { at: 'ring', cell: choices.upTo(RING.length) };
  else plane = { at: 'ring', cell: near(choices, hotSpot, 6, 6) };
  if (choices.percent(30)) plane.effect = anyEffect(choices);
  return plane;
}

export function anyEffect(choices) {
  const kind = choices.pick(Object.keys(EFFECT_TURNS));
  return { kind, turns: choices.between(1, EFFECT_TURNS[kind]) };
}

function nearlyFinish(choices, player) {
  player.planes = Array.from({ length: PLANES }, () => ({ at: 'home' }));
  player.planes[choices.upTo(PLANES)] = { at: 'lane', cell: choices.between(1, 5) };
}

/** Puts a plane of the side on turn within a roll of its flight entry, of a jump onto it, its home entry or first cell. */
function approach(choices, position) {
  const goal = choices.pick([18, 18, 18, 14, 14, 46, 50, 52]);
  const plane = choices.pick(position.players[position.turn].planes);
  if (plane.at === 'hangar' || plane.at === 'home') return;
  const s = goal === 52 ? choices.between(51, 52) : goal - choices.between(1, 6);
  setOnRing(plane, cellAt(position.turn, s));
  if (goal < 20 && choices.percent(60)) holdCrossedLane(choices, position.players[otherSeat(position.turn)]);
}

/** Two or more enemy planes a few cells ahead of a plane of the side on turn, sometimes a second fortress behind it. */
function buildFortress(choices, position) {
  const seat = otherSeat(position.turn);
  const movers = position.players[position.turn].planes.filter((plane) => plane.at === 'ring' || plane.at === 'pad');
  if (movers.length === 0) return;
  const mover = choices.pick(movers);
  const from = mover.at === 'pad' ? cellAt(position.turn, 52) : mover.cell;
  const ahead = (from + choices.between(1, 7)) % RING.length;
  const builders = position.players[seat].planes;
  const indices = choices.some([0, 1, 2, 3], choices.pick([2, 2, 3, 4]));
  for (const index of indices) setOnRing(builders[index], ahead);
  if (indices.length > 2 || choices.percent(60)) return;
  const behind = (ahead + RING.length - choices.between(1, 5)) % RING.length;
  for (const index of [0, 1, 2, 3].filter((i) => !indices.includes(i))) setOnRing(builders[index], behind);
}

function setOnRing(plane, cell) {
  plane.at = 'ring';
  plane.cell = cell;
}

/** A plane about to come round past its first cell, fortresses before and behind it: where the way back forks. */
function meetBehindTheFirstCell(choices, position) {
  const own = position.players[position.turn];
  const index = choices.upTo(PLANES);
  own.planes[index] = choices.percent(15) ? { at: 'pad' } : { at: 'ring', cell: cellAt(position.turn, choices.pick([51, 51, 52, 52, 1, 2])) };
  const enemies = position.players[otherSeat(position.turn)];
  const cells = [choices.pick([52, 1, 1, 2, 3, 4]), choices.pick([51, 51, 52, 52, 1])].map((s) => cellAt(position.turn, s));
  enemies.planes = enemies.planes.map((_, i) => ({ at: 'ring', cell: cells[i % 2] }));
}

/** A missile in stock and enemies near the start of their own track, where a knock-back is cut short. */
function aimAtTheFirstCell(choices, position) {
  const seat = otherSeat(position.turn);
  const [own, enemy] = [position.players[position.turn], position.players[seat]];
  const cells = [51, 51, 52, 1, 2, 3, 4, 5].map((s) => cellAt(seat, s));
  for (const index of choices.some([0, 1, 2, 3], choices.between(1, 3))) setOnRing(enemy.planes[index], choices.pick(cells));
  for (const plane of enemy.planes) if (plane.at === 'ring' && choices.percent(30)) plane.effect = anyEffect(choices);
  const launcher = choices.upTo(PLANES);
  setOnRing(own.planes[launcher], near(choices, cellAt(seat, 1), 5, 0));
  own.items.missile = choices.between(1, 3);
  enemy.radar = choices.percent(10) ? 1 : 0;
}

function holdCrossedLane(choices, enemy) {
  for (const index of choices.some([0, 1, 2, 3], choices.pick([1, 1, 2, 3]))) {
    if (enemy.perched === index) continue;
    const plane = enemy.planes[index];
    plane.at = 'lane';
    plane.cell = 3;
  }
}

function placeMarks(choices, position, hotSpot) {
  const planeCells = Object.values(position.players).flatMap(({ planes }) => planes)
    .filter((plane) => plane.at === 'ring').map((plane) => plane.cell);
  const spots = [...planeCells, hotSpot];
  const free = () => {
    for (;;) { // under planes, right ahead of planes, or anywhere
      const cell = choices.percent(80) ? near(choices, choices.pick(spots), 3, 6) : choices.upTo(RING.length);
      if (![...position.weather, ...position.items].some((mark) => mark.cell === cell)) return cell;
    }
  };
  for (const kind of choices.some([...WEATHER_KINDS], choices.pick([0, 1, 2, 3, 3]))) position.weather.push({ kind, cell: free() });
  for (const kind of choices.some(ITEM_KINDS, choices.pick([0, 1, 2, 3]))) position.items.push({ kind, cell: free() });
}

function setPhase(choices, position, kind) {
  if (kind === 'roll') {
    const usedDice = position.used.filter((item) => DICE_ITEMS.includes(item));
    if (usedDice.length > 0 && choices.percent(60)) position.armed = choices.pick(usedDice);
  } else if (kind === 'select') {
    setSelectPhase(choices, position);
  } else {
    setOver(choices, position);
  }
}

function setSelectPhase(choices, position) {
  const source = choices.pick(['natural', 'natural', ...position.used.filter((item) => DICE_ITEMS.includes(item))]);
  const die = () => (choices.percent(30) ? 6 : choices.between(1, 6));
  const dice = { natural: () => [die()], six_die: () => [6], power_unit: () => [die(), die()] }[source]();
  position.phase = { kind: 'select', dice, source };
  position.players[position.turn].perched = null;
}

function setOver(choices, position) {
  const winner = choices.pick(SEATS);
  const loser = otherSeat(winner);
  const reason = choices.pick(['home', 'resign', 'timeouts']);
  position.phase = { kind: 'over', winner, reason };
  const usedDice = position.used.filter((item) => DICE_ITEMS.includes(item));
  if (usedDice.length > 0 && choices.percent(50)) position.armed = choices.pick(usedDice);
  if (reason === 'home') {
    position.turn = winner;
    position.players[winner].planes = Array.from({ length: PLANES }, () => ({ at: 'home' }));
    position.players[winner].perched = null;
    if (choices.percent(20)) position.players[loser].timeouts = 4;
  }
  if (reason === 'timeouts') {
    position.turn = loser;
    position.players[loser].timeouts = 4;
  }
}

/** The same position as a document may say it: start values and zero stocks left out or not, lists in any order. */
export function loosely(choices, position) {
  const loose = structuredClone(position);
  const start = startPosition();
  const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
  for (const list of ['weather', 'items', 'used']) loose[list] = choices.some(loose[list], loose[list].length);
  for (const seat of SEATS) {
    const player = loose.players[seat];
    if (choices.percent(20)) player.items[choices.pick(ITEM_KINDS)] ??= 0;
    for (const key of Object.keys(player)) {
      if (same(player[key], start.players[seat][key]) && choices.percent(30)) delete player[key];
    }
    if (Object.keys(player).length === 0) delete loose.players[seat];
  }
  for (const key of Object.keys(loose)) if (same(loose[key], start[key]) && choices.percent(30)) delete loose[key];
  return loose;
}

// --- Chance ------------------------------------------------------------------------------------------------------

/** Chance from another source, written down as a scenario tells it. */
export class WrittenChance {
  constructor(source, changeDie = (die) => die) {
    this.source = source;
    this.changeDie = changeDie;
    this.outcomes = [];
  }

  seats() {
    return this.source.seats(); // takes no outcome
  }

  dice(count) {
    const dice = this.source.dice(count).map(this.changeDie);
    this.outcomes.push({ dice });
    return dice;
  }

  tornado(cells) {
    const cell = this.source.tornado(cells);
    this.outcomes.push({ tornado: cell });
    return cell;
  }

  weather(free) {
    return this.#write('weather', this.source.weather(free));
  }

  items(free) {
    return this.#write('items', this.source.items(free));
  }

  #write(what, marks) {
    this.outcomes.push({ [what]: marks });
    return marks;
  }
}

/** Makes one outcome wrong: gone, doubled, of another kind, or impossible. */
function spoil(choices, outcomes) {
  const at = choices.upTo(outcomes.length + 1);
  if (at === outcomes.length) return void outcomes.pop();
  const wrong = [
    { dice: [choices.pick([0, 7, 255])] }, { dice: [1, 6] }, { dice: [3] }, { tornado: choices.pick([0, 25, 51, 52, 200]) },
    { weather: [{ kind: 'storm', cell: 1 }] },
    { weather: [{ kind: 'storm', cell: 1 }, { kind: 'storm', cell: 2 }] },
    { weather: [{ kind: 'storm', cell: 9 }, { kind: 'thunder', cell: 9 }] },
    { weather: [{ kind: 'storm', cell: 52 }, { kind: 'thunder', cell: 9 }] },
    { weather: WEATHER_KINDS.map((kind, cell) => ({ kind, cell })) },
    { items: [] },
    { items: [{ kind: 'radar', cell: 3 }, { kind: 'flare', cell: 40 }] },
    { items: [{ kind: 'radar', cell: 4 }, { kind: 'flare', cell: 4 }] },
  ];
  const how = choices.upTo(4);
  if (how === 0) outcomes.splice(at, 1);
  else if (how === 1) outcomes.splice(at, 0, structuredClone(outcomes[at]));
  else if (how === 2 && outcomes[at].weather) outcomes[at].weather[0].cell = choices.upTo(RING.length); // may be taken
  else if (how === 2 && outcomes[at].items) outcomes[at].items[0].cell = choices.upTo(RING.length);
  else if (how === 2 && 'tornado' in outcomes[at]) outcomes[at].tornado = near(choices, outcomes[at].tornado, 4, 4);
  else outcomes[at] = choices.pick(wrong);
}

// --- Actions -----------------------------------------------------------------------------------------------------

/** Any action that a document may hold, seldom one that is legal now. */
function anyAction(choices, position) {
  const plane = choices.percent(80) ? choices.upTo(PLANES) : choices.pick([4, 5, 128, 255]);
  const stock = ITEM_KINDS.filter((item) => (position.players[position.turn].items[item] ?? 0) > 0);
  const item = choices.pick(stock.length > 0 && choices.percent(70) ? stock : ITEM_KINDS);
  const use = item === 'missile' ? { do: 'use', item, plane } : { do: 'use', item };
  const action = choices.pick([
    { do: 'roll' }, { do: 'select', plane }, { do: 'select', plane }, { do: 'timeout' },
    use, use, { do: 'use', item: 'missile', plane },
  ]);
  if (choices.percent(8)) return { do: 'resign', seat: choices.pick(SEATS) };
  if (choices.percent(35)) action.seat = choices.percent(75) ? position.turn : otherSeat(position.turn);
  return action;
}

/** Mostly legal, with a liking for items (else they would hardly come before the roll) and for planes that meet things. */
function nextAction(choices, position) {
  if (position.phase.kind === 'over' || choices.percent(7)) return anyAction(choices, position);
  if (choices.percent(6)) return { do: 'timeout' };
  const offered = offeredActions(position);
  const action = choices.percent(25) ? offered[0] : choices.pick(offered);
  if (choices.percent(20)) action.seat = position.turn;
  return action;
}

function writeActions(choices, first, chance, count) {
  const actions = [];
  let position = first;
  for (let i = 0; i < count; i += 1) {
    const action = nextAction(choices, position);
    actions.push(action);
    const result = play(position, action, chance);
    // After a refusal nothing is tried, and after the end nothing is accepted; rarely an action follows all the same.
    if ((!result.ok || result.position.phase.kind === 'over') && !choices.percent(10)) break;
    position = result.position;
  }
  return actions;
}

/** What an event is worth when scenarios are compared: the rarer, the more. */
const WORTH = {
  flight_blocked: 12, crashed: 5, perched: 4, settled: 4, flew: 4, hit: 3, bounced: 3, picked_up: 3, blown: 3, knocked_back: 2,
  weather_met: 2, jumped: 1, radar_ended: 1, came_home: 1, no_move: 1,
};

function worthOf(scenario) {
  const { events, ok } = referee(Buffer.from(JSON.stringify(scenario)));
  const kinds = new Set(events.flat().map((event) => event.type));
  const bounces = events.flat().filter((event) => event.type === 'bounced').length;
  return [...kinds].reduce((sum, type) => sum + (WORTH[type] ?? 0), (ok ? 0 : 1) + 3 * bounces);
}

/** A scenario that is understood; often the best of a few, so that rare rules and their meetings come up. */
export function legalScenario(choices) {
  const tries = choices.pick([1, 1, 5, 5, 12]);
  let best = null;
  for (let i = 0; i < tries; i += 1) {
    const scenario = anyScenario(choices);
    const worth = tries === 1 ? 0 : worthOf(scenario);
    if (best === null || worth > best.worth) best = { scenario, worth };
  }
  return best.scenario;
}

/** Legal position, actions that mostly serve, chance that mostly serves. */
function anyScenario(choices) {
  const scenario = choices.percent(50) ? { ruleset: 'duel' } : {};
  const begin = choices.upTo(100);
  const count = choices.pick([1, 1, 2, 2, 3, 4, 6, 10]);
  const source = new SeededChance(sha256(`chance/${choices.upTo(2 ** 30)}`));
  const chance = new WrittenChance(source, (die) => (choices.percent(25) ? 6 : die)); // with a liking for sixes
  let position = startPosition();
  if (begin < 3) {
    scenario.position = 'start';
    position = openMatch(chance).position;
  } else if (begin > 4) {
    position = legalPosition(choices);
    scenario.position = loosely(choices, position);
  }
  if (choices.percent(25)) {
    // By seed the dice are not known here without playing; the actions are chosen while the stream is played.
    scenario.seed = sha256(`seed/${choices.upTo(2 ** 30)}`).toString('hex');
    const seeded = new SeededChance(Buffer.from(scenario.seed, 'hex'));
    if (scenario.position === 'start') position = openMatch(seeded).position;
    scenario.actions = writeActions(choices, position, seeded, count);
    return scenario;
  }
  scenario.actions = writeActions(choices, position, chance, count);
  if (choices.percent(10)) spoil(choices, chance.outcomes);
  if (chance.outcomes.length > 0 || choices.percent(90)) scenario.chance = chance.outcomes;
  return scenario;
}

/** How often a rule fires is of interest for judging the generator: counts of event types over a list of event lists. */
export function countEvents(events, counts) {
  for (const { type, kind } of events.flat()) {
    const name = type === 'weather_met' ? `${type} ${kind}` : type;
    counts[name] = (counts[name] ?? 0) + 1;
  }
}

