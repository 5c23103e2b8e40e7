/** Toasts: short messages at the top centre for 5000 ms. Drawn by `parts/Toaster.tsx`. */
import { toast } from 'react-hot-toast/headless';

export const TOAST_MS = 5000;

/** Something that is good to know. The same text is never shown twice at once. */
export function inform(message: string): void {
  toast(message, { id: message, duration: TOAST_MS });
}

/** Something that went well. */
export function tell(message: string): void {
  toast.success(message, { id: message, duration: TOAST_MS });
}

/** Something that went wrong; read out at once by assistive technology. */
export function warn(message: string): void {
  toast.error(message, { id: message, duration: TOAST_MS });
}
