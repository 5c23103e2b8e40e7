export type DkimStatus = 'pass' | 'fail' | 'policy' | 'neutral' | 'temperror' | 'permerror';

/** The verdict on one DKIM-Signature (RFC 6376 3.9, RFC 8601 2.7.1). */
export interface DkimResult {
  domain: string;
  selector: string;
  algorithm: string;
  status: DkimStatus;
  /** Why it is not `pass`, in plain words. */
  reason?: string;
  /** Bits of the key (RSA modulus; 256 for Ed25519); 0 when no key was read. */
  keyBits: number;
  /** True when `l=` leaves part of the body unsigned. */
  bodyLimited: boolean;
  /** Header names in the order of `h=`, lower case. */
  signedHeaders: string[];
}

/** Why a signature does not pass. Finer than the status, for the explanation shown to the person. */
export type DkimCause =
  | 'malformed'
  | 'from-unsigned'
  | 'unsupported'
  | 'algorithm-refused'
  | 'expired'
  | 'body-changed'
  | 'body-limited'
  | 'signature-wrong'
  | 'key-lookup-failed'
  | 'key-missing'
  | 'key-unusable'
  | 'key-too-small'
  | 'key-revoked'
  | 'key-outdated'
  | 'not-checked';

/** A verdict with its cause; null when the signature passes. */
export interface DkimVerdict extends DkimResult {
  cause: DkimCause | null;
}

/** Why a signature does not pass (RFC 8601 2.7.1 for the status). */
export class SignatureFault {
  readonly status: Exclude<DkimStatus, 'pass'>;
  readonly cause: DkimCause;
  readonly reason: string;

  constructor(status: Exclude<DkimStatus, 'pass'>, cause: DkimCause, reason: string) {
    this.status = status;
    this.cause = cause;
    this.reason = reason;
  }
}

/** Keeps text from a hostile mail short and printable. */
export function quoted(text: string): string {
  const printable = text.replaceAll(/[^\u0020-\u007E]+/g, '?');
  return `"${printable.length > 40 ? `${printable.slice(0, 40)}…` : printable}"`;
}
