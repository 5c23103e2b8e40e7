/** The built-in organiser, whose addresses need no slug. */
export const BUILT_IN_SLUG = 'waystamp';

/** An organiser's name in an address: lower-case letters, digits and hyphens. */
export const SLUG = /^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/;
