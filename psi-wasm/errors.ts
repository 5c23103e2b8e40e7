/** Why the PSI refused something; stable names, safe to compare and to log. */
export type PsiErrorCode =
  | 'bad_length'
  | 'bad_version'
  | 'bad_kind'
  | 'bad_residue'
  | 'wrong_keys'
  | 'bad_slots'
  | 'bad_bits'
  | 'no_randomness'
  | 'bad_context'
  | 'bad_argument'
  | 'load_failed'
  | 'internal';

/** The code and the text for each number that the module throws (`src/errors.rs`). */
const refusals: readonly (readonly [PsiErrorCode, string])[] = [
  ['internal', 'the PSI module failed'],
  ['bad_length', 'the message has the wrong length'],
  ['bad_version', 'the message is not of this protocol version'],
  ['bad_kind', 'the message is of a different kind'],
  ['bad_residue', 'a residue is not below its modulus'],
  ['wrong_keys', 'the message belongs to other keys'],
  ['bad_slots', 'the number of slots is wrong'],
  ['bad_bits', 'a bit is neither 0 nor 1'],
  ['no_randomness', 'the platform gave no randomness'],
  ['bad_context', 'the context is not 32 bytes'],
];

/** A refusal by the PSI. The message never holds a value from the input. */
export class PsiError extends Error {
  readonly code: PsiErrorCode;

  constructor(code: PsiErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'PsiError';
    this.code = code;
  }
}

/** Turns whatever the module threw into a `PsiError`. A number is a refusal; anything else is a fault of ours. */
export function psiError(thrown: unknown): PsiError {
  if (thrown instanceof PsiError) return thrown;
  const [code, message] = (typeof thrown === 'number' ? refusals[thrown] : undefined) ?? [
    'internal',
    'the PSI module failed',
  ];
  return new PsiError(code, message, { cause: thrown });
}
