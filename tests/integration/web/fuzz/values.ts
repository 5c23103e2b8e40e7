/** Values that a JSON Schema allows or forbids. */
import fc from 'fast-check';

/** The parts of a schema that are read here. */
export interface JsonSchema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  minItems?: number;
  maxItems?: number;
}

/** Values that mean something to the server, by the name of their member. */
export type Known = Readonly<Record<string, readonly unknown[]>>;

/** The longest list or text here; longer ones are among the hostile values. */
const MOST_ITEMS = 4;
const MOST_CHARACTERS = 40;

/** @param name the member under which the value is sent */
export function validValue(schema: JsonSchema, known: Known, name = ''): fc.Arbitrary<unknown> {
  const meant = known[name];
  const plain = plainValue(schema, known, name);
  return meant === undefined || meant.length === 0
    ? plain
    : fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...meant) }, plain);
}

function plainValue(schema: JsonSchema, known: Known, name: string): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map((one) => validValue(one, known, name)));
  const [type = 'any'] = [schema.type ?? []].flat();
  switch (type) {
    case 'string': {
      if (schema.pattern !== undefined) return fc.stringMatching(new RegExp(schema.pattern));
      const minLength = schema.minLength ?? 0;
      const maxLength = Math.min(schema.maxLength ?? MOST_CHARACTERS, minLength + MOST_CHARACTERS);
      return fc.string({ unit: 'grapheme', minLength, maxLength });
    }
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -(2 ** 31), max: schema.maximum ?? 2 ** 31 });
    case 'number':
      return fc.double({ min: schema.minimum ?? -1e9, max: schema.maximum ?? 1e9, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array': {
      const minLength = schema.minItems ?? 0;
      const maxLength = Math.min(schema.maxItems ?? MOST_ITEMS, minLength + MOST_ITEMS);
      return fc.array(validValue(schema.items ?? {}, known, name), { minLength, maxLength });
    }
    case 'object': {
      const members = Object.entries(schema.properties ?? {}).map(([key, member]) => {
        const value = validValue(member, known, key);
        return [key, schema.required?.includes(key) === true ? value : fc.option(value, { nil: undefined })];
      });
      return fc.record(Object.fromEntries(members) as Record<string, fc.Arbitrary<unknown>>);
    }
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

/** Texts that often break programs, and long ones up to the size of a whole request head. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary', maxLength: MOST_CHARACTERS }),
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\uD800',
    '\uFEFF',
    '\u202Eevil',
    '😀'.repeat(200),
    'ﬀ\u0301\u0301\u0301',
    '../../../../etc/passwd',
    '..\\..\\secret',
    "' or 1=1; drop table users --",
    '${7*7}{{7*7}}<%= 7 %>',
    '<script>alert(1)</script>',
    'a\r\nset-cookie: a=b',
    '%',
    '%00',
    '%ff',
    'NaN',
    '-1',
    '1e400',
    '9'.repeat(40),
    '0x10',
    'null',
    'undefined',
    '__proto__',
    'constructor',
    'toString',
    'http://169.254.169.254/latest/meta-data',
    'http://localhost:8787@evil.example/blob/public/psi/x',
  ),
  fc
    .tuple(
      fc.constantFrom('a', '-', '(', '{', '"', '.', '/', '=', '%41', 'é', '["', ' '),
      fc.integer({ min: 8, max: 13 }),
    )
    .map(([unit, power]) => unit.repeat(2 ** power / unit.length)),
);

/** An object with its own member of this name, which a literal cannot have. */
function polluted(name: string, value: unknown): object {
  return JSON.parse(`{${JSON.stringify(name)}:${JSON.stringify(value)}}`) as object;
}

function nested(depth: number, list: boolean): unknown {
  let value: unknown = 0;
  for (let level = 0; level < depth; level += 1) value = list ? [value] : { a: value };
  return value;
}

/** Any JSON value, with more weight on extreme ones. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.constantFrom(
    null,
    true,
    false,
    0,
    -0,
    -1,
    1.5,
    100,
    2 ** 31,
    2 ** 53,
    -(2 ** 63),
    1e308,
    5e-324,
    [],
    {},
  ),
  fc.jsonValue({ maxDepth: 3 }),
  fc.tuple(fc.integer({ min: 1, max: 3000 }), fc.boolean()).map(([depth, list]) => nested(depth, list)),
  fc
    .tuple(
      fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'then'),
      fc.jsonValue({ maxDepth: 1 }),
    )
    .map(([name, value]) => polluted(name, value)),
);

/** A valid value with one error: a member is missing, has another value, or is extra. */
export function brokenValue(schema: JsonSchema, known: Known): fc.Arbitrary<unknown> {
  return fc
    .tuple(
      validValue(schema, known),
      fc.nat(1000),
      hostileValue,
      fc.constantFrom('replace', 'remove', 'add', 'wrap'),
    )
    .map(([value, at, other, how]) => {
      const places = placesOf(value);
      const place = places[at % Math.max(1, places.length)];
      if (how === 'wrap' || place === undefined) return at % 2 === 0 ? [value] : other;
      const { holder, key } = place;
      if (how === 'remove') delete holder[key];
      else if (how === 'replace') holder[key] = other;
      else Object.assign(holder, { [`extra${at}`]: other }, typeof other === 'object' ? other : {});
      return value;
    });
}

interface Place {
  holder: Record<string, unknown>;
  key: string;
}

/** Every member of every object and list in a value. */
function placesOf(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  const holder = value as Record<string, unknown>;
  return Object.keys(holder).flatMap((key) => [{ holder, key }].concat(placesOf(holder[key])));
}
