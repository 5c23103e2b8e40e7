/** Reads a device's storage without the product's code. */

export function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('no answer')));
  });
}

/** All that a database holds, by store and key. */
export async function storedIn(factory: IDBFactory, name: string): Promise<Record<string, unknown>> {
  const database = await answerOf(factory.open(name));
  const found: Record<string, unknown> = {};
  for (const storeName of database.objectStoreNames) {
    const store = database.transaction(storeName).objectStore(storeName);
    const [keys, values] = await Promise.all([answerOf(store.getAllKeys()), answerOf(store.getAll())]);
    for (const [index, key] of keys.entries()) found[`${storeName}/${key as string}`] = values[index];
  }
  database.close();
  return found;
}
