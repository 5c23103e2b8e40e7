/**
 * A placeholder in the built service worker. The server replaces it by a digest of what determines its headers, because
 * a page cached by a browser also keeps its headers, above all the content policy.
 */
export const HEADERS_MARK = 'DIGEST_OF_THE_HEADERS';
