/** Errors in the form that Google's APIs answer with. */
interface GoogleError {
  status: number;
  /** gRPC status name. */
  name: string;
  message: string;
  /** The entry in `errors`, which carries the older and more exact reason. */
  reason: string;
  domain?: 'global' | 'usageLimits';
  detail?: string;
  location?: { location: string; locationType: 'header' | 'parameter' };
}

const UNAUTHENTICATED: GoogleError = {
  status: 401,
  name: 'UNAUTHENTICATED',
  message:
    'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential.',
  reason: 'authError',
  detail: 'Invalid Credentials',
  location: { location: 'Authorization', locationType: 'header' },
};
const INSUFFICIENT_SCOPES: GoogleError = {
  status: 403,
  name: 'PERMISSION_DENIED',
  message: 'Request had insufficient authentication scopes.',
  reason: 'insufficientPermissions',
  detail: 'Insufficient Permission',
};
const FORBIDDEN_USER: GoogleError = {
  status: 403,
  name: 'PERMISSION_DENIED',
  message: 'Delegation denied for this user.',
  reason: 'forbidden',
};
const NOT_FOUND: GoogleError = {
  status: 404,
  name: 'NOT_FOUND',
  message: 'Requested entity was not found.',
  reason: 'notFound',
};

/** No token, a token that is not ours, one that has expired or was revoked. */
export function unauthenticated(): Response {
  return googleError(UNAUTHENTICATED, {
    'WWW-Authenticate': 'Bearer realm="demo", error="invalid_token"',
  });
}

/** The person did not allow reading mail. */
export function insufficientScopes(): Response {
  return googleError(INSUFFICIENT_SCOPES);
}

/** A mailbox other than the token's own. */
export function foreignUser(): Response {
  return googleError(FORBIDDEN_USER);
}

export function notFound(): Response {
  return googleError(NOT_FOUND);
}

/** A parameter that cannot be read. */
export function invalidArgument(message: string): Response {
  return googleError({ status: 400, name: 'INVALID_ARGUMENT', message, reason: 'invalidArgument' });
}

/** How Gmail names a limit: of the project, or of the user. */
export type LimitReason = 'rateLimitExceeded' | 'userRateLimitExceeded';

/** Over the quota. Gmail says when to come back in a header, in the text, or not at all. */
export function rateLimited(
  status: 403 | 429,
  retry: { afterSeconds?: number; until?: Date; reason?: LimitReason } = {},
): Response {
  const message = retry.until
    ? `User-rate limit exceeded.  Retry after ${retry.until.toISOString()}`
    : 'Quota exceeded for quota metric, units per minute per user.';
  return googleError(
    {
      status,
      name: status === 429 ? 'RESOURCE_EXHAUSTED' : 'PERMISSION_DENIED',
      message,
      reason: retry.reason ?? (status === 429 ? 'rateLimitExceeded' : 'userRateLimitExceeded'),
      domain: 'usageLimits',
    },
    retry.afterSeconds === undefined ? {} : { 'Retry-After': String(retry.afterSeconds) },
  );
}

/** The other side failed. */
export function backendError(status: 500 | 502 | 503): Response {
  return googleError({
    status,
    name: status === 500 ? 'INTERNAL' : 'UNAVAILABLE',
    message: status === 500 ? 'Internal error encountered.' : 'The service is currently unavailable.',
    reason: 'backendError',
  });
}

function googleError(error: GoogleError, headers: Record<string, string> = {}): Response {
  const { status, name, message, reason, domain = 'global', detail = message, location = {} } = error;
  const body = {
    code: status,
    message,
    errors: [{ message: detail, domain, reason, ...location }],
    status: name,
  };
  return Response.json({ error: body }, { status, headers: { 'Cache-Control': 'no-store', ...headers } });
}
