import { createHash } from 'node:crypto';

/** Limit on remembered tokens; the oldest are dropped first. */
const ENTRIES = 10_000;

/** Remembers recent findings about access tokens by the token's hash; no token is kept. */
export interface TokenMemory<Finding> {
  get(token: string): Finding | undefined;
  set(token: string, finding: Finding): void;
}

export function createTokenMemory<Finding>(): TokenMemory<Finding> {
  const findings = new Map<string, Finding>();
  return {
    get: (token) => findings.get(hash(token)),
    set(token, finding) {
      const key = hash(token);
      findings.delete(key);
      findings.set(key, finding);
      for (const oldest of findings.keys()) {
        if (findings.size <= ENTRIES) break;
        findings.delete(oldest);
      }
    },
  };
}

function hash(token: string): string {
  return createHash('sha256').update(token).digest('base64');
}
