/** The demo provider's sign-in as a browser would do it, over plain HTTP: consent form, code, redirect. */
import { createHash, randomBytes } from 'node:crypto';
import { Parser } from 'htmlparser2';
import type { DemoCode, ReadingRequest, SignInRequest } from '../worker/contract.ts';

const CLIENT_ID = 'waystamp-demo';
const IDENTITY_SCOPES = 'openid email profile';
const MAIL_SCOPES = 'email profile https://www.googleapis.com/auth/gmail.readonly';

/** The first step: who the person is. The nonce's hash goes to the provider, the nonce itself to the server. */
export async function signInByHttp(origin: string): Promise<SignInRequest> {
  const nonce = randomBytes(32).toString('base64url');
  const code = await consent(origin, { scope: IDENTITY_SCOPES, nonce: sha256(nonce) });
  return { ...code, nonce };
}

/** The second step: permission to read the mail of the person who is signed in. */
export async function allowReadingByHttp(origin: string, address: string): Promise<ReadingRequest> {
  return consent(origin, { scope: MAIL_SCOPES, login_hint: address });
}

/**
 * Requests consent, allows every requested scope, and returns the code (RFC 6749 4.1, RFC 7636).
 *
 * @throws on an unexpected answer of the provider
 */
async function consent(origin: string, asked: Record<string, string>): Promise<DemoCode> {
  const codeVerifier = randomBytes(32).toString('base64url');
  const state = randomBytes(16).toString('base64url');
  const redirectUri = `${origin}/`;
  const query = new URLSearchParams({
    client_id: CLIENT_ID,
    redirect_uri: redirectUri,
    response_type: 'code',
    state,
    code_challenge: sha256(codeVerifier),
    code_challenge_method: 'S256',
    ...asked,
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

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

interface Form {
  action: string;
  fields: [string, string][];
}

/** The first form of a page, with the fields that *Allow* submits: hidden fields, ticked boxes, the button itself. */
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
