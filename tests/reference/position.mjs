// Positions: start value, canonical form, digest, and which of them are legal (FORMATS.md section 1).
//
// A position object here always has every field of the canonical form; a plane is {at, cell?, effect?},
// a stock is an object of item -> number.
import {
  DICE_ITEMS, EFFECT_TURNS, ITEM_KINDS, LOSING_TIMEOUTS, MOST_OF_AN_ITEM, PLANES, RADAR_TURNS, SEATS, WEATHER_KINDS,
  otherSeat,
} from './board.mjs';
import { sha256 } from './chance.mjs';
import { canonicalJson } from './json.mjs';

export function startPlayer() {
  return {
    planes: Array.from({ length: PLANES }, () => ({ at: 'hangar' })),
    items: {}, radar: 0, timeouts: 0, perched: null,
  };
}

/** Round 1, Red to roll, all in the hangar, an empty board; no refresh is drawn for it. */
export function startPosition() {
  return {
    round: 1, turn: 'red', phase: { kind: 'roll' }, armed: null, used: [],
    players: { red: startPlayer(), green: startPlayer() },
    weather: [], items: [],
  };
}

/** The same position in the canonical order of its lists, without what means nothing. */
export function canonicalPosition(position) {
  const byCell = (a, b) => a.cell - b.cell;
  const { phase } = position;
  const players = {};
  for (const seat of SEATS) {
    const player = position.players[seat];
    const stock = Object.entries(player.items).filter(([, count]) => count > 0);
    players[seat] = { ...player, planes: player.planes.map(canonicalPlane), items: Object.fromEntries(stock) };
  }
  return {
    round: position.round, turn: position.turn, phase: { ...phase },
    armed: position.armed, used: [...position.used].sort(), players,
    weather: position.weather.map((mark) => ({ ...mark })).sort(byCell),
    items: position.items.map((mark) => ({ ...mark })).sort(byCell),
  };
}

function canonicalPlane(plane) {
  const canonical = { at: plane.at };
  if (plane.at === 'ring' || plane.at === 'lane') canonical.cell = plane.cell;
  if (plane.effect) canonical.effect = { kind: plane.effect.kind, turns: plane.effect.turns };
  return canonical;
}

export function canonicalText(position) {
  return canonicalJson(canonicalPosition(position));
}

export function digest(position) {
  return sha256(canonicalText(position));
}

export const allHome = (player) => player.planes.every((plane) => plane.at === 'home');

/** RULES.md section 3, point 3: which planes may be selected for these dice, by index. */
export function selectablePlanes(position, seat, dice) {
  const mayTakeOff = dice.some((die) => die >= 5);
  const indices = [];
  position.players[seat].planes.forEach((plane, index) => {
    const selectable = plane.at === 'hangar' ? mayTakeOff : plane.at !== 'home' && !heldByThunder(plane);
    if (selectable) indices.push(index);
  });
  return indices;
}

export const heldByThunder = (plane) => plane.effect?.kind === 'thunder';

export class IllegalPosition extends Error {}

function refuse(point, field, why) {
  throw new IllegalPosition(`${field}: ${why} (point ${point} of the legal positions)`);
}

const outside = (value, low, high) => value < low || value > high;

/** Throws IllegalPosition unless the position is legal; one function for each point of the list. */
export function checkLegal(position) {
  checkNumbers(position);
  checkPlaces(position);
  checkEffects(position);
  checkMarks(position);
  checkDuties(position);
  checkUsedItems(position);
  if (position.phase.kind === 'select') checkSelectPhase(position);
  checkEnding(position);
  checkSeats(position);
}

function eachPlayer(position, check) {
  for (const [seat, player] of Object.entries(position.players)) check(player, `players.${seat}`, seat);
}

function checkNumbers(position) { // point 1
  if (outside(position.round, 1, 1_000_000)) refuse(1, 'round', 'is 1 to 1,000,000');
  eachPlayer(position, (player, field) => {
    for (const [item, count] of Object.entries(player.items)) {
      if (outside(count, 0, MOST_OF_AN_ITEM)) refuse(1, `${field}.items.${item}`, 'is 0 to 999');
    }
    if (outside(player.timeouts, 0, LOSING_TIMEOUTS)) refuse(1, `${field}.timeouts`, 'is 0 to 4');
    if (outside(player.radar, 0, RADAR_TURNS)) refuse(1, `${field}.radar`, 'is 0 to 4');
  });
}

function eachPlane(position, check) {
  eachPlayer(position, (player, field) => {
    player.planes.forEach((plane, index) => check(plane, `${field}.planes[${index}]`));
  });
}

function checkPlaces(position) { // point 2
  eachPlayer(position, (player, field) => {
    if (player.planes.length !== PLANES) refuse(2, `${field}.planes`, 'are exactly four');
  });
  eachPlane(position, (plane, field) => {
    const range = { ring: [0, 51], lane: [1, 5] }[plane.at];
    if (!range && plane.cell !== undefined) refuse(2, `${field}.cell`, `means nothing at ${plane.at}`);
    if (range && plane.cell === undefined) refuse(2, `${field}.cell`, 'is missing');
    if (range && outside(plane.cell, ...range)) refuse(2, `${field}.cell`, `is ${range[0]} to ${range[1]}`);
  });
}

