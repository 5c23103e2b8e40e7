import type { Signature } from '../dkim/signature.ts';
import type { MethodResult } from './results.ts';

/**
 * `pass`, `fail` and `none` as in RFC 8617 4.4. `fail` means that a rule of 5.2 is broken or something was changed;
 * `permerror` that a header or a key cannot be used; `temperror` that a key could not be looked up.
 */
export type ArcStatus = 'pass' | 'fail' | 'none' | 'permerror' | 'temperror';

/** The verdict on the highest ARC set alone: its seal, its message signature, and what it says about the mail. */
export interface NewestSet {
  instance: number;
  /** Signing domain of the seal, lower case; empty when it is unreadable. */
  sealer: string;
  /** Whose results they are, lower case; empty when it is unreadable. */
  authservId: string;
  /** What the seal says about the sets below it, as written, in lower case. */
  cv: string;
  status: Exclude<ArcStatus, 'none'>;
  /** Why it is not `pass`, in plain words. */
  reason?: string;
  /** What the sealer checked (RFC 8601), in its order; empty when that is unreadable. */
  results: readonly MethodResult[];
}

/** The verdict on a mail's ARC chain (RFC 8617 5.2). */
export interface ArcResult {
  /** Of the whole chain; `none` for a mail without ARC headers. */
  status: ArcStatus;
  /** Why it is neither `pass` nor `none`, in plain words. */
  reason?: string;
  /** Null when there is no set whose instance can be read. */
  newest: NewestSet | null;
}

/** {@link NewestSet} with what a judgement rests on. */
export interface NewestVerdict extends NewestSet {
  /** The set's message signature; null unless the set passes. */
  messageSignature: Signature | null;
  /** `t=` of the seal, in seconds since the epoch; null without one. */
  sealedAt: number | null;
}

export interface ArcVerdict extends ArcResult {
  newest: NewestVerdict | null;
}

/** Why a chain or a set does not pass. */
export class ArcFault {
  readonly status: Exclude<ArcStatus, 'pass' | 'none'>;
  readonly reason: string;

  constructor(status: Exclude<ArcStatus, 'pass' | 'none'>, reason: string) {
    this.status = status;
    this.reason = reason;
  }
}
