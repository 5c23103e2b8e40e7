import { initPsi } from '../../../psi-wasm/index.ts';
import { moduleUrl } from '../../../psi-wasm/load.ts';
import { answers } from '../../support/psi/answers.ts';

/** From here on, the platform's randomness is bytes with this value. */
function drawOnly(byte: number): void {
  crypto.getRandomValues = (array) => {
    (array as unknown as Uint8Array).fill(byte);
    return array;
  };
}

async function answer(simd: boolean): Promise<void> {
  const psi = await initPsi(moduleUrl(simd));
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
  postMessage(answers(psi, drawOnly));
}

addEventListener('message', ({ data: simd }: MessageEvent<boolean>) => {
  void answer(simd);
});
