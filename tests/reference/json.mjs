// A strict JSON reader (RFC 8259) and the canonical writer (RFC 8785).
//
// JSON.parse keeps the last of doubled keys and reads 1.0 as 1; both are hidden by it, so documents are read here.

export class JsonError extends Error {}

/** A number that is not written as a whole number, or is too large for one: no field of any format takes it. */
export class NotWhole {
  constructor(text) {
    this.text = text;
  }
}

const DEEPEST = 100; // no document of the formats comes near; keeps hostile nesting off the call stack

/** Reads one JSON document from bytes. Objects have no prototype, so `__proto__` is a key like any other. */
export function readJson(bytes) {
  let text;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new JsonError('not UTF-8');
  }
  const reader = new Reader(text);
  const value = unwrapNull(reader.value(0));
  reader.space();
  if (reader.at < text.length) reader.fail('more than one document');
  return value;
}

class Reader {
  constructor(text) {
    this.text = text;
    this.at = 0;
  }

  fail(why) {
    throw new JsonError(`${why} at character ${this.at}`);
  }

  match(pattern) {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found) this.at += found[0].length;
    return found?.[0];
  }

  space() {
    this.match(/[ \t\n\r]*/y);
  }

  expect(character) {
    if (this.text[this.at] !== character) this.fail(`${character} expected`);
    this.at += 1;
  }

  /** Takes the character if it comes next. */
  takes(character) {
    if (this.text[this.at] !== character) return false;
    this.at += 1;
    return true;
  }

  value(depth) {
    if (depth > DEEPEST) this.fail('nested too deeply');
    this.space();
    switch (this.text[this.at]) {
      case '{': return this.object(depth);
      case '[': return this.array(depth);
      case '"': return this.string();
      default: return this.word() ?? this.number();
    }
  }

  /** true, false or null (as JSON_NULL, for null and undefined are one to `??`); undefined where no word stands. */
  word() {
    if (this.match(/null/y)) return JSON_NULL;
    const word = this.match(/true|false/y);
    return word === undefined ? undefined : word === 'true';
  }

  number() {
    const text = this.match(/-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y);
    if (text === undefined) this.fail('a value expected');
    const whole = /^(?:0|-?[1-9][0-9]*)$/.test(text) && Number.isSafeInteger(Number(text));
    return whole ? Number(text) : new NotWhole(text);
  }

  string() {
    const start = this.at;
    this.at += 1;
    while (this.text[this.at] !== '"') {
      if (this.at >= this.text.length) this.fail('a string is not closed');
      if (this.text[this.at] < ' ') this.fail('a control character in a string');
      if (this.text[this.at] !== '\\') this.at += 1;
      else if (this.match(/\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y) === undefined) this.fail('an unknown escape');
    }
    this.at += 1;
    const value = JSON.parse(this.text.slice(start, this.at)); // one sound string: nothing for JSON.parse to lose
    if (!value.isWellFormed()) this.fail('half a surrogate pair');
    return value;
  }

  array(depth) {
    const values = [];
    this.expect('[');
    this.space();
    if (this.takes(']')) return values;
    do {
      values.push(unwrapNull(this.value(depth + 1)));
      this.space();
    } while (this.takes(','));
    this.expect(']');
    return values;
  }

  object(depth) {
    const object = Object.create(null);
    this.expect('{');
    this.space();
    if (this.takes('}')) return object;
    do {
      this.space();
      if (this.text[this.at] !== '"') this.fail('a field name expected');
      const key = this.string();
      if (key in object) this.fail(`the field ${JSON.stringify(key)} is doubled`);
      this.space();
      this.expect(':');
      object[key] = unwrapNull(this.value(depth + 1));
      this.space();
    } while (this.takes(','));
    this.expect('}');
    return object;
  }
}

const JSON_NULL = Symbol('null');
const unwrapNull = (value) => (value === JSON_NULL ? null : value);

/** RFC 8785: keys sorted by UTF-16 units, no white space, strings and numbers as ECMAScript writes them. */
export function canonicalJson(value) {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (value !== null && typeof value === 'object') {
    const fields = Object.keys(value).sort().map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key])}`);
    return `{${fields.join(',')}}`;
  }
  return JSON.stringify(value);
}
