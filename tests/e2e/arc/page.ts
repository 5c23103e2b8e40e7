/** What a fresh worker says about each mail. */
function verdictsOn(mails: string[]): Promise<unknown> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  return new Promise((resolve, reject) => {
    worker.addEventListener('message', ({ data }) => {
      worker.terminate();
      resolve(data);
    });
    worker.addEventListener('error', ({ message }) => {
      reject(new Error(message));
    });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
    worker.postMessage(mails);
  });
}

Object.assign(globalThis, { verdictsOn });
