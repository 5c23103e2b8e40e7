import { html } from 'hono/html';
import { DEMO_CLIENT_ID } from './access-token.ts';
import type { AuthorizationRequest } from './authorization-request.ts';
import { SCOPES } from './scopes.ts';

type Html = ReturnType<typeof html>;

/** The mailbox's owner, as named on the page. */
export interface ConsentAccount {
  address: string;
  /** False for a served mbox, which is real mail. */
  madeUp: boolean;
}

/**
 * The page on which the person signs in, or allows or refuses access to the demo mailbox. Works without any script.
 */
export function consentPage(request: AuthorizationRequest, account: ConsentAccount): Html {
  const asked = SCOPES.filter(({ id }) => request.scopes.includes(id));
  const signIn = request.nonce !== null;
  const question = signIn
    ? 'Sign in to Waystamp with the demo account?'
    : 'Allow Waystamp to read the demo mailbox?';
  return layout(
    question,
    html`<p class="account"><span class="visually-hidden">Account: </span>${account.address}</p>
      <h1>${question}</h1>
      <form method="post" action="/demo/consent">
        ${hidden('client_id', DEMO_CLIENT_ID)} ${hidden('redirect_uri', request.redirectUri)}
        ${hidden('response_type', 'code')}
        ${hidden('scope', [...(signIn ? ['openid'] : []), ...request.scopes].join(' '))}
        ${hidden('state', request.state)} ${hidden('code_challenge', request.codeChallenge)}
        ${hidden('code_challenge_method', 'S256')}
        ${request.nonce === null ? '' : hidden('nonce', request.nonce)}
        <fieldset>
          <legend>Waystamp asks to</legend>
          ${asked.map(
            ({ id, name, title, detail }, index) =>
              html`<label class="scope">
                <input
                  type="checkbox"
                  name="grant"
                  value="${id}"
                  checked
                  ${signIn ? 'disabled' : ''}
                  aria-labelledby="scope-${index}-title"
                  aria-describedby="scope-${index}-name scope-${index}-detail"
                />
                <span class="scope-text">
                  <span class="scope-title" id="scope-${index}-title">${title}</span>
                  <span class="scope-name" id="scope-${index}-name">${name}</span>
                  <span class="scope-detail" id="scope-${index}-detail">${detail}</span>
                </span>
              </label>`,
          )}
        </fieldset>
        <p class="note">
          ${
            account.madeUp
              ? 'This is a demo mailbox with made-up mail, served by this site.'
              : 'This is a demo mailbox: a file of mail, served by this site.'
          }
          No real account is used.
        </p>
        <div class="actions">
          <button type="submit" name="decision" value="allow" class="primary">Allow</button>
          <button type="submit" name="decision" value="cancel" class="secondary">Cancel</button>
        </div>
        <p class="after">
          ${signIn ? 'This lets nobody read the mail; that is asked for separately.' : html`You can end this access at any time with <b>Disconnect</b>.`}
        </p>
      </form>`,
  );
}

/** The page for when the person cannot safely be sent back. */
export function problemPage(message: string): Html {
  return layout(
    'Access was not given',
    html`<h1>Access was not given</h1>
      <p>${message} Nothing was read or shared.</p>
      <div class="actions"><a class="button primary" href="/">Back to Waystamp</a></div>`,
  );
}

function hidden(name: string, value: string): Html {
  return html`<input type="hidden" name="${name}" value="${value}" />`;
}

function layout(title: string, content: Html): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${title} · Waystamp demo</title>
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/demo/consent.css" />
      </head>
      <body>
        <main>
          <p class="brand">
            <img src="/icon.svg" alt="" width="32" height="32" /><span>Waystamp</span
            ><span class="tag">Demo</span>
          </p>
          ${content}
        </main>
      </body>
    </html>`;
}
