import { send, uploadTokenCall } from '../../../support/server/api-calls.ts';
import { randomPathname } from '../../../support/server/harness.ts';
import type { TestServer } from '../../../support/server/harness.ts';

/** Requests an upload token for a valid account with this identity token. */
export async function uploadWith(server: TestServer, identityToken: string): Promise<Response> {
  const token = await server.token('ada@mail.example');
  return send(server, uploadTokenCall({ token, identityToken }, randomPathname()));
}
