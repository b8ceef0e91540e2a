// The rules of the duel: RULES.md, said again as plainly as possible and written without sight of any engine.
//
// `play(position, action, chance)` is the only door. Sections (§) and R-numbers in comments are RULES.md's; `checks`
// are the order of refusals at the end of FORMATS.md section 1.
import {
  CROSSED_LANE_CELL, DICE_ITEMS, EFFECT_TURNS, FIRST_CELL, FLIGHT_ENTRY, FLIGHT_EXIT, HOME_ENTRY, LANE_END, LAST_CELL,
  LOSING_TIMEOUTS, MOST_OF_AN_ITEM, PLANES, RADAR_TURNS, RING, cellAt, isItemRound, isJumpCell, isWeatherRound,
  otherSeat, progress, tornadoCells,
} from './board.mjs';
import { BadChance } from './chance.mjs';
import { allHome, canonicalPosition, heldByThunder, selectablePlanes, startPosition } from './position.mjs';

export { canonicalPosition, canonicalText, checkLegal, digest, selectablePlanes, startPosition } from './position.mjs';
export { ChaCha20, ScriptedChance, SeededChance, sha256 } from './chance.mjs';

/** An action that is refused; `code` is one of FORMATS.md's error codes. */
class Refusal extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

/**
 * Applies one action to a copy of the position.
 * Gives {ok: true, events, position} or, with the position unchanged, {ok: false, error: {code, message}, position}.
 */
export function play(position, action, chance) {
  const game = { position: structuredClone(position), chance, events: [] };
  try {
    act(game, action);
  } catch (error) {
    if (error instanceof BadChance) return refused(position, 'bad_chance', error.message);
    if (error instanceof Refusal) return refused(position, error.code, error.message);
    throw error;
  }
  return { ok: true, events: game.events, position: canonicalPosition(game.position) };
}

function refused(position, code, message) {
  return { ok: false, error: { code, message }, position: canonicalPosition(position) };
}

/** `"position": "start"`: the seat draw, then the start of round 1 (§8, FORMATS.md section 1). May throw BadChance. */
export function openMatch(chance) {
  const firstInQueue = chance.seats() === 0 ? 'red' : 'green';
  const game = { position: startPosition(), chance, events: [] };
  beginRound(game);
  return { position: canonicalPosition(game.position), events: game.events, firstInQueue };
}

function act(game, action) {
  const { position } = game;
  // Checks: game over; side on turn, except for a resignation (§3: in either side's turn); phase.
  if (position.phase.kind === 'over') throw new Refusal('game_over', 'the match is over');
  if (action.do === 'resign') return resign(game, action.seat);
  if (action.seat !== undefined && action.seat !== position.turn) {
    throw new Refusal('not_your_turn', `${position.turn} is on turn`);
  }
  if (action.do === 'timeout') return timeOut(game); // in both phases
  const neededPhase = action.do === 'select' ? 'select' : 'roll';
  if (position.phase.kind !== neededPhase) throw new Refusal('wrong_phase', `this is the ${position.phase.kind} phase`);
  if (action.do === 'roll') return roll(game);
  if (action.do === 'select') return select(game, action.plane);
  return useItem(game, action.item, action.plane);
}

// --- Words for planes and cells ---------------------------------------------------------------------------------

const planeOf = (game, { seat, index }) => game.position.players[seat].planes[index];
const named = ({ seat, index }) => ({ seat, plane: index });
const onRing = (cell) => ({ at: 'ring', cell });
const placeOf = ({ at, cell }) => (cell === undefined ? { at } : { at, cell });

function tell(game, type, fields = {}) {
  game.events.push({ type, ...fields });
}

/** Moves a plane, its effect goes along (§4: a tornado does not lift effects; on the lane they stay). */
function place(plane, at, cell) {
  plane.at = at;
  if (cell === undefined) delete plane.cell;
  else plane.cell = cell;
}

