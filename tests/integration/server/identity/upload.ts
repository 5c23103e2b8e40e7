import { jsonPost, randomPathname } from '../harness.ts';
import type { TestServer } from '../harness.ts';

/** Asks for an upload token, in a good account's name, with this identity token. */
export async function uploadWith(server: TestServer, identityToken: string): Promise<Response> {
  return server.request(
    '/api/psi/upload',
    jsonPost(
      await server.token('ada@mail.example'),
      {
        type: 'blob.generate-client-token',
        payload: { pathname: randomPathname(), clientPayload: null, multipart: false },
      },
      { 'x-identity-token': identityToken },
    ),
  );
}
