/** The headers that every answer must have, and those that none may have. */

const POLICY_OF_ALL: readonly [directive: string, value: string][] = [
  ['default-src', "'none'"],
  ['base-uri', "'none'"],
  ['frame-ancestors', "'none'"],
];
const FORBIDDEN_SOURCES = new Set([
  "'unsafe-inline'",
  "'unsafe-eval'",
  "'unsafe-hashes'",
  "'strict-dynamic'",
  '*',
  'http:',
  'https:',
]);
const EXACT: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-resource-policy': 'same-origin',
};
const OF_PROVIDER = {
  demo: { 'cross-origin-opener-policy': 'same-origin', 'referrer-policy': 'same-origin' },
  google: {
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'referrer-policy': 'strict-origin-when-cross-origin',
  },
};
/** No cookies; closed to other origins (fetch.spec.whatwg.org, CORS protocol); nothing about what runs here. */
const NEVER = [
  'set-cookie',
  'access-control-allow-origin',
  'access-control-allow-credentials',
  'access-control-allow-methods',
  'access-control-allow-headers',
  'access-control-expose-headers',
  'access-control-max-age',
  'server',
  'x-powered-by',
];

/**
 * The faults in an answer's headers.
 *
 * @param header returns a header by its lower-case name
 * @param provider Google's token window answers through its opener, and its button checks the referrer
 */
export function headerFaults(
  header: (name: string) => string | null,
  provider: keyof typeof OF_PROVIDER = 'demo',
): string[] {
  const faults: string[] = [];
  for (const [name, value] of Object.entries({ ...EXACT, ...OF_PROVIDER[provider] })) {
    if (header(name) !== value) faults.push(`${name} is ${header(name) ?? 'missing'}`);
  }
  for (const name of NEVER) if (header(name) !== null) faults.push(`${name} is there`);
  if (header('permissions-policy') === null) faults.push('permissions-policy is missing');

  const policy = new Map(
    (header('content-security-policy') ?? '').split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(/\s+/);
      return [name, sources];
    }),
  );
  for (const [name, value] of POLICY_OF_ALL) {
    if (policy.get(name)?.join(' ') !== value) faults.push(`the policy’s ${name} is not ${value}`);
  }
  for (const [name, sources] of policy) {
    const wrong = sources.filter((source) => FORBIDDEN_SOURCES.has(source));
    if (wrong.length > 0) faults.push(`the policy’s ${name} allows ${wrong.join(' ')}`);
  }
  return faults;
}