/** The planes of a side on a ring cell or lane cell of its own, by index. */
function planesOn(game, seat, at, cell) {
  const who = [];
  game.position.players[seat].planes.forEach((plane, index) => {
    if (plane.at === at && plane.cell === cell) who.push({ seat, index });
  });
  return who;
}

/** §4: a plane sent to the hangar loses its effect and its duty to continue. */
function sendToHangar(game, who) {
  const plane = planeOf(game, who);
  place(plane, 'hangar');
  delete plane.effect;
  const player = game.position.players[who.seat];
  if (player.perched === who.index) player.perched = null;
}

// --- A turn (§3) -------------------------------------------------------------------------------------------------

function roll(game) {
  const { position } = game;
  const seat = position.turn;
  const player = position.players[seat];
  // Point 1: without a dice item one natural die; six_die draws nothing (§8).
  const source = position.armed ?? 'natural';
  const dice = source === 'six_die' ? [6] : game.chance.dice(source === 'power_unit' ? 2 : 1);
  position.armed = null;
  tell(game, 'rolled', { seat, dice, source });

  if (player.perched !== null) {
    // Point 2: the duty to continue; no selection.
    const perched = { seat, index: player.perched };
    if (heldByThunder(planeOf(game, perched))) {
      tell(game, 'no_move', { seat });
      return finishAction(game, { dice, source, dutyUnmet: true });
    }
    player.perched = null; // the duty is met by moving; this travel may set it anew
    travel(game, perched, dice);
    return finishAction(game, { dice, source });
  }

  if (selectablePlanes(position, seat, dice).length === 0) { // Point 3
    tell(game, 'no_move', { seat });
    return finishAction(game, { dice, source });
  }
  position.phase = { kind: 'select', dice, source };
}

function select(game, index) {
  const { position } = game;
  const { dice, source } = position.phase;
  const seat = position.turn;
  if (index >= PLANES) throw new Refusal('no_such_plane', `there is no plane ${index}`);
  if (!selectablePlanes(position, seat, dice).includes(index)) {
    throw new Refusal('not_selectable', `plane ${index} may not be selected`);
  }
  const who = { seat, index };
  const plane = planeOf(game, who);
  if (plane.at === 'hangar') { // Point 4: it moves to the pad and nothing more
    place(plane, 'pad');
    tell(game, 'took_off', { plane: named(who) });
  } else {
    travel(game, who, dice);
  }
  finishAction(game, { dice, source });
}

/** What follows the travel, or the lack of one: the win, the extra roll (point 5), the end of the turn (point 6). */
function finishAction(game, { dice, source, dutyUnmet = false }) {
  const { position } = game;
  if (allHome(position.players[position.turn])) return endMatch(game, position.turn, 'home');
  position.phase = { kind: 'roll' };
  if (source === 'natural' && dice[0] === 6) return;
  // §5: a roll that could not move the perched plane and ends the turn owes the settlement.
  endTurn(game, { settlementDue: dutyUnmet });
}

function endTurn(game, { settlementDue }) {
  const { position } = game;
  const seat = position.turn;
  if (settlementDue) settle(game, seat); // 6a
  countDown(game, seat); // 6b
  position.armed = null; // 6c
  position.used = [];
  position.phase = { kind: 'roll' }; // 6d
  position.turn = otherSeat(seat);
  tell(game, 'turn_ended', { seat });
  if (seat === 'green') {
    position.round += 1;
    beginRound(game);
  }
}

/** 6b: every lasting effect and the radar of this side counts down by one and ends at zero. */
function countDown(game, seat) {
  const player = game.position.players[seat];
  player.planes.forEach((plane, index) => {
    if (!plane.effect) return;
    plane.effect.turns -= 1;
    if (plane.effect.turns > 0) return;
    tell(game, 'effect_ended', { plane: named({ seat, index }), kind: plane.effect.kind });
    delete plane.effect;
  });
  if (player.radar === 0) return;
  player.radar -= 1;
  if (player.radar === 0) tell(game, 'radar_ended', { seat });
}

