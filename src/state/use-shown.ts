import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import type { AppError } from '../../worker/contract.ts';
import { useActions } from '../actions-context.ts';
import { connection, coreStatus } from './page.ts';

export interface ShownReading {
  /** The server is being asked. */
  reading: boolean;
  /** Why it could not be asked; null while offline, which stands on the screen already. */
  error: AppError | null;
  again: () => void;
}

/** Asks the server what is shown when this is looked at, and when the network comes back. */
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
