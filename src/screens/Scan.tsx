import { useAtomValue } from 'jotai';
import { Steps } from '../parts/Steps.tsx';
import { scan, scanning } from '../state/core.ts';
import { ScanPaused } from './scan/ScanPaused.tsx';
import { ScanReady } from './scan/ScanReady.tsx';
import { ScanRunning } from './scan/ScanRunning.tsx';

/** Reading the mail: before it, during it, and when it pauses. */
export function Scan() {
  const { phase } = useAtomValue(scan);
  const running = useAtomValue(scanning);
  return (
    <>
      <Steps />
      {running ? <ScanRunning /> : phase === 'paused' ? <ScanPaused /> : <ScanReady />}
    </>
  );
}
