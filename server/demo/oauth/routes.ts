import { Hono } from 'hono';
import type { Context } from 'hono';
import { limitBody } from '../../web/body-limit.ts';
import { formBody } from '../../web/form-body.ts';
import type { AccessTokens } from './access-token.ts';
import type { IdTokens } from './id-token.ts';
import type { AuthorizationCodes } from './authorization-code.ts';
import { readAuthorizationRequest, returnAddress } from './authorization-request.ts';
import type { RequestProblem } from './authorization-request.ts';
import { consentPage, problemPage } from './consent-page.ts';
import {
  describeConsent,
  describeDecision,
  describeKeys,
  describeRevoke,
  describeToken,
} from './describe.ts';
import { pageAssets } from './page-assets.ts';

/** The one person who has an account at the demo provider. */
export interface DemoAccount {
  address: string;
  /** Null when unknown, as with a served mbox. */
  name: string | null;
}

interface OAuthDeps {
  /** Rejects when the mailbox cannot be opened. */
  account: () => Promise<DemoAccount>;
  tokens: AccessTokens;
  idTokens: IdTokens;
  codes: AuthorizationCodes;
  /** This server's origin as browsers see it; by default taken from each request. */
  origin?: string | undefined;
}

/** Limit on the body; the largest form is that of the consent page. Bytes. */
const MAX_BODY_BYTES = 16 * 1024;
/** No script, no frame, no other host; the page needs only its style sheet. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** Consent, token, revocation and published keys of the demo provider. Mounted at `/demo`. */
export function oauthRoutes({ account, tokens, idTokens, codes, origin }: OAuthDeps): Hono {
  const app = new Hono();
  const ownOrigin = (c: Context): string => origin ?? new URL(c.req.url).origin;

  app.use(limitBody(MAX_BODY_BYTES));
  app.route('/', pageAssets());

  app.get('/consent', describeConsent, async (c) => {
    const request = readAuthorizationRequest(c.req.query(), ownOrigin(c));
    if ('kind' in request) return answerProblem(c, request);
    const known = await account().catch(() => null);
    if (!known) return page(c, problemPage('The demo mailbox cannot be opened on this server.'), 503);
    return page(c, consentPage(request, { address: known.address, madeUp: known.name !== null }));
  });

  app.post('/consent', describeDecision, async (c) => {
    const sentFrom = c.req.header('origin');
    const form = await formBody(c);
    if (sentFrom !== undefined && sentFrom !== ownOrigin(c)) {
      return answerProblem(c, { kind: 'unsafe', message: 'The answer was sent from another site.' });
    }
    const request = readAuthorizationRequest(form, ownOrigin(c));
    if ('kind' in request) return answerProblem(c, request);
    const granted = new Set([form['grant'] ?? []].flat());
    // A sign-in always shares the address; there is nothing to choose.
    const scopes =
      request.nonce === null ? request.scopes.filter((scope) => granted.has(scope)) : request.scopes;
    const answer =
      form['decision'] === 'allow' && scopes.length > 0
        ? { code: await codes.issue({ ...request, scopes }) }
        : { error: 'access_denied' };
    return c.redirect(returnAddress(request.redirectUri, { ...answer, state: request.state }), 303);
  });

  app.post('/token', describeToken, async (c) => {
    const form = await formBody(c);
    const field = (name: string): string => (typeof form[name] === 'string' ? form[name] : '');
    c.header('Cache-Control', 'no-store');
    if (field('grant_type') !== 'authorization_code') return c.json({ error: 'unsupported_grant_type' }, 400);
    const grant = await codes.redeem({
      code: field('code'),
      clientId: field('client_id'),
      redirectUri: field('redirect_uri'),
      codeVerifier: field('code_verifier'),
    });
    if (!grant) {
      const description = 'The code is unknown, used or expired, or the request does not fit to it.';
      return c.json({ error: 'invalid_grant', error_description: description }, 400);
    }
    const { scopes, nonce } = grant;
    const { address, name } = await account();
    if (nonce !== null) {
      const person = { email: address, name: scopes.includes('profile') ? name : null };
      const { token, expiresInSeconds } = await idTokens.issue(person, nonce);
      return c.json({
        id_token: token,
        token_type: 'Bearer',
        expires_in: expiresInSeconds,
        scope: `openid ${scopes.join(' ')}`,
      });
    }
    const { token, expiresInSeconds } = await tokens.issue(address, scopes);
    return c.json({
      access_token: token,
      token_type: 'Bearer',
      expires_in: expiresInSeconds,
      scope: scopes.join(' '),
    });
  });

  app.post('/revoke', describeRevoke, async (c) => {
    const form = await formBody(c);
    if (typeof form['token'] !== 'string') return c.json({ error: 'invalid_request' }, 400);
    await tokens.revoke(form['token']);
    return c.body(null, 200);
  });

  app.get('/jwks.json', describeKeys, (c) =>
    c.json(idTokens.publicKeys, 200, { 'Cache-Control': 'public, max-age=3600' }),
  );

  return app;
}

function answerProblem(c: Context, problem: RequestProblem): Response | Promise<Response> {
  if (problem.kind === 'unsafe') return page(c, problemPage(problem.message), 400);
  const { redirectUri, error, state } = problem;
  return c.redirect(returnAddress(redirectUri, { error, state }), 303);
}

function page(
  c: Context,
  html: string | Promise<string>,
  status: 200 | 400 | 503 = 200,
): Response | Promise<Response> {
  c.header('Content-Security-Policy', PAGE_POLICY);
  c.header('Cache-Control', 'no-store');
  c.header('Referrer-Policy', 'same-origin');
  c.header('X-Frame-Options', 'DENY');
  return c.html(html, status);
}
