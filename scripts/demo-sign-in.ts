/** The demo provider's sign-in as a browser does it, over plain HTTP: consent form, code, redirect. */
import { createHash, randomBytes } from 'node:crypto';
import { Parser } from 'htmlparser2';
import type { SignInRequest } from '../worker/contract.ts';

const CLIENT_ID = 'waystamp-demo';
export const MAIL_SCOPES = 'email profile https://www.googleapis.com/auth/gmail.readonly';
/** What comparing a file's facts asks for (DESIGN 5). */
export const FILE_SCOPES = 'email profile';

/**
 * Asks for consent, allows every scope that was asked for, and answers with what the core needs to sign in
 * (RFC 6749 4.1, RFC 7636).
 *
 * @throws when the provider answers otherwise than a provider does
 */
export async function consentByHttp(origin: string, scope: string): Promise<SignInRequest> {
  const codeVerifier = randomBytes(32).toString('base64url');
  const state = randomBytes(16).toString('base64url');
  const redirectUri = `${origin}/`;
  const query = new URLSearchParams({
    client_id: CLIENT_ID,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope,
    state,
    code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const page = await fetch(`${origin}/demo/consent?${query}`);
  if (!page.ok) throw new Error(`The consent page answered with status ${page.status}.`);
  const form = readForm(await page.text());

  const answer = await fetch(new URL(form.action || page.url, page.url), {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin },
    body: new URLSearchParams(form.fields).toString(),
    redirect: 'manual',
  });
  const location = answer.headers.get('location');
  if (answer.status !== 303 || location === null) {
    throw new Error(`The consent form answered with status ${answer.status}.`);
  }
  const back = new URL(location, origin).searchParams;
  const code = back.get('code');
  if (code === null || back.get('state') !== state) {
    throw new Error(`The provider did not give a code (${back.get('error') ?? 'wrong state'}).`);
  }
  return { provider: 'demo', code, codeVerifier, redirectUri };
}

interface Form {
  action: string;
  fields: [string, string][];
}

/** The first form of a page with what *Allow* sends: hidden fields, ticked boxes, the button itself. */
function readForm(html: string): Form {
  const form: Form = { action: '', fields: [] };
  let buttonSeen = false;
  const parser = new Parser({
    onopentag(name, { name: field, value = 'on', type = 'text', action = '', ...rest }) {
      if (name === 'form') form.action = action;
      if (field === undefined) return;
      if (name === 'input' && (type !== 'checkbox' || 'checked' in rest)) form.fields.push([field, value]);
      if (name === 'button' && !buttonSeen && /allow/i.test(value)) {
        buttonSeen = true;
        form.fields.push([field, value]);
      }
    },
  });
  parser.end(html);
  return form;
}
