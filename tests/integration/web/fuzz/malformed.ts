/** Bytes that are not a valid HTTP request, or an ambiguous one. */
import fc from 'fast-check';

const HEAD =
  'POST /api/users/create_account HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n';

const KNOWN = [
  'GET /api/config HTTP/1.1\r\n\r\n',
  'GET /api/config HTTP/1.1\r\nhost:\r\n\r\n',
  'GET /api/config HTTP/1.1\r\nhost: localhost\r\nhost: evil.example\r\n\r\n',
  'GET /api/config HTTP/1.1\r\nhost: local host\r\n\r\n',
  'GET /api/config HTTP/1.1\r\nhost: [::1\r\n\r\n',
  'GET /api/config HTTP/1.1\r\nhost: a@b/c?d#e\r\n\r\n',
  'GET /api/config HTTP/1.0\r\n\r\n',
  'GET /api/config HTTP/9.9\r\nhost: localhost\r\n\r\n',
  'GET /api/config\r\n\r\n',
  'GET /api/config HTTP/1.1\nhost: localhost\n\n',
  'GET api/config HTTP/1.1\r\nhost: localhost\r\n\r\n',
  'GET * HTTP/1.1\r\nhost: localhost\r\n\r\n',
  'OPTIONS * HTTP/1.1\r\nhost: localhost\r\n\r\n',
  'GET \\\\evil.example\\x HTTP/1.1\r\nhost: localhost\r\n\r\n',
  'GET //evil.example/x HTTP/1.1\r\nhost: localhost\r\n\r\n',
  'GET http://evil.example/api/config HTTP/1.1\r\nhost: localhost\r\n\r\n',
  'GET http://[::1/api/config HTTP/1.1\r\nhost: localhost\r\n\r\n',
  'GET /api/%config?%=%&\u00FF HTTP/1.1\r\nhost: localhost\r\n\r\n',
  'GET /api/config HTTP/1.1\r\nhost: localhost\r\nx: a\u0000b\r\n\r\n',
  'GET /api/config HTTP/1.1\r\nhost: localhost\r\nx: a\r\n b\r\n\r\n',
  'GET /api/config HTTP/1.1\r\nhost: localhost\r\nx y: a\r\n\r\n',
  'GET /api/config HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n',
  'CONNECT evil.example:443 HTTP/1.1\r\nhost: evil.example\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'NONSENSE /api/config HTTP/1.1\r\nhost: localhost\r\n\r\n',
  `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nhost: localhost\r\n\r\n`,
  `${HEAD}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`,
  `${HEAD}content-length: -1\r\n\r\n{}`,
  `${HEAD}content-length: 99999999999999999999\r\n\r\n{}`,
  `${HEAD}content-length: 1e3\r\n\r\n{}`,
  `${HEAD}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\n\r\n`,
  `${HEAD}transfer-encoding: gzip, chunked\r\n\r\n0\r\n\r\n`,
  `${HEAD}transfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
  `${HEAD}transfer-encoding: chunked\r\n\r\nffffffffffffffff\r\n{}`,
  `${HEAD}transfer-encoding: chunked\r\n\r\n2;${'x'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`,
  `${HEAD}transfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nx-trailer: ${'x'.repeat(20_000)}\r\n\r\n`,
  `${HEAD}content-length: 500\r\n\r\n{"email":`,
  HEAD,
  'GET',
  '\r\n\r\n\r\n',
].map((text) => Buffer.from(text, 'latin1'));

/** The start of a TLS handshake, as from a client that expects https. */
const TLS_HELLO = Buffer.from('16030100a5010000a10303', 'hex');

export const malformedBytes: fc.Arbitrary<Uint8Array> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<Uint8Array>(...KNOWN, TLS_HELLO) },
  { weight: 1, arbitrary: fc.uint8Array({ minLength: 1, maxLength: 400 }) },
  {
    weight: 4,
    arbitrary: fc
      .tuple(
        fc.constantFrom(...KNOWN),
        fc.array(fc.tuple(fc.nat(20_000), fc.integer({ min: 0, max: 255 })), { maxLength: 4 }),
      )
      .map(([bytes, changes]) => {
        const changed = Uint8Array.from(bytes);
        for (const [at, byte] of changes) changed[at % changed.length] = byte;
        return changed;
      }),
  },
);
