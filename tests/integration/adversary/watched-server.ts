/**
 * The real server behind an edge that records everything that arrives. The edge can answer round 2 in the server's
 * place, so that a client meets a server that breaks the rules.
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
import { CONTEXT } from '../../support/psi/context.ts';

/** A request as it arrived, with its headers in order and as written. */
export interface Seen {
  method: string;
  url: string;
  headers: [name: string, value: string][];
  body: Uint8Array;
}

/** What a server knows when it has to answer. */
export interface Round {
  publicKeys: PublicKeys;
  request: Round1;
  /** The answer of honest code for a server that lists these slots. */
  answer: (slots: readonly number[]) => { state: ServerState; reply: Reply };
  /** Passes the request to the real server. */
  pass: () => Promise<Response>;
}

/** The answer instead of round 2; bytes are sent as the server sends a reply. */
export type Play = (round: Round) => Uint8Array | Response | Promise<Uint8Array | Response>;

export interface WatchedServer {
  server: TestServer;
  origin: string;
  /** Every request since the list was last emptied, in order of arrival. */
  seen: Seen[];
  /** Answers the next round 2 with this play, and later ones honestly. */
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
        const { state, message } = psi.round2(publicKeys, request, bitsOf(slots), CONTEXT);
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
    const play = url.split('?')[0] === '/api/psi/round2' ? plays.shift() : undefined;
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
