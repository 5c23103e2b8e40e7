import type { Api } from '../../../../server/app.ts';
import { createConformance } from './conformance.ts';
import type { Conformance, OpenApi } from './conformance.ts';

export interface WatchedApp {
  fetch(request: Request, env?: object): Promise<Response>;
  /** Every answer so far that was not as documented. */
  faults: string[];
}

/** Compiled validators by their document: most servers of a test file have the same one. */
const conformances = new Map<string, Conformance>();

/** A body as its schema means it: what the page's routes compress, unpacked. */
async function bodyOf({ headers, body }: Response): Promise<Uint8Array> {
  if (body === null) return new Uint8Array(0);
  const encoding = headers.get('content-encoding');
  const plain =
    encoding === 'gzip' || encoding === 'deflate'
      ? body.pipeThrough(new DecompressionStream(encoding))
      : body;
  return new Uint8Array(await new Response(plain).arrayBuffer());
}

/** An app whose every answer is held against the OpenAPI document that it serves. */
export async function watchAnswers(app: Api): Promise<WatchedApp> {
  const document = await (await app.request('/api/openapi.json')).text();
  const conformance = conformances.get(document) ?? createConformance(JSON.parse(document) as OpenApi);
  conformances.set(document, conformance);
  const faults: string[] = [];
  return {
    faults,
    async fetch(request, env) {
      const { method } = request;
      const { pathname, search } = new URL(request.url);
      const answer = await app.fetch(request, env);
      const fault = conformance.fault({
        method,
        target: pathname + search,
        status: answer.status,
        contentType: answer.headers.get('content-type'),
        body: await bodyOf(answer.clone()),
      });
      if (fault !== null) faults.push(`${method} ${pathname} ${fault}`);
      return answer;
    },
  };
}
