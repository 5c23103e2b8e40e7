/** Public keys at 100 slots are under 48,000 bytes (DESIGN 6); nothing larger is ever stored. Bytes. */
export const MAX_BLOB_BYTES = 64 * 1024;

/** An upload follows its token at once. Milliseconds. */
export const CLIENT_TOKEN_MS = 5 * 60_000;

/** Objects never change under their random name. Seconds. */
export const BLOB_MAX_AGE_SECONDS = 365 * 24 * 3600;

export const BLOB_CONTENT_TYPE = 'application/octet-stream';

/** Of every part of a multipart upload but the last, as the service asks. Bytes. */
export const MIN_PART_BYTES = 5 * 1024 * 1024;

/** Parts of one upload; their numbers begin at 1. */
export const MAX_PARTS = 10_000;
