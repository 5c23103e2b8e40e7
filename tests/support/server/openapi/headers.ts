/** The headers that stand on every answer, and those that stand on none. */

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
  'referrer-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
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
 * What is wrong with an answer's headers.
 *
 * @param header gives one by its lower-case name
 * @param opener the opener policy: Google's token window answers through its opener
 */
export function headerFaults(
  header: (name: string) => string | null,
  opener: 'same-origin' | 'same-origin-allow-popups' = 'same-origin',
): string[] {
  const faults: string[] = [];
  for (const [name, value] of Object.entries({ ...EXACT, 'cross-origin-opener-policy': opener })) {
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
