import { html } from 'hono/html';
import { DEMO_CLIENT_ID } from './access-token.ts';
import type { AuthorizationRequest } from './authorization-request.ts';
import { SCOPES } from './scopes.ts';

type Html = ReturnType<typeof html>;

/** The product's sign: four stamps of the sheet, one of them inked. */
const MARK = html`<svg class="mark" viewBox="0 0 48 48" aria-hidden="true" focusable="false">
  <rect class="stamp" x="3" y="3" width="19" height="19" rx="2" />
  <rect class="stamp inked" x="26" y="3" width="19" height="19" rx="2" />
  <rect class="stamp" x="3" y="26" width="19" height="19" rx="2" />
  <rect class="stamp" x="26" y="26" width="19" height="19" rx="2" />
  <circle class="ring" cx="35.5" cy="12.5" r="5.5" />
</svg>`;

/**
 * The page on which the person allows or refuses access to the demo mailbox. Works without any script.
 *
 * @param owner the address of the demo mailbox
 */
export function consentPage(request: AuthorizationRequest, owner: string): Html {
  const asked = SCOPES.filter(({ id }) => request.scopes.includes(id));
  return layout(
    'Allow Waystamp to read the demo mailbox?',
    html`<p class="account"><span class="visually-hidden">Account: </span>${owner}</p>
      <h1>Allow Waystamp to read the demo mailbox?</h1>
      <form method="post" action="/demo/consent">
        ${hidden('client_id', DEMO_CLIENT_ID)} ${hidden('redirect_uri', request.redirectUri)}
        ${hidden('response_type', 'code')} ${hidden('scope', request.scopes.join(' '))}
        ${hidden('state', request.state)} ${hidden('code_challenge', request.codeChallenge)}
        ${hidden('code_challenge_method', 'S256')}
        <fieldset>
          <legend>Waystamp asks to</legend>
          ${asked.map(
            ({ id, title, detail }, index) =>
              html`<label class="scope" for="scope-${index}">
                <input
                  type="checkbox"
                  id="scope-${index}"
                  name="grant"
                  value="${id}"
                  checked
                  aria-describedby="scope-${index}-detail"
                />
                <span class="scope-text"
                  ><span class="scope-title">${title}</span
                  ><span class="scope-detail" id="scope-${index}-detail">${detail}</span></span
                >
              </label>`,
          )}
        </fieldset>
        <p class="note">
          This is a demo mailbox with made-up mail, served by this site. No real account is used.
        </p>
        <div class="actions">
          <button type="submit" name="decision" value="allow" class="primary">Allow</button>
          <button type="submit" name="decision" value="cancel" class="secondary">Cancel</button>
        </div>
        <p class="after">You can end this access at any time with <b>Disconnect</b>.</p>
      </form>`,
  );
}

/** What is shown when the person cannot safely be sent back. */
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
        <link rel="stylesheet" href="/demo/consent.css" />
      </head>
      <body>
        <main>
          <p class="brand">${MARK}<span>Waystamp</span><span class="tag">Demo</span></p>
          ${content}
        </main>
      </body>
    </html>`;
}
