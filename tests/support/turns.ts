/** Lets the event loop turn, so that pending work proceeds. */
export async function turns(count = 1): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Lets the event loop turn until a condition holds, for things that announce themselves by no event. */
export async function turnsUntil(isSo: () => boolean): Promise<void> {
  while (!isSo()) await turns();
}
