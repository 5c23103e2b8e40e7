/** Who asks: the one that facts are disclosed to. */
export interface Organiser {
  slug: string;
  /** As people read it. */
  name: string;
}

/** The organiser of the built-in catalog, and of a hosted project's, which takes its place. */
export const BUILT_IN_ORGANISER: Organiser = { slug: 'waystamp', name: 'Waystamp' };

/** An organiser by its slug; one that this version does not know goes by that. */
export function organiserOf(slug: string): Organiser {
  return slug === BUILT_IN_ORGANISER.slug ? BUILT_IN_ORGANISER : { slug, name: slug };
}
