/** Requests from the OpenAPI document: valid, almost valid, and invalid. */
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { OpenApi, Operation, Parameter } from '../../../support/server/openapi/conformance.ts';
import { brokenValue, hostileText, validValue } from './values.ts';
import type { JsonSchema, Known } from './values.ts';

/** How a request's body is sent. */
export type Delivery = 'whole' | 'chunked' | 'slow' | 'cut off';

export interface FuzzRequest {
  method: string;
  /** Path and query, percent-encoded. */
  target: string;
  headers: Record<string, string>;
  body: Uint8Array | null;
  delivery: Delivery;
}

/** Header values by the document's security schemes, valid ones first. */
export type Credentials = Readonly<Record<string, readonly { name: string; value: string }[]>>;

export interface Knowledge {
  /** By the name of a parameter or a member. */
  values: Known;
  /** Bodies that are not JSON, by path. */
  bytes: Readonly<Record<string, readonly Uint8Array[]>>;
  credentials: Credentials;
  /**
   * By method and path: credentials for calls that end their caller's session or account, so that the others keep
   * theirs.
   */
  ownCredentials: Readonly<Record<string, Credentials>>;
}

const OTHER_METHODS = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'M-SEARCH',
];
const CONTENT_TYPES = [
  'application/json',
  'application/json; charset=utf-16',
  'application/problem+json',
  'APPLICATION/JSON;;;',
  'text/plain',
  'text/xml',
  'application/x-www-form-urlencoded',
  'application/x-www-form-urlencoded; charset=shift_jis',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary=x',
  'application/octet-stream',
  'not a type',
  '/',
];
/** More bytes than this server accepts in a body for which the document names no size. */
const SMALL_BODY = 2 ** 16;

const utf8 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text));

/** Usually (nine times in ten) the first. */
function mostly<T>(usual: fc.Arbitrary<T>, odd: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return fc.oneof({ weight: 9, arbitrary: usual }, { weight: 1, arbitrary: odd });
}

export function fuzzRequests(document: OpenApi, knowledge: Knowledge): fc.Arbitrary<FuzzRequest> {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  return fc
    .oneof(
      ...operations.map(({ path, method, operation }) =>
        fc.record({
          method: mostly(fc.constant(method), fc.constantFrom(...OTHER_METHODS)),
          target: targets(path, operation, knowledge.values),
          headers: headers(operation, {
            ...knowledge,
            credentials: knowledge.ownCredentials[`${method} ${path}`] ?? knowledge.credentials,
          }),
          delivery: mostly<Delivery>(fc.constant('whole'), fc.constantFrom('chunked', 'slow', 'cut off')),
          content: bodies(path, operation, knowledge),
        }),
      ),
    )
    .map(({ content, headers: given, method, target, delivery }) => {
      const bare = content === null || method === 'GET' || method === 'HEAD' || method === 'TRACE';
      return {
        target,
        delivery,
        method,
        headers: bare ? given : { 'content-type': content.type, ...content.headers, ...given },
        body: bare ? null : content.bytes,
      };
    });
}

function parametersIn(operation: Operation, place: Parameter['in']): Parameter[] {
  return (operation.parameters ?? []).filter((parameter) => parameter.in === place);
}

function targets(path: string, operation: Operation, known: Known): fc.Arbitrary<string> {
  const segments = path.split('/').map((segment): fc.Arbitrary<string> => {
    const parameter = parametersIn(operation, 'path').find(({ name }) => segment === `{${name}}`);
    if (segment === '') return fc.constant('');
    if (parameter === undefined) {
      return fc.oneof({ weight: 30, arbitrary: fc.constant(segment) }, fc.constant(`${segment}%20`));
    }
    const encode = (value: unknown): string => {
      const text = encodeURIComponent(String(value).toWellFormed());
      return parameter['x-slashes'] === true ? text.replaceAll('%2F', '/') : text;
    };
    return fc.oneof(
      validValue(parameter.schema, known, parameter.name).map(encode),
      hostileText.map(encode),
      fc.constantFrom('%00', '%', '%zz', '%c0%ae', '%ff', '..%2f..%2f', '.', '..', ';a=b', '*', '%E0%A4%A'),
    );
  });
  const pairs = parametersIn(operation, 'query').map(({ name, required, schema }): fc.Arbitrary<string[]> => {
    const value = fc.oneof(
      { weight: 3, arbitrary: validValue(schema, known, name).map(String) },
      hostileText,
    );
    const pair = value.map((text) => [`${name}=${encodeURIComponent(text.toWellFormed())}`]);
    const odd = fc.oneof(
      fc.constant<string[]>([]),
      fc.tuple(pair, pair).map((twice) => twice.flat()),
      fc.constantFrom<string[][]>(
        [name],
        [`${name}[]=1`],
        [`${name}[a]=1`],
        [`${name}=%`],
        [`${name}=%ff%00`],
        ['__proto__=1'],
      ),
    );
    return required ? mostly(pair, odd) : fc.oneof(pair, fc.constant<string[]>([]), odd);
  });
  return fc.tuple(fc.tuple(...segments), fc.tuple(...pairs)).map(([parts, query]) => {
    const search = query.flat().join('&');
    return parts.join('/') + (search === '' ? '' : `?${search}`);
  });
}

