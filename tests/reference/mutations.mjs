// Documents that must not be understood (exit status 2): illegal positions for each numbered point of the list in
// FORMATS.md section 1, and malformed documents for its "Exit status 2" paragraph. One change to a sound document each.
//
// An entry is {name, write(choices)} and gives the document as text or bytes. `READINGS` holds the places on which the
// text is silent; they are run only when asked for.
import { EFFECT_TURNS, ITEM_KINDS, WEATHER_KINDS, otherSeat } from './board.mjs';
import { anyEffect, legalPosition } from './generate.mjs';

const SEATS = ['red', 'green'];
const HOME = () => ({ at: 'home' });

/** A mutation of a legal position of the asked phase; `change` edits it and may give another in its place. */
function position(name, phase, change) {
  return {
    name,
    write(choices) {
      const legal = legalPosition(choices, phase);
      const player = legal.players[choices.pick(SEATS)];
      const tools = { choices, player, mover: legal.players[legal.turn], plane: choices.pick(player.planes) };
      change(legal, tools);
      return JSON.stringify({ position: legal, actions: [] });
    },
  };
}

function put(plane, at, cell, effect) {
  delete plane.cell;
  delete plane.effect;
  Object.assign(plane, { at }, cell === undefined ? {} : { cell }, effect ? { effect } : {});
}

/** Marks on different cells, none of which another mark has. */
function marks(kinds, firstCell) {
  return kinds.map((kind, i) => ({ kind, cell: firstCell + i }));
}

const point1 = [
  ...[0, -1, 1_000_001].map((round) => position(`1 round ${round}`, 'roll', (p) => { p.round = round; })),
  ...[-1, 1000].map((count) => position(`1 stock ${count}`, 'roll', (p, { player, choices }) => {
    player.items[choices.pick(ITEM_KINDS)] = count;
  })),
  ...[-1, 5].map((count) => position(`1 timeouts ${count}`, 'roll', (p, { player }) => { player.timeouts = count; })),
  ...[-1, 5].map((turns) => position(`1 radar ${turns}`, 'roll', (p, { player }) => { player.radar = turns; })),
];

const point2 = [
  position('2 three planes', 'roll', (p, { player }) => { player.planes.pop(); player.perched = null; }),
  position('2 five planes', 'roll', (p, { player }) => { player.planes.push({ at: 'hangar' }); }),
  position('2 no planes', 'roll', (p, { player }) => { player.planes = []; player.perched = null; }),
  ...[undefined, 52, -1, 255].map((cell) => position(`2 ring ${cell}`, 'roll', (p, { plane }) => put(plane, 'ring', cell))),
  ...[undefined, 0, 6, -1].map((cell) => position(`2 lane ${cell}`, 'roll', (p, { plane, player }) => {
    put(plane, 'lane', cell);
    player.perched = null;
  })),
  ...['hangar', 'pad', 'home'].map((at) => position(`2 cell at ${at}`, 'roll', (p, { player, choices }) => {
    player.perched = null;
    put(player.planes[0], at, choices.between(1, 5));
    put(player.planes[1], 'hangar'); // so that not all are home
  })),
];

const point3 = [
  ...['hangar', 'home'].map((at) => position(`3 effect at ${at}`, 'roll', (p, { player, choices }) => {
    player.perched = null;
    put(player.planes[0], at, undefined, anyEffect(choices));
    put(player.planes[1], 'hangar');
  })),
  position('3 tornado as effect', 'roll', (p, { plane }) => put(plane, 'ring', 20, { kind: 'tornado', turns: 1 })),
  ...Object.keys(EFFECT_TURNS).flatMap((kind) => [0, EFFECT_TURNS[kind] + 1, -1].map((turns) => (
    position(`3 ${kind} for ${turns}`, 'roll', (p, { plane }) => put(plane, 'ring', 20, { kind, turns }))
  ))),
];