/** §3, Ends (R20): the match is over at once; nothing of a turn's end is done. */
function endMatch(game, winner, reason) {
  game.position.phase = { kind: 'over', winner, reason };
  tell(game, 'game_over', { winner, reason });
}

function resign(game, loser) {
  endMatch(game, otherSeat(loser), 'resign');
}

/** R1: a timeout ends the whole turn, in either phase, and cancels extra rolls. */
function timeOut(game) {
  const { position } = game;
  const seat = position.turn;
  const player = position.players[seat];
  player.timeouts += 1;
  tell(game, 'timed_out', { seat, count: player.timeouts });
  if (player.timeouts === LOSING_TIMEOUTS) return endMatch(game, otherSeat(seat), 'timeouts');
  endTurn(game, { settlementDue: player.perched !== null });
}

/** §5, Settlement (R8), by the enemies that are on the perched plane's cell now. */
function settle(game, seat) {
  const player = game.position.players[seat];
  const perched = { seat, index: player.perched };
  const plane = planeOf(game, perched);
  const at = placeOf(plane);
  tell(game, 'settled', { plane: named(perched), at });
  player.perched = null;
  // On its pad a perched plane (knocked back there, R7) meets nobody: the pad is no ring cell.
  const enemies = plane.at === 'ring' ? planesOn(game, otherSeat(seat), 'ring', plane.cell) : [];
  if (enemies.length === 0) return;
  const victims = enemies.length === 1 ? enemies : [...enemies, perched];
  victims.forEach((victim) => sendToHangar(game, victim));
  tell(game, 'hit', { by: null, victims: victims.map(named), at });
}

// --- Rounds and refreshes (§3 point 6d, §5) ----------------------------------------------------------------------

function beginRound(game) {
  const { position } = game;
  const { round } = position;
  tell(game, 'round_began', { round });
  // R10: in a round with both, both old sets go first; then weather, then items are placed.
  if (isWeatherRound(round)) position.weather = [];
  if (isItemRound(round)) position.items = [];
  if (isWeatherRound(round)) {
    position.weather = [...game.chance.weather(freeRingCells(position))];
    tell(game, 'weather_refreshed', { weather: canonicalPosition(position).weather });
  }
  if (isItemRound(round)) {
    position.items = [...game.chance.items(freeRingCells(position))];
    tell(game, 'items_refreshed', { items: canonicalPosition(position).items });
  }
}

/** R9, R10: ring cells free of planes of either side, of weather and of items, ascending. */
function freeRingCells(position) {
  const taken = new Set();
  for (const { planes } of Object.values(position.players)) {
    for (const plane of planes) if (plane.at === 'ring') taken.add(plane.cell);
  }
  for (const mark of [...position.weather, ...position.items]) taken.add(mark.cell);
  return RING.map((_, cell) => cell).filter((cell) => !taken.has(cell));
}

// --- Travel (§4) -------------------------------------------------------------------------------------------------
//
// A trip is {who, singleSix, tornadoSpent}: the travelling plane and what holds for its whole action.
// A segment ends in one of these ways:
const LANDS = 'lands'; //  on a ring cell, the landing follows
const BLOWN = 'blown'; //  a tornado took the plane to a ring cell, a fresh landing follows (R3)
const ENDS = 'ends'; //    the travel is over

const JUMP_STEPS = 4;

function travel(game, who, dice) {
  // R4: a single 6 stays a single 6 for all segments of its action; two dice never are one.
  const trip = { who, singleSix: dice.length === 1 && dice[0] === 6, tornadoSpent: false };
  let end = walk(game, trip, diceSteps(planeOf(game, who), dice));
  let jumped = false; // whether the landing to come ends a jump
  while (end !== ENDS) {
    ({ end, jumped } = land(game, trip, jumped && end !== BLOWN));
  }
  pickUp(game, who);
}

