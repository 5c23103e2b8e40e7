import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import type { AppError } from '../../worker/contract.ts';
import { useActions } from '../actions/context.ts';
import { connection, coreStatus } from '../state/page.ts';

export interface ShownReading {
  /** Whether a request to the server is running. */
  reading: boolean;
  /** Why the request failed; null while offline, which the screen shows already. */
  error: AppError | null;
  again: () => void;
}

/** Asks the server for disclosures when the screen opens, and when the network returns. */
export function useShown(): ShownReading {
  const { readShown } = useActions();
  const { state } = useAtomValue(coreStatus);
  const offline = useAtomValue(connection) === 'offline';
  const [error, setError] = useState<AppError | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [answered, setAnswered] = useState(-1);
  useEffect(() => {
    if (state !== 'ready' || offline) return;
    let looking = true;
    const read = async (): Promise<void> => {
      const failed = await readShown();
      if (!looking) return;
      setError(failed);
      setAnswered(attempt);
    };
    void read();
    return () => {
      looking = false;
    };
  }, [readShown, state, offline, attempt]);
  return {
    reading: !offline && answered < attempt,
    error: offline ? null : error,
    again: () => setAttempt((last) => last + 1),
  };
}