const clear = (p) => { p.weather = []; p.items = []; };
const point4 = [
  position('4 four weather', 'roll', (p) => { clear(p); p.weather = marks(WEATHER_KINDS, 10); }),
  position('4 four items', 'roll', (p) => { clear(p); p.items = marks(ITEM_KINDS.slice(1), 10); }),
  position('4 five items', 'roll', (p) => { clear(p); p.items = marks(ITEM_KINDS, 10); }),
  position('4 weather kind twice', 'roll', (p) => { clear(p); p.weather = marks(['storm', 'thunder', 'storm'], 10); }),
  position('4 item kind twice', 'roll', (p) => { clear(p); p.items = marks(['radar', 'radar'], 10); }),
  position('4 weather on weather', 'roll', (p) => { clear(p); p.weather = marks(['storm', 'thunder'], 10); p.weather[1].cell = 10; }),
  position('4 item on item', 'roll', (p) => { clear(p); p.items = marks(['radar', 'flare'], 10); p.items[1].cell = 10; }),
  position('4 item on weather', 'roll', (p) => { clear(p); p.weather = marks(['storm'], 10); p.items = marks(['flare'], 10); }),
  ...[52, -1].flatMap((cell) => ['weather', 'items'].map((what) => position(`4 ${what} on ${cell}`, 'roll', (p) => {
    p[what] = marks([what === 'weather' ? 'storm' : 'radar'], cell);
  }))),
];

const point5 = [
  ...[4, -1, 255].map((index) => position(`5 perched ${index}`, 'roll', (p, { player }) => { player.perched = index; })),
  ...[['hangar'], ['home'], ['lane', 2]].map(([at, cell]) => position(`5 perched at ${at}`, 'roll', (p, { player, choices }) => {
    const index = choices.upTo(4);
    put(player.planes[(index + 1) % 4], 'pad');
    put(player.planes[index], at, cell);
    player.perched = index;
  })),
];

const point6 = [
  position('6 used twice', 'roll', (p) => { p.used = ['radar', ...p.used.filter((item) => item !== 'radar'), 'radar']; }),
  position('6 armed is no dice item', 'roll', (p) => { p.used = ['flare']; p.armed = 'flare'; }),
  position('6 armed not used', 'roll', (p) => { p.used = ['six_die']; p.armed = 'power_unit'; }),
  position('6 armed not used, over', 'over', (p) => { p.used = []; p.armed = 'power_unit'; }),
  position('6 armed in the select phase', 'select', (p) => {
    if (!p.used.includes('six_die')) p.used.push('six_die');
    p.armed = 'six_die';
  }),
];

/** A select phase in which plane 0 may be selected whatever the dice. */
function select(name, change) {
  return position(`7 ${name}`, 'select', (p, tools) => {
    put(tools.mover.planes[0], 'ring', 20);
    p.used = [];
    change(p, tools);
  });
}

const selecting = (dice, source) => ({ kind: 'select', dice, source });
const point7 = [
  select('no die', (p) => { p.phase = selecting([], 'natural'); }),
  select('two natural dice', (p) => { p.phase = selecting([5, 6], 'natural'); }),
  select('one die of power_unit', (p) => { p.phase = selecting([5], 'power_unit'); p.used = ['power_unit']; }),
  select('three dice', (p) => { p.phase = selecting([1, 5, 6], 'power_unit'); p.used = ['power_unit']; }),
  ...[0, 7, -1].map((die) => select(`a die of ${die}`, (p) => { p.phase = selecting([die], 'natural'); })),
  select('the second die of 7', (p) => { p.phase = selecting([6, 7], 'power_unit'); p.used = ['power_unit']; }),
  select('six_die shows 5', (p) => { p.phase = selecting([5], 'six_die'); p.used = ['six_die']; }),
  select('two six_dice', (p) => { p.phase = selecting([6, 6], 'six_die'); p.used = ['six_die']; }),
  select('six_die not used', (p) => { p.phase = selecting([6], 'six_die'); p.used = ['power_unit']; }),
  select('power_unit not used', (p) => { p.phase = selecting([6, 1], 'power_unit'); p.used = ['six_die']; }),
  select('a duty of the side on turn', (p, { mover }) => { mover.perched = 0; }),
  select('none may take off', (p, { mover }) => {
    p.phase = selecting([4], 'natural');
    mover.planes.forEach((plane) => put(plane, 'hangar'));
  }),
  select('all held or home', (p, { mover }) => {
    p.phase = selecting([6], 'natural');
    mover.planes.forEach((plane, i) => (i === 0 ? put(plane, 'home') : put(plane, 'ring', 20 + i, { kind: 'thunder', turns: 1 })));
  }),
  select('held on pad and lane', (p, { mover }) => {
    p.phase = selecting([3], 'natural');
    mover.planes.forEach((plane, i) => (i % 2 ? put(plane, 'pad', undefined, { kind: 'thunder', turns: 2 })
      : put(plane, 'lane', 3, { kind: 'thunder', turns: 2 })));
  }),
];

