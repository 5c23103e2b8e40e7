/** Messages between several tabs of the app on one device. */
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
  /** Sends a message to every other open tab. */
  tell(message: TabMessage): void;
  close(): void;
}

/**
 * Joins the channel.
 *
 * @param channel undefined if the platform has none; the stores' mark still keeps a tab from writing back
 * @param heard called for each valid message of another tab
 */
export function joinTabs(channel: BroadcastChannel | undefined, heard: (message: TabMessage) => void): Tabs {
  channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const message = messageSchema.safeParse(data);
    if (message.success) heard(message.data);
  });
  return {
    // A BroadcastChannel takes no target origin; it reaches its own origin only.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- the rule is about windows
    tell: (message) => channel?.postMessage(message),
    close: () => channel?.close(),
  };
}