function checkEffects(position) { // point 3
  eachPlane(position, ({ at, effect }, field) => {
    if (!effect) return;
    if (at === 'hangar' || at === 'home') refuse(3, `${field}.effect`, `no plane at ${at} has one`);
    if (effect.kind === 'tornado') refuse(3, `${field}.effect.kind`, 'a tornado leaves none');
    if (outside(effect.turns, 1, EFFECT_TURNS[effect.kind])) {
      refuse(3, `${field}.effect.turns`, `is 1 to ${EFFECT_TURNS[effect.kind]}`);
    }
  });
}

function checkMarks(position) { // point 4
  for (const what of ['weather', 'items']) {
    const marks = position[what];
    // The list of points gives no range for a mark's cell; the format's words do: "`cell`: ring index 0-51".
    for (const { cell } of marks) if (outside(cell, 0, 51)) refuse(4, `${what}.cell`, 'is 0 to 51');
    if (marks.length > 3) refuse(4, what, 'are three at most');
    if (new Set(marks.map((mark) => mark.kind)).size !== marks.length) refuse(4, what, 'are of different kinds');
  }
  const cells = [...position.weather, ...position.items].map((mark) => mark.cell);
  if (new Set(cells).size !== cells.length) refuse(4, 'weather or items', 'two on one cell');
}

function checkDuties(position) { // point 5
  eachPlayer(position, ({ perched, planes }, field) => {
    if (perched === null) return;
    if (outside(perched, 0, PLANES - 1)) refuse(5, `${field}.perched`, 'is 0 to 3');
    if (!['ring', 'pad'].includes(planes[perched].at)) refuse(5, `${field}.perched`, 'stands on the ring or its pad');
  });
}

function checkUsedItems({ used, armed, phase }) { // point 6
  if (new Set(used).size !== used.length) refuse(6, 'used', 'names each item once');
  if (armed === null) return;
  if (!DICE_ITEMS.includes(armed)) refuse(6, 'armed', 'is a dice item');
  if (!used.includes(armed)) refuse(6, 'armed', 'is listed in used');
  if (phase.kind === 'select') refuse(6, 'armed', 'is rolled already in the select phase');
}

function checkSelectPhase(position) { // point 7
  const { dice, source } = position.phase;
  if (dice.length !== (source === 'power_unit' ? 2 : 1)) refuse(7, 'phase.dice', `their number does not fit ${source}`);
  if (dice.some((die) => outside(die, 1, 6))) refuse(7, 'phase.dice', 'a die is 1 to 6');
  if (source === 'six_die' && dice[0] !== 6) refuse(7, 'phase.dice', 'six_die is a 6');
  if (source !== 'natural' && !position.used.includes(source)) refuse(7, 'phase.source', 'is listed in used');
  // An unknown seat is point 9's; without this guard there would be no player to look at.
  const mover = position.players[position.turn];
  if (!mover) refuse(9, 'turn', 'is no seat');
  if (mover.perched !== null) refuse(7, `players.${position.turn}.perched`, 'a duty leaves nothing to select');
  if (selectablePlanes(position, position.turn, dice).length === 0) refuse(7, 'phase', 'no plane may be selected');
}

function checkEnding(position) { // point 8
  const { phase, players, turn } = position;
  if (phase.kind !== 'over') {
    eachPlayer(position, (player, field) => {
      if (allHome(player)) refuse(8, `${field}.planes`, 'all home, the match is over');
      if (player.timeouts === LOSING_TIMEOUTS) refuse(8, `${field}.timeouts`, 'four, the match is over');
    });
    return;
  }
  const winner = players[phase.winner];
  const loser = players[otherSeat(phase.winner)];
  if (winner.timeouts === LOSING_TIMEOUTS) refuse(8, 'phase.winner', 'has four timeouts');
  if (allHome(loser)) refuse(8, 'phase.winner', 'the other side is all home');
  let reason = 'resign';
  if (loser.timeouts === LOSING_TIMEOUTS) reason = 'timeouts';
  if (allHome(winner)) reason = 'home';
  if (phase.reason !== reason) refuse(8, 'phase.reason', `is ${reason}`);
  if (reason === 'home' && turn !== phase.winner) refuse(8, 'turn', 'is the winner, who came home');
  if (reason === 'timeouts' && turn === phase.winner) refuse(8, 'turn', 'is the loser, who timed out');
}

function checkSeats(position) { // point 9
  if (!SEATS.includes(position.turn)) refuse(9, 'turn', 'is no seat');
  for (const seat of Object.keys(position.players)) if (!SEATS.includes(seat)) refuse(9, `players.${seat}`, 'is no seat');
}

/** The words of the formats; readers of documents refuse every other. */
export const WORDS = {
  weather: WEATHER_KINDS, item: ITEM_KINDS, seat: SEATS,
  place: ['hangar', 'pad', 'ring', 'lane', 'home'],
  source: ['natural', 'six_die', 'power_unit'],
  reason: ['home', 'resign', 'timeouts'],
  phase: ['roll', 'select', 'over'],
  action: ['roll', 'select', 'use', 'timeout', 'resign'],
};
