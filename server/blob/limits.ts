/** Largest stored object in bytes; public keys at 100 slots are under 48,000. */
export const MAX_BLOB_BYTES = 64 * 1024;

/** Lifetime of a client token in milliseconds; the upload follows at once. */
export const CLIENT_TOKEN_MS = 5 * 60_000;

/** Caching time of objects in seconds; they never change under their random names. */
export const BLOB_MAX_AGE_SECONDS = 365 * 24 * 3600;

export const BLOB_CONTENT_TYPE = 'application/octet-stream';

/** Smallest part of a multipart upload except the last, as in the service. Bytes. */
export const MIN_PART_BYTES = 5 * 1024 * 1024;

/** Limit on the parts of one upload; numbers start at 1. */
export const MAX_PARTS = 10_000;
