import { useAtomValue } from 'jotai';
import { Steps } from '../../parts/Steps.tsx';
import { scanView } from '../../state/page.ts';
import { ScanPaused } from './ScanPaused.tsx';
import { ScanReady } from './ScanReady.tsx';
import { ScanRunning } from './ScanRunning.tsx';

const VIEWS = { ready: ScanReady, running: ScanRunning, paused: ScanPaused } as const;

/** Reading the mail: before, during, and when it pauses. */
export function Scan() {
  const View = VIEWS[useAtomValue(scanView)];
  return (
    <>
      <Steps />
      <View />
    </>
  );
}