/** An over position with `loser` and `winner` players in an ordinary state: it must have been a resignation. */
function over(name, change) {
  return position(`8 ${name}`, 'over', (p) => {
    const winner = p.phase.winner;
    p.phase.reason = 'resign';
    for (const player of Object.values(p.players)) {
      player.timeouts = 1;
      player.perched = null;
      put(player.planes[0], 'pad');
    }
    change(p, { winner: p.players[winner], loser: p.players[otherSeat(winner)], winnerSeat: winner });
  });
}

const allComeHome = (player) => { player.planes = player.planes.map(HOME); player.perched = null; };
const point8 = [
  position('8 all home, not over', 'roll', (p, { player }) => allComeHome(player)),
  position('8 the other side all home in the select phase', 'select', (p) => allComeHome(p.players[otherSeat(p.turn)])),
  position('8 four timeouts, not over', 'roll', (p, { player }) => { player.timeouts = 4; }),
  position('8 four timeouts in the select phase', 'select', (p, { player }) => { player.timeouts = 4; }),
  over('the winner has four timeouts', (p, { winner }) => { winner.timeouts = 4; }),
  over('both have four timeouts', (p, { winner, loser, winnerSeat }) => {
    winner.timeouts = 4; loser.timeouts = 4; p.phase.reason = 'timeouts'; p.turn = otherSeat(winnerSeat);
  }),
  over('the winner came home with four timeouts', (p, { winner, winnerSeat }) => {
    allComeHome(winner); winner.timeouts = 4; p.phase.reason = 'home'; p.turn = winnerSeat;
  }),
  over('the loser is all home', (p, { loser }) => allComeHome(loser)),
  over('both all home', (p, { winner, loser, winnerSeat }) => {
    allComeHome(winner); allComeHome(loser); p.phase.reason = 'home'; p.turn = winnerSeat;
  }),
  over('home, but not all', (p, { winnerSeat }) => { p.phase.reason = 'home'; p.turn = winnerSeat; }),
  over('timeouts, but not four', (p, { winnerSeat }) => { p.phase.reason = 'timeouts'; p.turn = otherSeat(winnerSeat); }),
  over('resigned with all home', (p, { winner, winnerSeat }) => { allComeHome(winner); p.turn = winnerSeat; }),
  over('resigned with four timeouts', (p, { loser, winnerSeat }) => { loser.timeouts = 4; p.turn = otherSeat(winnerSeat); }),
  over('timeouts with all home', (p, { winner, loser, winnerSeat }) => {
    allComeHome(winner); loser.timeouts = 4; p.phase.reason = 'timeouts'; p.turn = otherSeat(winnerSeat);
  }),
  over("home in the loser's turn", (p, { winner, winnerSeat }) => {
    allComeHome(winner); p.phase.reason = 'home'; p.turn = otherSeat(winnerSeat);
  }),
  over("timeouts in the winner's turn", (p, { loser, winnerSeat }) => {
    loser.timeouts = 4; p.phase.reason = 'timeouts'; p.turn = winnerSeat;
  }),
];

const point9 = [
  position('9 turn yellow', 'roll', (p) => { p.turn = 'yellow'; }),
  position('9 turn blue in the select phase', 'select', (p) => { p.turn = 'blue'; }),
  position('9 a third player', 'roll', (p) => { p.players.yellow = p.players.red; }),
  position('9 winner yellow', 'over', (p) => { p.phase.winner = 'yellow'; }),
];

export const ILLEGAL_POSITIONS = [
  ...point1, ...point2, ...point3, ...point4, ...point5, ...point6, ...point7, ...point8, ...point9,
];

// --- Malformed documents -----------------------------------------------------------------------------------------

