/** A worker core that can be killed in the middle of anything, over a database that stays. */
import { initPsi } from '../../../psi-wasm/index.ts';
import type { WorkerEvent } from '../../../worker/contract.ts';
import { createCore } from '../../../worker/core/core.ts';
import type { Core } from '../../../worker/core/core.ts';
import type { ScriptedGmail } from '../mailbox/scripted-gmail.ts';
import type { Edge } from './edge.ts';

/** A worker that can be killed. After that it answers, reads and writes nothing. */
export interface MortalWorker {
  core: Core;
  events: WorkerEvent[];
  kill: () => Promise<void>;
}

/** @param hangs paths of requests to our server that never get an answer */
export function startMortal({
  edge,
  database,
  gmail,
  hangs = () => false,
}: {
  edge: Edge;
  database: IDBFactory;
  gmail: ScriptedGmail;
  hangs?: (pathname: string) => boolean;
}): MortalWorker {
  const connections: IDBDatabase[] = [];
  let dead = false;
  const open: IDBFactory['open'] = (name, version) => {
    if (dead) throw new DOMException('dead', 'InvalidStateError');
    const request = database.open(name, version);
    request.addEventListener('success', () => {
      if (dead) request.result.close();
      else connections.push(request.result);
    });
    return request;
  };
  const ask: typeof fetch = async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    if (!hangs(pathname)) {
      const answer = pathname.startsWith('/gmail/') ? gmail.fetch(input, init) : fetch(input, init);
      const response = await answer;
      if (!dead) return response;
    }
    return new Promise((_, reject) => {
      init?.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
    });
  };
  const core = createCore({
    origin: edge.origin,
    fetch: ask,
    loadPsi: () => initPsi(),
    // The store uses nothing else of a factory.
    indexedDB: { open } as IDBFactory,
  });
  const events: WorkerEvent[] = [];
  void core.subscribe((event) => events.push(event));
  return {
    core,
    events,
    kill: async () => {
      dead = true;
      for (const connection of connections) connection.close();
      // Its remains must not hold the scan's lock, which a browser frees with the worker.
      await core.close();
    },
  };
}
