/** The browser's storages. One that the person's settings refuse throws at its mere mention (HTML, 12.2.3). */

export type KeptText = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** In place of a refused storage: holds nothing, and throws when something is to be kept. */
const REFUSED: KeptText = {
  getItem: () => null,
  setItem: () => {
    throw new DOMException('The browser refuses storage.', 'SecurityError');
  },
  removeItem: () => undefined,
};

/** @param mention names the storage, as in `() => localStorage` */
export function storageOf(mention: () => Storage): KeptText {
  try {
    return mention();
  } catch {
    return REFUSED;
  }
}