/** A sound document in which every kind of field occurs. */
function fullDocument() {
  return {
    ruleset: 'duel',
    position: {
      round: 4, turn: 'red', phase: { kind: 'roll' }, armed: 'six_die', used: ['six_die'],
      players: {
        red: {
          planes: [{ at: 'ring', cell: 20, effect: { kind: 'storm', turns: 3 } }, { at: 'pad' }, { at: 'lane', cell: 2 }, { at: 'hangar' }],
          items: { missile: 1, radar: 2 }, radar: 1, timeouts: 2, perched: null,
        },
        green: { planes: [{ at: 'ring', cell: 22 }, { at: 'pad' }, { at: 'hangar' }, { at: 'home' }], perched: 0 },
      },
      weather: [{ kind: 'tornado', cell: 5 }], items: [{ kind: 'radar', cell: 6 }],
    },
    chance: [{ dice: [6] }, { tornado: 6 }, { weather: [{ kind: 'storm', cell: 12 }] }, { items: [{ kind: 'flare', cell: 30 }] }],
    actions: [
      { do: 'use', item: 'missile', plane: 0 }, { do: 'use', item: 'radar', seat: 'red' }, { do: 'roll' },
      { do: 'select', plane: 1 }, { do: 'timeout' }, { do: 'resign', seat: 'green' },
    ],
  };
}

function document(name, change) {
  return {
    name,
    write() {
      const sound = fullDocument();
      change(sound);
      return JSON.stringify(sound);
    },
  };
}

/** A document with one place, named by its path, set to a value (or removed, where the value is undefined). */
function setting(path, value) {
  const shown = value === undefined ? 'missing' : JSON.stringify(value);
  return document(`${path} = ${shown}`, (d) => {
    const keys = path.split('.');
    const last = keys.pop();
    const at = keys.reduce((object, key) => object[key], d);
    if (value === undefined) delete at[last];
    else at[last] = value;
  });
}

const PHASES = {
  select: { kind: 'select', dice: [5], source: 'natural' },
  over: { kind: 'over', winner: 'red', reason: 'resign' },
};

/** Like `setting`, below `position.phase` of another kind. */
function phaseSetting(kind, key, value) {
  return document(`phase ${kind} ${key} = ${JSON.stringify(value) ?? 'missing'}`, (d) => {
    d.position.armed = null;
    d.position.phase = { ...PHASES[kind], [key]: value };
  });
}

const P0 = 'position.players.red.planes.0';

const unknownFields = [
  'note', 'position.note', 'position.phase.dice', 'position.phase.winner', 'position.players.red.name', `${P0}.seat`,
  `${P0}.effect.cell`, 'position.weather.0.turns', 'position.items.0.count', 'chance.0.source', 'chance.2.weather.0.turns',
  'actions.0.t', 'actions.2.plane', 'actions.2.item', 'actions.3.item', 'actions.4.plane', 'actions.5.plane', '__proto__x', 'Round',
].map((path) => setting(path, 1));

const unknownWords = [
  setting('ruleset', 'qq'), setting('ruleset', 'Duel'), setting('position', 'begin'), setting('position.turn', 'Red'),
  setting('position.phase', { kind: 'pause' }), setting('position.armed', 'dice'), setting('position.used', ['bomb']),
  setting('position.players.red.items', { bomb: 1 }), setting(`${P0}.at`, 'track'), setting(`${P0}.effect.kind`, 'rain'),
  setting('position.weather.0.kind', 'radar'), setting('position.items.0.kind', 'storm'),
  setting('chance.2.weather.0.kind', 'radar'), setting('chance.3.items.0.kind', 'storm'), setting('chance.0', { die: [6] }),
  setting('actions.2.do', 'Roll'), setting('actions.2.do', 'pass'), setting('actions.0.item', 'bomb'), setting('actions.1.seat', 'blue'),
  setting('actions.5.seat', 'yellow'), phaseSetting('select', 'source', 'magic'), phaseSetting('over', 'winner', 'blue'),
  phaseSetting('over', 'reason', 'boredom'),
];

const missingFields = [
  ...[
    'position.phase.kind', `${P0}.at`, `${P0}.effect.kind`, `${P0}.effect.turns`, 'position.weather.0.kind', 'position.weather.0.cell',
    'position.items.0.kind', 'position.items.0.cell', 'chance.0.dice', 'chance.2.weather.0.kind', 'chance.3.items.0.cell',
    'actions.0.plane', 'actions.0.item', 'actions.2.do', 'actions.3.plane', 'actions.5.seat',
  ].map((path) => setting(path, undefined)),
  phaseSetting('select', 'dice', undefined), phaseSetting('select', 'source', undefined),
  phaseSetting('over', 'winner', undefined), phaseSetting('over', 'reason', undefined),
];

