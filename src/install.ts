/** Whether the app can be installed here, and how. */
import type { Store } from './state/core.ts';
import { installOffer } from './state/page.ts';

/** Chromium's event (Manifest Incubations); no other engine has it. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<unknown>;
}

function canPrompt(event: Event): event is InstallPromptEvent {
  return typeof Reflect.get(event, 'prompt') === 'function';
}

/** Safari's own property: on iOS, where installing is an entry of the share menu. Undefined elsewhere. */
function isHomeScreenApp(target: Window): boolean | undefined {
  const standalone: unknown = Reflect.get(target.navigator, 'standalone');
  // Safari on a desktop has it too, and another menu.
  return typeof standalone === 'boolean' && target.navigator.maxTouchPoints > 1 ? standalone : undefined;
}

/** Keeps {@link installOffer}; answers with what shows the browser's question, once an offer. */
export function watchInstall(store: Store, target: Window): () => Promise<void> {
  let kept: InstallPromptEvent | null = null;
  const set = (event: InstallPromptEvent | null): void => {
    kept = event;
    store.set(installOffer, event === null ? null : 'prompt');
  };
  target.addEventListener('beforeinstallprompt', (event) => {
    if (!canPrompt(event)) return;
    // The button asks, when the person wants it.
    event.preventDefault();
    set(event);
  });
  target.addEventListener('appinstalled', () => set(null));
  if (isHomeScreenApp(target) === false) store.set(installOffer, 'ios');

  return async () => {
    const event = kept;
    // It may ask once; the browser makes a new offer if it was declined.
    set(null);
    await event?.prompt();
  };
}