function headers(
  operation: Operation,
  { values, credentials }: Knowledge,
): fc.Arbitrary<Record<string, string>> {
  const needed = Object.keys(operation.security?.[0] ?? {}).map((scheme) => {
    const [valid, ...others] = credentials[scheme] ?? [];
    if (valid === undefined) throw new Error(`no credentials for ${scheme}`);
    const wrong = fc.constantFrom(...others, null);
    return fc.oneof({ weight: 3, arbitrary: fc.constant(valid) }, { weight: 2, arbitrary: wrong });
  });
  const named = parametersIn(operation, 'header').map(({ name, schema }) => {
    const value = fc.oneof(
      { weight: 4, arbitrary: validValue(schema, values, name).map(String) },
      hostileText,
    );
    return fc.option(
      value.map((text) => ({ name, value: headerSafe(text) })),
      { freq: 9 },
    );
  });
  const odd = fc.constantFrom<Record<string, string>[]>(
    { origin: 'https://evil.example' },
    {
      origin: 'null',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization',
    },
    { cookie: 'session=1; __proto__=2' },
    { 'x-forwarded-for': "1.2.3.4, ' or 1=1 --, [::1" },
    { 'x-forwarded-host': 'evil.example', 'x-original-url': '/healthz', 'x-http-method-override': 'DELETE' },
    { range: 'bytes=0-0' },
    { range: 'bytes=9999999999-,-1' },
    { 'if-none-match': '*' },
    { 'if-modified-since': 'never' },
    { 'accept-encoding': 'br;q=9, gzip;q=, *' },
    { accept: 'x'.repeat(5000) },
    { 'content-encoding': 'gzip' },
    { 'content-encoding': 'br, br, br' },
    { expect: 'a miracle' },
    { host: 'evil.example' },
    { host: 'localhost:99999' },
    { 'x-filler': 'x'.repeat(20_000) },
    Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`x-many-${index}`, 'x'])),
  );
  return fc
    .tuple(fc.tuple(...needed), fc.tuple(...named), mostly(fc.constant({}), odd))
    .map(([given, own, more]) => {
      const all = [given, own]
        .flat()
        .flatMap((header) => (header === null ? [] : [[header.name, header.value]]));
      return Object.assign(Object.fromEntries(all) as Record<string, string>, more);
    });
}

/** Values that HTTP's grammar allows in a header. Others are tried as raw bytes. */
function headerSafe(text: string): string {
  return text.replaceAll(/[^\t\u0020-\u007E\u0080-\u00FF]/g, '?').slice(0, 12_000);
}

interface Body {
  type: string;
  headers: Record<string, string>;
  bytes: Uint8Array;
}

function bodies(path: string, operation: Operation, knowledge: Knowledge): fc.Arbitrary<Body | null> {
  const [documented] = Object.entries(operation.requestBody?.content ?? {});
  const most = operation['x-max-body-bytes'] ?? SMALL_BODY;
  const noise = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc.constantFrom(0, most - 1, most, most + 1, most * 3).map((length) => new Uint8Array(length).fill(0x20)),
    fc
      .constantFrom('', '{', '[', '"', 'nul', '{"a":1', '[1e999]', '\uFEFF{}', '{"a":1,"a":2}', '--x\r\n\r\n')
      .map(utf8),
    fc.integer({ min: 100, max: 15_000 }).map((depth) => utf8('['.repeat(depth))),
  );
  if (documented === undefined) {
    return mostly<Body | null>(
      fc.constant(null),
      fc
        .tuple(fc.constantFrom(...CONTENT_TYPES), noise)
        .map(([type, bytes]) => ({ type, headers: {}, bytes })),
    );
  }
  const [type, { schema }] = documented;
  const form = type === 'application/x-www-form-urlencoded';
  const written = (value: unknown): Uint8Array =>
    utf8(form ? formText(value) : (JSON.stringify(value) ?? ''));
  const meant = knowledge.bytes[path] ?? [new Uint8Array(10)];
  const right =
    schema === undefined ? fc.constantFrom(...meant) : validValue(schema, knowledge.values).map(written);
  const nearly =
    schema === undefined
      ? right.chain(spoiled)
      : brokenValue(schema as JsonSchema, knowledge.values).map(written);
  const types = mostly(fc.constant(type), fc.constantFrom(...CONTENT_TYPES));
  const bytes = fc.oneof(
    { weight: 4, arbitrary: right },
    { weight: 5, arbitrary: nearly },
    { weight: 2, arbitrary: noise },
  );
  const encoded = fc.oneof(
    { weight: 20, arbitrary: bytes.map((plain) => ({ headers: {}, bytes: plain })) },
    {
      weight: 1,
      arbitrary: bytes.map((plain) => ({
        headers: { 'content-encoding': 'gzip' },
        bytes: new Uint8Array(gzipSync(plain)),
      })),
    },
    {
      weight: 1,
      arbitrary: bytes.map((plain) => ({
        headers: {},
        bytes: new Uint8Array(Buffer.from(Buffer.from(plain).toString(), 'utf16le')),
      })),
    },
    { weight: 1, arbitrary: bytes.chain(spoiled).map((plain) => ({ headers: {}, bytes: plain })) },
  );
  return fc.tuple(types, encoded).map(([contentType, content]) => ({
    type: contentType,
    headers: content.headers,
    bytes: content.bytes,
  }));
}

function formText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value).toWellFormed();
  return Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => {
      const text = typeof member === 'string' ? member : (JSON.stringify(member) ?? '');
      return `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(text.toWellFormed())}`;
    })
    .join('&');
}

/** The bytes with one changed, or with some removed or added. */
function spoiled(bytes: Uint8Array): fc.Arbitrary<Uint8Array> {
  return fc
    .tuple(fc.nat(Math.max(0, bytes.length - 1)), fc.integer({ min: 0, max: 255 }), fc.nat(2))
    .map(([at, byte, how]) => {
      if (how === 0) return bytes.slice(0, at);
      if (how === 1) return Uint8Array.from([...bytes.slice(0, at), byte, ...bytes.slice(at)]);
      return bytes.map((was, index) => (index === at ? byte : was));
    });
}