const wrongTypes = [
  ['ruleset', 1], ['ruleset', ['duel']], ['position', []], ['position', 3], ['position.round', '4'], ['position.round', [4]],
  ['position.round', null], ['position.round', 1.5], ['position.round', true], ['position.turn', 0], ['position.turn', null],
  ['position.phase', 'roll'], ['position.phase', null], ['position.armed', false], ['position.armed', 0], ['position.used', 'six_die'],
  ['position.used', { six_die: 1 }], ['position.used', [1]], ['position.players', []], ['position.players', null],
  ['position.players.red', []], ['position.players.red', null], ['position.players.red.planes', { 0: 1 }],
  ['position.players.red.planes', null], ['position.players.red.items', []], ['position.players.red.items', { radar: '1' }],
  ['position.players.red.items', { radar: 0.5 }], ['position.players.red.radar', '0'], ['position.players.red.radar', false],
  ['position.players.red.timeouts', null], ['position.players.green.perched', '0'], ['position.players.green.perched', false],
  [P0, 'ring'], [P0, ['ring', 20]], [P0, null], [`${P0}.at`, 1], [`${P0}.cell`, '20'], [`${P0}.cell`, 20.5], [`${P0}.effect`, 'storm'],
  [`${P0}.effect.turns`, '3'], ['position.weather', {}], ['position.weather.0', ['tornado', 5]], ['position.weather.0.cell', '5'],
  ['position.items', null], ['chance', {}], ['chance', 'seed'], ['chance.0', [6]], ['chance.0.dice', 6], ['chance.0.dice', ['6']],
  ['chance.0.dice', [1.5]], ['chance.1.tornado', '6'], ['chance.1.tornado', [6]], ['chance.2.weather', {}], ['actions', {}],
  ['actions', 'roll'], ['actions', null], ['actions.2', 'roll'], ['actions.2', null], ['actions.2', ['roll']], ['actions.2.do', 1],
  ['actions.0.item', 1], ['actions.1.seat', 0], ['actions.3.plane', '1'], ['actions.3.plane', -1], ['actions.3.plane', 256],
  ['actions.3.plane', 1.5], ['actions.3.plane', null], ['actions.0.plane', 256], ['actions.5.seat', null],
].map(([path, value]) => setting(path, value));

const seeds = [
  document('both seed and chance', (d) => { d.seed = '0'.repeat(64); }),
  ...['', '0'.repeat(63), '0'.repeat(65), 'g'.repeat(64), 64, ['0'.repeat(64)]].map((seed) => document(`seed ${JSON.stringify(seed).slice(0, 8)}`, (d) => {
    delete d.chance;
    d.seed = seed;
  })),
];

/** A change to the text itself. */
function written(name, change) {
  return { name, write: () => change(JSON.stringify(fullDocument())) };
}

const texts = [
  written('empty', () => ''), written('white space only', () => ' \n'), written('no JSON', () => 'roll'),
  written('a list', (t) => `[${t}]`), written('null', () => 'null'), written('a string', () => '"start"'), written('a number', () => '7'),
  written('cut short', (t) => t.slice(0, -1)), written('a bracket too many', (t) => `${t}}`), written('two documents', (t) => t + t),
  written('trailing word', (t) => `${t} x`), written('a comment', (t) => `/* */${t}`), written('trailing comma', (t) => t.replace('],"actions"', ',],"actions"')),
  written('trailing comma in an object', (t) => `${t.slice(0, -1)},}`), written('single quotes', (t) => t.replaceAll('"', "'")),
  written('leading zero', (t) => t.replace('"round":4', '"round":04')), written('plus sign', (t) => t.replace('"round":4', '"round":+4')),
  written('NaN', (t) => t.replace('"round":4', '"round":NaN')), written('bare field name', (t) => t.replace('"round"', 'round')),
  written('control character', (t) => t.replace('"ruleset":"duel"', '"ruleset":"du\nel"')), written('unknown escape', (t) => t.replace('"duel"', '"d\\uel"')),
  written('not UTF-8', (t) => Buffer.concat([Buffer.from(t.slice(0, 12)), Buffer.from([0xff]), Buffer.from(t.slice(12))])),
  written('a zero byte', (t) => `${t}\u0000`),
  ...[
    ['ruleset', '"ruleset":"duel"'], ['round', '"round":4'], ['kind', '"kind":"roll"'], ['at', '"at":"pad"'], ['turns', '"turns":3'],
    ['missile', '"missile":1'], ['dice', '"dice":[6]'], ['do', '"do":"roll"'], ['tornado', '"tornado":6'], ['cell', '"cell":12'],
    ['timeouts', '"timeouts":2'], ['perched', '"perched":null'], ['red', '"red":{}'], ['actions', '"actions":[]'],
  ].map(([name, field]) => written(`doubled ${name}`, (t) => doubled(t, name, field))),
  written('doubled by an escape', (t) => t.replace('"round":4', '"round":4,"\\u0072ound":4')),
  written('doubled in an unused outcome', (t) => t.replace('"cell":30', '"cell":30,"cell":30')),
];

