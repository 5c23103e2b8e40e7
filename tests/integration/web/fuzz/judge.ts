/** What every answer must satisfy, whatever the request. */
import { gunzipSync, inflateSync } from 'node:zlib';
import type { IncomingHttpHeaders } from 'node:http';
import type { Conformance } from '../../../support/server/openapi/conformance.ts';
import { headerFaults } from '../../../support/server/openapi/headers.ts';
import type { FuzzRequest } from './requests.ts';
import type { Ending, FuzzAnswer } from './wire.ts';

/** Signs of our internals: stacks, our files and libraries, queries, the machine's folders. */
const INSIDES =
  /\n\s+at |node_modules|node:internal|file:\/\/|\/server\/|\.ts:\d|\/root\/|\/home\/|\/tmp\/|PGlite|drizzle|postgres|insert into|select "|ENOENT|EACCES|SyntaxError|TypeError|ZodError|PsiError/i;

/** Answers of the HTTP server itself, before the app sees a request. */
const BEFORE_THE_APP = new Set([400, 408, 413, 417, 431]);

/** The longest request line with headers that must be answered; Node's own limit is 16 KiB. Characters. */
const MOST_HEAD = 14_000;

export interface Judge {
  /** What is wrong with how a request ended; null when nothing is. */
  fault(request: FuzzRequest, ending: Ending): string | null;
  /** The same for bytes that may not be a request at all. */
  faultOfBytes(outcome: { hung: boolean; received: Buffer }): string | null;
}

/** @param secrets texts that must not occur in any answer */
export function createJudge(conformance: Conformance, secrets: readonly string[]): Judge {
  const leak = (text: string): string | null => {
    if (secrets.some((secret) => text.includes(secret))) return 'holds a secret';
    const inside = INSIDES.exec(text)?.[0];
    return inside === undefined ? null : `shows its insides: ${JSON.stringify(inside)}`;
  };

  const faultOf = ({ method, target, headers: sent }: FuzzRequest, answer: FuzzAnswer): string | null => {
    const { status, headers } = answer;
    if (status >= 500) return `answered ${status}`;
    const body = plain(answer);
    const text = Buffer.from(body).toString('latin1');
    const contentType = headers['content-type'] ?? null;
    // Mail, the page's files and stored objects may contain anything.
    const leaked = status < 400 && contentType !== 'application/json' ? null : leak(text);
    if (leaked !== null) return `answered ${status} and ${leaked}`;
    if (BEFORE_THE_APP.has(status) && headers['content-security-policy'] === undefined)
      return method === 'HEAD' ? null : errorFault(text);
    const wrong = headerFaults((name) => single(headers, name));
    if (wrong.length > 0) return `answered ${status} with wrong headers: ${wrong.join(', ')}`;
    // A server for one machine refuses a foreign host, or anything from a proxy, before it looks for a route.
    const foreign = Object.keys(sent).some((name) => name === 'host' || name.startsWith('x-forwarded-'));
    if (foreign && status === 421) return method === 'HEAD' ? null : errorFault(text);
    return conformance.fault({ method, target, status, contentType, body });
  };

  return {
    fault(request, ending) {
      if (ending.kind === 'hung') return 'was not answered in time';
      if (ending.kind === 'closed') {
        // Either the caller hung up, or the server did after it had refused the body or the headers.
        const head = request.target + JSON.stringify(request.headers);
        const excused =
          request.delivery === 'cut off' || (request.body?.length ?? 0) > 0 || head.length > MOST_HEAD;
        return excused ? null : 'was not answered: the connection was closed';
      }
      return faultOf(request, ending.answer);
    },
    faultOfBytes({ hung, received }) {
      if (hung) return 'was not answered in time';
      const text = received.toString('latin1');
      const leaked = leak(text);
      if (leaked !== null) return leaked;
      // The bytes may contain several requests, each with its own answer.
      const faults = text.split(/(?=HTTP\/1\.1 \d{3} )/).map((message) => {
        const [, code = '', body = ''] = /^HTTP\/1\.1 (\d{3})[^]*?\r\n\r\n([^]*)$/.exec(message) ?? [];
        if (Number(code) >= 500) return `answered ${code}`;
        return BEFORE_THE_APP.has(Number(code)) && !/content-security-policy/i.test(message)
          ? errorFault(body)
          : null;
      });
      return faults.find((fault) => fault !== null) ?? null;
    },
  };
}

function errorFault(text: string): string | null {
  try {
    const { error } = JSON.parse(text) as { error?: unknown };
    return typeof error === 'string' && error !== '' ? null : 'answered an error without {error}';
  } catch {
    return `answered an error without {error}: ${JSON.stringify(text.slice(0, 100))}`;
  }
}

function single(headers: IncomingHttpHeaders, name: string): string | null {
  const value = headers[name];
  return value === undefined ? null : [value].flat().join(', ');
}

function plain({ headers, body }: FuzzAnswer): Uint8Array {
  if (body.length === 0) return body;
  if (headers['content-encoding'] === 'gzip') return gunzipSync(body);
  return headers['content-encoding'] === 'deflate' ? inflateSync(body) : body;
}