/** Dice are added first; airstream: half of it, rounded up; storm: 1. */
function diceSteps(plane, dice) {
  const total = dice.reduce((sum, die) => sum + die, 0);
  if (plane.effect?.kind === 'airstream') return Math.ceil(total / 2);
  if (plane.effect?.kind === 'storm') return 1;
  return total;
}

/** Walks one segment step by step, forward until a fortress bounces it. */
function walk(game, trip, steps) {
  const { who } = trip;
  const plane = planeOf(game, who);
  let left = steps;
  let direction = 'forward';
  let cameRound = false; // over s = 52 to s = 1, in this walk (R2)
  while (left > 0) {
    const from = plane.at === 'ring' ? progress(who.seat, plane.cell) : null;
    if (direction === 'forward') {
      stepForward(who.seat, plane);
      if (from === LAST_CELL) cameRound = true;
    } else {
      stepBackward(who.seat, plane, cameRound);
    }
    left -= 1;
    tell(game, 'stepped', { plane: named(who), to: placeOf(plane) });

    if (plane.at === 'home') { // left-over steps are dropped; the effect is lost
      delete plane.effect;
      tell(game, 'came_home', { plane: named(who) });
      return ENDS;
    }
    if (plane.at === 'pad') return ENDS; // R2: it stops there and the rest is dropped
    if (plane.at === 'lane') continue; // neither fortress nor weather off the ring
    // R2: from s = 52 it goes to 51 and stops there; so nothing is left when it meets what is on that cell.
    if (direction === 'backward' && from === LAST_CELL) left = 0;

    // Rule 1: an enemy fortress with steps still to go.
    if (left > 0 && planesOn(game, otherSeat(who.seat), 'ring', plane.cell).length >= 2) {
      if (trip.singleSix) return perch(game, trip);
      direction = direction === 'forward' ? 'backward' : 'forward';
      tell(game, 'bounced', { plane: named(who), at: placeOf(plane) });
      continue; // no weather at the turning cell
    }
    // Rule 2: weather. (Rule 3, single enemies are passed without a hit, needs no doing.)
    const met = meetWeather(game, trip);
    if (met === 'tornado') return BLOWN;
    if (met === 'storm') left = Math.min(left, 1); // R16
  }
  return plane.at === 'ring' ? LANDS : ENDS;
}

function stepForward(seat, plane) {
  if (plane.at === 'pad') return place(plane, 'ring', cellAt(seat, FIRST_CELL));
  if (plane.at === 'lane') {
    return plane.cell + 1 === LANE_END ? place(plane, 'home') : place(plane, 'lane', plane.cell + 1);
  }
  const s = progress(seat, plane.cell);
  if (s === HOME_ENTRY) return place(plane, 'lane', 1);
  place(plane, 'ring', cellAt(seat, s === LAST_CELL ? FIRST_CELL : s + 1)); // R15: from 51, 52 it goes round once more
}

/** One step back on the plane's own track (R2); never called on s = 51, from where no way leads back. */
function stepBackward(seat, plane, cameRound) {
  const s = progress(seat, plane.cell);
  if (s > FIRST_CELL) return place(plane, 'ring', cellAt(seat, s - 1));
  if (cameRound) return place(plane, 'ring', cellAt(seat, LAST_CELL));
  place(plane, 'pad');
}

/** R17: weather works on the cell of a perch; unless a tornado takes the plane, it stays there with the duty to continue. */
function perch(game, trip) {
  const { who } = trip;
  const plane = planeOf(game, who);
  if (meetWeather(game, trip) === 'tornado') return BLOWN;
  game.position.players[who.seat].perched = who.index;
  tell(game, 'perched', { plane: named(who), at: placeOf(plane) });
  return ENDS;
}

/**
 * Rule 2 of walking for the ring cell on which the plane is. Gives the kind that worked, or null.
 * For a tornado that includes the move and rule 2 on the cell where the plane comes down.
 */