function doubled(text, name, field) {
  const first = text.indexOf(`"${name}":`);
  return `${text.slice(0, first)}${field},${text.slice(first)}`;
}

export const MALFORMED = [...unknownFields, ...unknownWords, ...missingFields, ...wrongTypes, ...seeds, ...texts];

const MIB_16 = 16 * 1024 * 1024;

/** Big ones, once a run: one byte too many, and (understood) exactly as large as allowed. */
export const AT_THE_SIZE_LIMIT = [
  written('over 16 MiB', (t) => t.padEnd(MIB_16 + 1, ' ')),
  { ...written('exactly 16 MiB', (t) => t.padEnd(MIB_16, ' ')), understood: true },
];

// --- Where the text is silent ------------------------------------------------------------------------------------

/** The reading taken here stands in `understood`. */
export const READINGS = [
  { ...document('actions left out', (d) => { delete d.actions; }), understood: false },
  { ...document('an empty document', (d) => { Object.keys(d).forEach((key) => delete d[key]); }), understood: false },
  { ...document('a plane for an item other than the missile', (d) => { d.actions[1].plane = 0; }), understood: false },
  { ...document('no dice in an outcome', (d) => { d.chance[0].dice = []; }), understood: true },
  { ...document('three dice in an outcome', (d) => { d.chance[0].dice = [1, 2, 3]; }), understood: true },
  ...[-1, 256, 100_000].map((die) => ({ ...document(`a die of ${die} in an outcome`, (d) => { d.chance[0].dice = [die]; }), understood: true })),
  ...[-1, 256, 100_000].map((cell) => ({ ...document(`tornado to ${cell}`, (d) => { d.chance[1].tornado = cell; }), understood: true })),
  { ...document('two outcomes in one', (d) => { d.chance[0].tornado = 6; }), understood: false },
  { ...document('an empty outcome', (d) => { d.chance[0] = {}; }), understood: false },
  { ...written('a whole number written 4.0', (t) => t.replace('"round":4', '"round":4.0')), understood: false },
  { ...written('a whole number written 4e0', (t) => t.replace('"round":4', '"round":4e0')), understood: false },
  { ...written('minus zero', (t) => t.replace('"radar":1', '"radar":-0')), understood: false },
  { ...written('a byte order mark', (t) => `\ufeff${t}`), understood: false },
  { ...document('seed in capitals', (d) => { delete d.chance; d.seed = 'AB'.repeat(32); }), understood: true },
  ...['seed', 'chance', 'position', 'ruleset'].map((key) => ({
    ...document(`${key} null`, (d) => { delete d.chance; d[key] = null; }), understood: false,
  })),
  ...[`${P0}.effect`, 'position.players.red.planes.1.cell', 'actions.2.seat'].map((path) => ({ ...setting(path, null), understood: false })),
  {
    name: 'from round 1,000,000 on', understood: true,
    write: () => JSON.stringify({
      position: { round: 1_000_000, turn: 'green' },
      chance: [{ dice: [1] }, { weather: [{ kind: 'storm', cell: 1 }, { kind: 'thunder', cell: 2 }] }], actions: [{ do: 'roll' }],
    }),
  },
];
