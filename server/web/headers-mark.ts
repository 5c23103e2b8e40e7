/**
 * Stands in the built service worker. The server puts a digest of what its headers follow from in its place: a page
 * that a browser keeps also keeps the headers that it came with, its content policy above all.
 */
export const HEADERS_MARK = 'DIGEST_OF_THE_HEADERS';
