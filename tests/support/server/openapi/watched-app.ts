import type { Api } from '../../../../server/app.ts';
import { createConformance } from './conformance.ts';
import type { Conformance, OpenApi } from './conformance.ts';
import { headerFaults } from './headers.ts';

export interface WatchedApp {
  fetch(request: Request, env?: object): Promise<Response>;
  /** Faults of all answers so far. */
  faults: string[];
  /** The paths of the document. */
  paths: string[];
}

/** Compiled validators by document, because most servers of a test file share one. */
const conformances = new Map<string, Conformance>();

/** A body in the form that its schema describes, decompressed. */
async function bodyOf({ headers, body }: Response): Promise<Uint8Array> {
  if (body === null) return new Uint8Array(0);
  const encoding = headers.get('content-encoding');
  const plain =
    encoding === 'gzip' || encoding === 'deflate'
      ? body.pipeThrough(new DecompressionStream(encoding))
      : body;
  return new Uint8Array(await new Response(plain).arrayBuffer());
}

/** Wraps an app so that every answer is checked against its OpenAPI document and for the required headers. */
export async function watchAnswers(app: Api): Promise<WatchedApp> {
  const document = await (await app.request('/api/openapi.json')).text();
  const openApi = JSON.parse(document) as OpenApi;
  const conformance = conformances.get(document) ?? createConformance(openApi);
  conformances.set(document, conformance);
  const config = (await (await app.request('/api/config')).json()) as { provider: 'demo' | 'google' };
  const faults: string[] = [];
  return {
    faults,
    paths: Object.keys(openApi.paths),
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
      const wrong = headerFaults((name) => answer.headers.get(name), config.provider);
      if (wrong.length > 0) faults.push(`${method} ${pathname} has wrong headers: ${wrong.join(', ')}`);
      return answer;
    },
  };
}
