/** The browser's storages. One blocked by the person's settings throws on access (HTML, 12.2.3). */

export type KeptText = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Replaces a blocked storage: holds nothing, and throws on writing. */
const REFUSED: KeptText = {
  getItem: () => null,
  setItem: () => {
    throw new DOMException('The browser refuses storage.', 'SecurityError');
  },
  removeItem: () => undefined,
};

/** @param mention accesses the storage, as in `() => localStorage` */
export function storageOf(mention: () => Storage): KeptText {
  try {
    return mention();
  } catch {
    return REFUSED;
  }
}