function meetWeather(game, trip) {
  const { who } = trip;
  const plane = planeOf(game, who);
  const { cell } = plane;
  const kind = game.position.weather.find((mark) => mark.cell === cell)?.kind ?? null;
  if (kind === null) return null;
  if (kind === 'tornado' && trip.tornadoSpent) return null; // once per action at most
  tell(game, 'weather_met', { plane: named(who), kind, at: onRing(cell) });
  if (kind !== 'tornado') {
    plane.effect = { kind, turns: EFFECT_TURNS[kind] }; // replaces what it had, or starts the count anew
    return kind;
  }
  trip.tornadoSpent = true;
  const to = game.chance.tornado(tornadoCells(cell));
  place(plane, 'ring', to);
  tell(game, 'blown', { plane: named(who), from: onRing(cell), to: onRing(to) });
  meetWeather(game, trip);
  return 'tornado';
}

/** Landing on a ring cell, in the order of its four rules. Gives the end of the segment that follows, if one does. */
function land(game, trip, endsJump) {
  const { who } = trip;
  const plane = planeOf(game, who);
  if (meetEnemies(game, who)) return { end: ENDS }; // Rule 1
  const s = progress(who.seat, plane.cell);
  if (s === FLIGHT_ENTRY) return fly(game, trip, endsJump); // Rule 2
  if (isJumpCell(s) && !endsJump) return jump(game, trip); // Rule 3
  return { end: ENDS }; // Rule 4 and every other cell: nothing
}

/** Landing rule 1: one enemy goes to its hangar; two or more and the lander do, then the plane is gone (true). */
function meetEnemies(game, who) {
  const { cell } = planeOf(game, who);
  const enemies = planesOn(game, otherSeat(who.seat), 'ring', cell);
  if (enemies.length === 0) return false;
  const crash = enemies.length >= 2;
  const victims = crash ? [who, ...enemies] : enemies;
  victims.forEach((victim) => sendToHangar(game, victim));
  if (crash) tell(game, 'crashed', { plane: named(who), victims: victims.map(named), at: onRing(cell) });
  else tell(game, 'hit', { by: named(who), victims: victims.map(named), at: onRing(cell) });
  return crash;
}

/** Landing rule 3: 4 steps forward, also after a bounce; a walk of its own, with all the walking rules. */
function jump(game, trip) {
  tell(game, 'jumped', { plane: named(trip.who), from: placeOf(planeOf(game, trip.who)) });
  return { end: walk(game, trip, JUMP_STEPS), jumped: true };
}

/** Landing rule 2, the flight. */
function fly(game, trip, endsJump) {
  const { who } = trip;
  const plane = planeOf(game, who);
  const from = placeOf(plane);
  const crossed = planesOn(game, otherSeat(who.seat), 'lane', CROSSED_LANE_CELL);
  if (crossed.length >= 2) {
    tell(game, 'flight_blocked', { plane: named(who), at: from });
    return { end: ENDS };
  }
  if (crossed.length === 1) {
    sendToHangar(game, crossed[0]);
    tell(game, 'hit', { by: named(who), victims: crossed.map(named), at: { at: 'lane', cell: CROSSED_LANE_CELL } });
  }
  place(plane, 'ring', cellAt(who.seat, FLIGHT_EXIT)); // nothing in between is touched
  tell(game, 'flew', { plane: named(who), from, to: placeOf(plane) });
  // A tornado on the exit: what follows is its fresh landing, the flight's own jump is gone.
  if (meetWeather(game, trip) === 'tornado') return { end: BLOWN };
  if (meetEnemies(game, who)) return { end: ENDS };
  if (endsJump) return { end: ENDS }; // the entry was reached by a jump
  return jump(game, trip);
}

/** After the whole travel: the item on the cell where it stands, perched planes too (R5); none off the ring. */
function pickUp(game, who) {
  const { position } = game;
  const plane = planeOf(game, who);
  if (plane.at !== 'ring') return;
  const item = position.items.find((mark) => mark.cell === plane.cell)?.kind;
  if (item === undefined) return;
  position.items = position.items.filter((mark) => mark.cell !== plane.cell);
  const stock = position.players[who.seat].items;
  stock[item] = Math.min((stock[item] ?? 0) + 1, MOST_OF_AN_ITEM);
  tell(game, 'picked_up', { plane: named(who), item, at: placeOf(plane) });
}

