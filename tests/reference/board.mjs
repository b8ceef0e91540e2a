// The board and the duel's rule set as data (RULES.md section 2).

/** The 52 ring cells, clockwise from Red's first cell, as (x, y); the white corners are drawn but never counted. */
export const RING = [
  [-7, -3], [-6, -3], [-5, -3], [-4, -3], [-3, -4], [-3, -5], [-3, -6], [-3, -7], [-2, -7], [-1, -7],
  [0, -7], [1, -7], [2, -7], [3, -7], [3, -6], [3, -5], [3, -4], [4, -3], [5, -3], [6, -3],
  [7, -3], [7, -2], [7, -1], [7, 0], [7, 1], [7, 2], [7, 3], [6, 3], [5, 3], [4, 3],
  [3, 4], [3, 5], [3, 6], [3, 7], [2, 7], [1, 7], [0, 7], [-1, 7], [-2, 7], [-3, 7],
  [-3, 6], [-3, 5], [-3, 4], [-4, 3], [-5, 3], [-6, 3], [-7, 3], [-7, 2], [-7, 1], [-7, 0],
  [-7, -1], [-7, -2],
];

/** Seats in the order of their turns, with the ring index of their first cell. */
export const SEATS = ['red', 'green'];
const OFFSET = { red: 0, green: 26 };

export const FIRST_CELL = 1;
export const FLIGHT_ENTRY = 18;
export const FLIGHT_EXIT = 30;
export const HOME_ENTRY = 50;
export const LAST_CELL = 52; // the ring cell just before the first cell
export const CROSSED_LANE_CELL = 3;
export const LANE_END = 6; // stepping here is coming home

export const PLANES = 4;

// Both lists stand in the order in which kinds are drawn (section 8).
export const WEATHER_KINDS = ['airstream', 'storm', 'thunder', 'tornado'];
export const ITEM_KINDS = ['flare', 'missile', 'radar', 'six_die', 'power_unit'];
export const DICE_ITEMS = ['six_die', 'power_unit'];

/** How many turns a lasting effect holds (section 5); the tornado leaves none. */
export const EFFECT_TURNS = { airstream: 4, storm: 4, thunder: 2 };
export const RADAR_TURNS = 4;
export const LOSING_TIMEOUTS = 4;
export const MOST_OF_AN_ITEM = 999;

export function otherSeat(seat) {
  return seat === 'red' ? 'green' : 'red';
}

/** Own progress s of a ring cell: 1 on the seat's first cell, 52 just before it. */
export function progress(seat, cell) {
  return ((cell - OFFSET[seat] + RING.length) % RING.length) + 1;
}

/** The ring cell at own progress s. */
export function cellAt(seat, s) {
  return (OFFSET[seat] + s - 1) % RING.length;
}

/** Every own-colour cell jumps, except the flight entry (it flies) and the home entry (it does nothing). */
export function isJumpCell(s) {
  return s % 4 === 2 && s !== FLIGHT_ENTRY && s !== HOME_ENTRY;
}

/** The ring cells on which a tornado may set a plane down, ascending, its own cell included. */
export function tornadoCells(cell) {
  const [x, y] = RING[cell];
  const near = [];
  RING.forEach(([cx, cy], index) => {
    if (Math.max(Math.abs(cx - x), Math.abs(cy - y)) <= 2) near.push(index);
  });
  return near;
}

/** Weather refreshes at the start of rounds 2, 5, 8, …; items at the start of rounds 1, 8, 15, … */
export const isWeatherRound = (round) => round % 3 === 2;
export const isItemRound = (round) => round % 7 === 1;
