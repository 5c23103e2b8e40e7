/** The demo provider's sign-in calls in the OpenAPI document. */
import { z } from 'zod';
import { describe, errors, json, raw } from '../../web/openapi/describe.ts';
import { refusalBody } from '../../web/refusal.ts';
import { authorizationQuery } from './authorization-request.ts';

/** RFC 6749 section 5.2 */
const oauthError = z
  .object({ error: z.string(), error_description: z.string().optional() })
  .meta({ title: 'OAuthError' });
const FORM = 'application/x-www-form-urlencoded';
const toTheApp = { description: 'Back to the app, with a code or an error.' };

export const describeConsent = describe({
  summary: 'The page on which a person allows access to the demo mailbox.',
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
  summary: 'An access token for a code (RFC 6749 section 4.1.3).',
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
      z.object({
        access_token: z.string(),
        token_type: z.literal('Bearer'),
        expires_in: z.int(),
        scope: z.string(),
      }),
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
export const describeUserinfo = describe({
  summary: 'Who signed in to the demo mailbox (OpenID Connect Core 5.3).',
  credentials: ['accessToken'],
  answers: {
    200: json(
      z.object({
        sub: z.string(),
        email: z.string().optional(),
        email_verified: z.literal(true).optional(),
        name: z.string().optional(),
      }),
    ),
    ...errors([401], oauthError),
  },
});
