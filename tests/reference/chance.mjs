// Chance is an input of the rules (RULES.md section 8): a ChaCha20 stream, or outcomes told by a script.
//
// Every source of chance answers the same four questions:
//   dice(count)      -> array of `count` dice
//   tornado(cells)   -> one of `cells`
//   weather(free), items(free) -> [{kind, cell}, …], cells taken from the free ring cells, in drawn order
import { createHash } from 'node:crypto';
import { ITEM_KINDS, WEATHER_KINDS } from './board.mjs';

export function sha256(...parts) {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

export class BadChance extends Error {}

/** ChaCha20 with 20 rounds, a 64-bit counter from 0 and nonce 0, read as little-endian words. */
export class ChaCha20 {
  constructor(key) {
    if (key.length !== 32) throw new RangeError('the key has 32 bytes');
    this.key = Array.from({ length: 8 }, (_, i) => Buffer.from(key).readUInt32LE(4 * i));
    this.counter = 0n;
    this.block = [];
  }

  nextWord() {
    if (this.block.length === 0) this.block = this.#nextBlock();
    return this.block.shift();
  }

  #nextBlock() {
    const initial = [
      0x61707865, 0x3320646e, 0x79622d32, 0x6b206574, // "expand 32-byte k"
      ...this.key,
      Number(this.counter & 0xffffffffn), Number(this.counter >> 32n),
      0, 0,
    ];
    this.counter += 1n;
    const x = Uint32Array.from(initial);
    for (let doubleRound = 0; doubleRound < 10; doubleRound += 1) {
      quarterRound(x, 0, 4, 8, 12);
      quarterRound(x, 1, 5, 9, 13);
      quarterRound(x, 2, 6, 10, 14);
      quarterRound(x, 3, 7, 11, 15);
      quarterRound(x, 0, 5, 10, 15);
      quarterRound(x, 1, 6, 11, 12);
      quarterRound(x, 2, 7, 8, 13);
      quarterRound(x, 3, 4, 9, 14);
    }
    return Array.from(x, (word, i) => (word + initial[i]) >>> 0);
  }

  /** A whole number from 0 to n − 1; words from n·⌊2³²/n⌋ on are thrown away so that none is likelier. */
  uniform(n) {
    const limit = n * Math.floor(2 ** 32 / n);
    let word;
    do word = this.nextWord(); while (word >= limit);
    return word % n;
  }
}

function quarterRound(x, a, b, c, d) {
  const rotate = (word, bits) => (word << bits) | (word >>> (32 - bits));
  x[a] += x[b]; x[d] = rotate(x[d] ^ x[a], 16);
  x[c] += x[d]; x[b] = rotate(x[b] ^ x[c], 12);
  x[a] += x[b]; x[d] = rotate(x[d] ^ x[a], 8);
  x[c] += x[d]; x[b] = rotate(x[b] ^ x[c], 7);
}

/** The chance of a match, all from one stream keyed by the match seed. */
export class SeededChance {
  constructor(seed) {
    this.stream = new ChaCha20(seed);
  }

  /** 0: the earlier in the queue is Red. Drawn first of all, and only where a match begins. */
  seats() {
    return this.stream.uniform(2);
  }

  dice(count) {
    return Array.from({ length: count }, () => 1 + this.stream.uniform(6));
  }

  tornado(cells) {
    return cells[this.stream.uniform(cells.length)];
  }

  weather(free) {
    return this.#refresh(WEATHER_KINDS, free);
  }

  items(free) {
    return this.#refresh(ITEM_KINDS, free);
  }

  #refresh(allKinds, free) {
    const count = 2 + this.stream.uniform(2);
    const take = (left) => left.splice(this.stream.uniform(left.length), 1)[0];
    const kindsLeft = [...allKinds];
    const kinds = Array.from({ length: count }, () => take(kindsLeft));
    const cellsLeft = [...free];
    return kinds.map((kind) => ({ kind, cell: take(cellsLeft) }));
  }
}

/** The outcomes of a scenario's `chance`, in the order in which the game draws them. */
export class ScriptedChance {
  constructor(outcomes) {
    this.outcomes = outcomes;
    this.next = 0;
  }

  seats() {
    return 0; // FORMATS.md section 1: the seat draw takes no outcome
  }

  dice(count) {
    const dice = this.#take('dice');
    if (dice.length !== count) throw new BadChance(`this roll has ${count} dice`);
    if (dice.some((die) => die < 1 || die > 6)) throw new BadChance('a die shows 1 to 6');
    return dice;
  }

  tornado(cells) {
    const cell = this.#take('tornado');
    if (!cells.includes(cell)) throw new BadChance(`the tornado does not reach cell ${cell}`);
    return cell;
  }

  weather(free) {
    return this.#refresh('weather', free);
  }

  items(free) {
    return this.#refresh('items', free);
  }

  #refresh(what, free) {
    const marks = this.#take(what);
    if (marks.length < 2 || marks.length > 3) throw new BadChance(`a refresh brings 2 or 3 ${what}`);
    if (new Set(marks.map((mark) => mark.kind)).size !== marks.length) throw new BadChance('the kinds differ');
    if (new Set(marks.map((mark) => mark.cell)).size !== marks.length) throw new BadChance('one cell each');
    for (const { cell } of marks) if (!free.includes(cell)) throw new BadChance(`cell ${cell} is not free`);
    return marks;
  }

  #take(what) {
    if (this.next >= this.outcomes.length) throw new BadChance(`the game draws ${what}, no outcome is left`);
    const outcome = this.outcomes[this.next];
    this.next += 1;
    if (!(what in outcome)) throw new BadChance(`the game draws ${what}, told is ${Object.keys(outcome)[0]}`);
    return outcome[what];
  }
}
