/** An error in the form of Google's APIs. */
export interface GoogleError {
  status: number;
  /** gRPC status name. */
  name: string;
  message: string;
  /** The entry in `errors`, which has the older and more precise reason. */
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

/** For a missing, foreign, expired or revoked token. */
export function unauthenticated(): Response {
  return googleError(UNAUTHENTICATED, {
    'WWW-Authenticate': 'Bearer realm="demo", error="invalid_token"',
  });
}

/** For a token without permission to read mail. */
export function insufficientScopes(): Response {
  return googleError(INSUFFICIENT_SCOPES);
}

/** For a mailbox other than the token's own. */
export function foreignUser(): Response {
  return googleError(FORBIDDEN_USER);
}

export function notFound(): Response {
  return googleError(NOT_FOUND);
}

/** For an invalid parameter. */
export function invalidArgument(message: string): Response {
  return googleError({ status: 400, name: 'INVALID_ARGUMENT', message, reason: 'invalidArgument' });
}

/** For a failure of the provider. */
export function backendError(status: 500 | 502 | 503): Response {
  return googleError({
    status,
    name: status === 500 ? 'INTERNAL' : 'UNAVAILABLE',
    message: status === 500 ? 'Internal error encountered.' : 'The service is currently unavailable.',
    reason: 'backendError',
  });
}

/** An answer in that form. */
export function googleError(error: GoogleError, headers: Record<string, string> = {}): Response {
  const { status, name, message, reason, domain = 'global', detail = message, location = {} } = error;
  const body = {
    code: status,
    message,
    errors: [{ message: detail, domain, reason, ...location }],
    status: name,
  };
  return Response.json({ error: body }, { status, headers: { 'Cache-Control': 'no-store', ...headers } });
}
