/** Whether the app can be installed here, and how. */
import type { Store } from '../state/core.ts';
import { installOffer } from '../state/page.ts';

/** Chromium's event (Manifest Incubations); no other engine has it. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<unknown>;
}

function canPrompt(event: Event): event is InstallPromptEvent {
  return typeof Reflect.get(event, 'prompt') === 'function';
}

/** Safari's own property. On iOS, installing is in the share menu. Undefined elsewhere. */
function isHomeScreenApp(target: Window): boolean | undefined {
  const standalone: unknown = Reflect.get(target.navigator, 'standalone');
  // Safari on a desktop has the property too, but another menu.
  return typeof standalone === 'boolean' && target.navigator.maxTouchPoints > 1 ? standalone : undefined;
}

/** Keeps {@link installOffer} up to date. Returns a function that shows the browser's question, once for each offer. */
export function watchInstall(store: Store, target: Window): () => Promise<void> {
  let kept: InstallPromptEvent | null = null;
  const set = (event: InstallPromptEvent | null): void => {
    kept = event;
    store.set(installOffer, event === null ? null : 'prompt');
  };
  target.addEventListener('beforeinstallprompt', (event) => {
    if (!canPrompt(event)) return;
    // Our button asks instead, when the person wants it.
    event.preventDefault();
    set(event);
  });
  target.addEventListener('appinstalled', () => set(null));
  if (isHomeScreenApp(target) === false) store.set(installOffer, 'ios');

  return async () => {
    const event = kept;
    // An offer works once; the browser makes a new one if it was declined.
    set(null);
    await event?.prompt();
  };
}
