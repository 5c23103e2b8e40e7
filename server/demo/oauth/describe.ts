/** The demo provider's sign-in calls in the OpenAPI document. */
import { z } from 'zod';
import { describe, errors, json, raw } from '../../web/describe.ts';
import { refusalBody } from '../../web/refusal.ts';
import { authorizationQuery } from './authorization-request.ts';

/** RFC 6749 section 5.2 */
const oauthError = z
  .object({ error: z.string(), error_description: z.string().optional() })
  .meta({ title: 'OAuthError' });
const FORM = 'application/x-www-form-urlencoded';
/** Shared by both kinds of token. */
const granted = { token_type: z.literal('Bearer'), expires_in: z.int(), scope: z.string() };
const toTheApp = { description: 'Back to the app, with a code or an error.' };

export const describeConsent = describe({
  summary: 'The page on which a person signs in, or allows access to the demo mailbox.',
  query: authorizationQuery,
  answers: {
    200: raw('text/html'),
    303: toTheApp,
    400: raw('text/html', 'The request is not safe to go on with.'),
    503: raw('text/html', 'The demo mailbox cannot be opened.'),
  },
});
export const describeDecision = describe({
  summary: 'The person’s answer on that page.',
  body: { [FORM]: authorizationQuery.extend({ decision: z.string(), grant: z.string().optional() }) },
  answers: {
    303: toTheApp,
    400: {
      description: 'The answer is not safe to go on with, or no form.',
      content: { 'text/html': null, 'application/json': refusalBody },
    },
    ...errors([413]),
  },
});
export const describeToken = describe({
  summary:
    'For a code: the ID token of a sign-in (OpenID Connect Core 3.1.3.3), or the access token of a grant (RFC 6749 4.1.3).',
  body: {
    [FORM]: z.object({
      grant_type: z.literal('authorization_code'),
      code: z.string(),
      client_id: z.string(),
      redirect_uri: z.string(),
      code_verifier: z.string(),
    }),
  },
  answers: {
    200: json(
      z.union([
        z.strictObject({ id_token: z.string(), ...granted }),
        z.strictObject({ access_token: z.string(), ...granted }),
      ]),
    ),
    ...errors([400], oauthError),
    ...errors([413]),
  },
});
export const describeRevoke = describe({
  summary: 'Takes an access token back (RFC 7009).',
  body: { [FORM]: z.object({ token: z.string() }) },
  answers: {
    200: { description: 'The token, if it was one, is no longer valid.' },
    ...errors([400], oauthError),
    ...errors([413]),
  },
});
export const describeKeys = describe({
  summary: 'The public key of the ID tokens (RFC 7517).',
  answers: { 200: json(z.object({ keys: z.array(z.record(z.string(), z.string())) })) },
});
