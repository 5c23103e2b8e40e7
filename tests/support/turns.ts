/** Lets the event loop turn, so that what is due goes on. */
export async function turns(count = 1): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Lets it turn until something is so: for what comes without an event to wait for. */
export async function turnsUntil(isSo: () => boolean): Promise<void> {
  while (!isSo()) await turns();
}