// --- Items (§6) --------------------------------------------------------------------------------------------------

function useItem(game, item, planeIndex) {
  const { position } = game;
  const seat = position.turn;
  const refusal = refusalOfUse(position, item, planeIndex);
  if (refusal) throw refusal;
  const player = position.players[seat];
  // Whom the missile hits is settled before anything moves.
  const launcher = { seat, index: planeIndex };
  const targets = item === 'missile' ? missileTargets(position, planeIndex) : [];

  player.items[item] -= 1;
  if (!position.used.includes(item)) position.used.push(item); // radar may be used more than once a turn
  tell(game, 'item_used', { seat, item });
  if (item === 'flare') {
    position.weather = [];
    tell(game, 'weather_cleared');
  }
  if (item === 'radar') player.radar = RADAR_TURNS;
  if (DICE_ITEMS.includes(item)) position.armed = item;
  if (item === 'missile') {
    tell(game, 'launched', { by: named(launcher), targets: targets.map(named) });
    targets.forEach((target) => knockBack(game, target));
  }
}

/** The refusal of a use, in the order of the checks, or null where the item may be used. */
export function refusalOfUse(position, item, planeIndex) {
  const player = position.players[position.turn];
  if ((player.items[item] ?? 0) === 0) return new Refusal('no_item', `no ${item} in stock`);
  if (item !== 'radar' && position.used.includes(item)) return new Refusal('item_used', `${item} was used this turn`);
  if (item === 'flare' && position.weather.length === 0) return new Refusal('no_weather', 'no weather on the board'); // R11
  if (item === 'radar' && player.radar > 0) return new Refusal('radar_active', 'the own radar is active');
  if (DICE_ITEMS.includes(item) && position.armed !== null) return new Refusal('dice_item_armed', `${position.armed} is`);
  if (item !== 'missile') return null;
  if (planeIndex >= PLANES) return new Refusal('no_such_plane', `there is no plane ${planeIndex}`);
  // R13: a plane under thunder can launch.
  if (player.planes[planeIndex].at !== 'ring') return new Refusal('not_selectable', 'only from the ring');
  if (missileTargets(position, planeIndex).length === 0) return new Refusal('no_target', 'no target in range');
  return null;
}

/** Enemy planes on the ring 1-6 cells ahead clockwise, none under radar; nearest first, on one cell by index (R12). */
function missileTargets(position, planeIndex) {
  const launcher = position.players[position.turn].planes[planeIndex];
  const seat = otherSeat(position.turn);
  const enemy = position.players[seat];
  if (enemy.radar > 0) return [];
  const targets = [];
  for (let ahead = 1; ahead <= 6; ahead += 1) {
    const cell = (launcher.cell + ahead) % RING.length;
    enemy.planes.forEach((plane, index) => {
      if (plane.at === 'ring' && plane.cell === cell) targets.push({ seat, index });
    });
  }
  return targets;
}

function knockBack(game, who) {
  const plane = planeOf(game, who);
  const from = placeOf(plane);
  let moved = false;
  for (let step = 0; step < 3 && plane.at === 'ring'; step += 1) {
    if (progress(who.seat, plane.cell) === LAST_CELL - 1) break; // R2: no way back from s = 51
    stepBackward(who.seat, plane, false); // it came round in no walk of now, so the way back from s = 1 is the pad
    moved = true;
  }
  if (!moved) return; // R19: it triggers nothing
  tell(game, 'knocked_back', { plane: named(who), from, to: placeOf(plane) });
  if (plane.at !== 'ring') return; // its pad: no weather, no hits
  // R18: an action of its own for the tornado's limit. Weather, after a tornado weather again, then hits.
  meetWeather(game, { who, tornadoSpent: false });
  meetEnemies(game, who); // no jump, flight or pick-up
}
