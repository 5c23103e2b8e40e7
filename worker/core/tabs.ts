/** What several tabs of the app on one device tell each other. */
import { z } from 'zod';

/** Name of the channel. */
export const TABS_CHANNEL = 'waystamp';

const messageSchema = z.discriminatedUnion('type', [
  /** Somebody signed out: both stores are empty. */
  z.object({ type: z.literal('emptied') }),
  /** Somebody signed in with this address. */
  z.object({ type: z.literal('signed-in'), email: z.string() }),
]);
export type TabMessage = z.infer<typeof messageSchema>;

export interface Tabs {
  /** Reaches every other tab that is open. */
  tell(message: TabMessage): void;
  close(): void;
}

/**
 * Joins the channel.
 *
 * @param channel undefined where the platform has none: the stores' own mark still keeps a tab from writing back
 * @param heard called for each message of another tab; what is none is passed over
 */
export function joinTabs(channel: BroadcastChannel | undefined, heard: (message: TabMessage) => void): Tabs {
  channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const message = messageSchema.safeParse(data);
    if (message.success) heard(message.data);
  });
  return {
    // A BroadcastChannel takes no origin: it reaches its own only.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is a window's
    tell: (message) => channel?.postMessage(message),
    close: () => channel?.close(),
  };
}
