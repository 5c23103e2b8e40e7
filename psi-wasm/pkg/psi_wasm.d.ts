/* tslint:disable */
/* eslint-disable */
type Bytes = Uint8Array<ArrayBuffer>;


/**
 * Round 2: `[state, reply, session]`.
 *
 * # Errors
 * The code of what was wrong.
 */
export function answerRequest(_public: Uint8Array, request: Uint8Array, bits: Uint8Array, context: Uint8Array): [Bytes, Bytes, Bytes];

/**
 * Whether a disclosed token proves a match.
 *
 * # Errors
 * The code of what was wrong with the state.
 */
export function checkToken(state: Uint8Array, slot: number, token: Uint8Array): boolean;

/**
 * A new key pair: `[private, public]`.
 *
 * # Errors
 * The code of [`Error::Randomness`].
 */
export function generateKeys(): [Bytes, Bytes];

/**
 * Round 1: `[state, request]`.
 *
 * # Errors
 * The code of what was wrong.
 */
export function makeRequest(_private: Uint8Array, bits: Uint8Array, context: Uint8Array): [Bytes, Bytes];

/**
 * Round 3: `[matches, tokens, session]`.
 *
 * # Errors
 * The code of what was wrong.
 */
export function openReply(_private: Uint8Array, state: Uint8Array, reply: Uint8Array): [Bytes, Bytes, Bytes];

/**
 * The key id of public keys, after checking them completely.
 *
 * # Errors
 * The code of what was wrong.
 */
export function publicKeyId(_public: Uint8Array): Bytes;

/**
 * The public keys of kept private keys, computed again.
 *
 * # Errors
 * The code of what was wrong.
 */
export function publicKeys(_private: Uint8Array): Bytes;

/**
 * Does one step of [`crate::steps::STEPS`] `times` times, for benchmarks. False if there is no
 * such step.
 */
export function repeatStep(step: number, times: number): boolean;

/**
 * The id of the keys that a reply is for, after checking the whole reply.
 *
 * # Errors
 * The code of what was wrong.
 */
export function replyKeyId(reply: Uint8Array): Bytes;

/**
 * The id of the keys that a request was made for, after checking the whole request.
 *
 * # Errors
 * The code of what was wrong.
 */
export function requestKeyId(request: Uint8Array): Bytes;

/**
 * Whether this build gives the known answer on this platform. Callers ask this first.
 */
export function selfTest(): boolean;

/**
 * The session of a kept server state.
 *
 * # Errors
 * The code of what was wrong.
 */
export function serverStateSession(state: Uint8Array): Bytes;

export type InitInput = RequestInfo | URL | Response | BufferSource | WebAssembly.Module;

export interface InitOutput {
    readonly memory: WebAssembly.Memory;
    readonly answerRequest: (a: any, b: any, c: any, d: any) => [number, number, number];
    readonly checkToken: (a: any, b: number, c: any) => [number, number, number];
    readonly generateKeys: () => [number, number, number];
    readonly makeRequest: (a: any, b: any, c: any) => [number, number, number];
    readonly openReply: (a: any, b: any, c: any) => [number, number, number];
    readonly publicKeyId: (a: any) => [number, number, number];
    readonly publicKeys: (a: any) => [number, number, number];
    readonly repeatStep: (a: number, b: number) => number;
    readonly replyKeyId: (a: any) => [number, number, number];
    readonly requestKeyId: (a: any) => [number, number, number];
    readonly selfTest: () => number;
    readonly serverStateSession: (a: any) => [number, number, number];
    readonly __wbindgen_exn_store: (a: number) => void;
    readonly __externref_table_alloc: () => number;
    readonly __wbindgen_externrefs: WebAssembly.Table;
    readonly __externref_table_dealloc: (a: number) => void;
    readonly __wbindgen_start: () => void;
}

export type SyncInitInput = BufferSource | WebAssembly.Module;

/**
 * Instantiates the given `module`, which can either be bytes or
 * a precompiled `WebAssembly.Module`.
 *
 * @param {{ module: SyncInitInput }} module - Passing `SyncInitInput` directly is deprecated.
 *
 * @returns {InitOutput}
 */
export function initSync(module: { module: SyncInitInput } | SyncInitInput): InitOutput;

/**
 * If `module_or_path` is {RequestInfo} or {URL}, makes a request and
 * for everything else, calls `WebAssembly.instantiate` directly.
 *
 * @param {{ module_or_path: InitInput | Promise<InitInput> }} module_or_path - Passing `InitInput` directly is deprecated.
 *
 * @returns {Promise<InitOutput>}
 */
export default function __wbg_init (module_or_path: { module_or_path: InitInput | Promise<InitInput> } | InitInput | Promise<InitInput>): Promise<InitOutput>;
