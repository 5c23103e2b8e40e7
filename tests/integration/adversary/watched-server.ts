/**
 * The real server behind an edge that writes down all that arrives, and that can answer round 2 in the server's
 * place: to a client, a server that does not keep to the rules.
 */
import type { IncomingMessage } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { eq } from 'drizzle-orm';
import { initPsi } from '../../../psi-wasm/index.ts';
import type { PublicKeys, Reply, Request as Round1, ServerState } from '../../../psi-wasm/index.ts';
import { psiKeys } from '../../../server/database/schema.ts';
import { createLoopback } from '../../support/network/loopback.ts';
import { openTestServer } from '../../support/server/harness.ts';
import type { TestServer, TestServerOptions } from '../../support/server/harness.ts';
import { bitsOf } from '../../support/psi/slots.ts';

/** A request as it came in: headers in order, as they were written. */
export interface Seen {
  method: string;
  url: string;
  headers: [name: string, value: string][];
  body: Uint8Array;
}

/** What a server knows when it is to answer. */
export interface Round {
  publicKeys: PublicKeys;
  request: Round1;
  /** What honest code answers for a server that lists these slots. */
  answer: (slots: readonly number[]) => { state: ServerState; reply: Reply };
  /** Hands the request to the real server. */
  pass: () => Promise<Response>;
}

/** What is answered in place of round 2; bytes go out as the server sends them. */
export type Play = (round: Round) => Uint8Array | Response | Promise<Uint8Array | Response>;

export interface WatchedServer {
  server: TestServer;
  origin: string;
  /** Every request since the list was emptied last, in the order of arrival. */
  seen: Seen[];
  /** Answers the next round 2 in this way, and the ones after it honestly. */
  next: (play: Play) => void;
  close: () => Promise<void>;
}

export async function openWatchedServer(options: TestServerOptions = {}): Promise<WatchedServer> {
  const psi = await initPsi();
  const server = await openTestServer(options);
  const plays: Play[] = [];
  const seen: Seen[] = [];

  const roundOf = async (bytes: Uint8Array, pass: Round['pass']): Promise<Round> => {
    const { request, keyId } = psi.readRequest(Uint8Array.from(bytes));
    const [keys] = await server.database.db.select().from(psiKeys).where(eq(psiKeys.keyId, keyId));
    if (keys === undefined) throw new Error('the keys of this request were not announced');
    const { publicKeys } = psi.readPublicKeys(Uint8Array.from(keys.publicKeys));
    return {
      publicKeys,
      request,
      pass,
      answer(slots) {
        const { state, message } = psi.round2(publicKeys, request, bitsOf(slots));
        return { state, reply: message };
      },
    };
  };

  const answer = async (request: Request, env: { incoming: IncomingMessage }): Promise<Response> => {
    const body = new Uint8Array(await request.clone().arrayBuffer());
    const { method = '', url = '', rawHeaders } = env.incoming;
    const headers: Seen['headers'] = [];
    for (let at = 0; at < rawHeaders.length; at += 2) {
      headers.push([rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '']);
    }
    seen.push({ method, url, headers, body });
    const pass = async (): Promise<Response> => server.app.fetch(request, env);
    const play = url === '/api/psi/round2' ? plays.shift() : undefined;
    if (play === undefined) return pass();
    const played = await play(await roundOf(body, pass));
    if (played instanceof Response) return played;
    return new Response(Uint8Array.from(played), {
      headers: { 'content-type': 'application/octet-stream', 'cache-control': 'no-store' },
    });
  };

  const loopback = createLoopback();
  const listener = getRequestListener((request, env) => answer(request, env as never));
  const edge = await loopback.listen((...call) => void listener(...call));
  return {
    server,
    origin: edge.origin.replace('127.0.0.1', 'localhost'),
    seen,
    next: (play) => plays.push(play),
    async close() {
      await loopback.close();
      await server.close();
    },
  };
}
