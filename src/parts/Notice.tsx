import type { ComponentType, ReactNode } from 'react';
import type { IconProps } from '../icons/Icon.tsx';
import { AlertIcon, InfoIcon } from '../icons/set.tsx';

export interface NoticeProps {
  /** `problem` is read out at once. */
  kind: 'info' | 'problem';
  title: string;
  icon?: ComponentType<IconProps>;
  children?: ReactNode;
  /** Buttons: what to do next. */
  actions?: ReactNode;
}

/** A message inside a screen: what happened, what is safe, what to do next. */
export function Notice({ kind, title, icon, children, actions }: NoticeProps) {
  const Drawn = icon ?? (kind === 'problem' ? AlertIcon : InfoIcon);
  return (
    <section
      role={kind === 'problem' ? 'alert' : undefined}
      className={`flex gap-3 rounded-md border bg-surface p-4 ${kind === 'problem' ? 'border-bad' : 'border-line'}`}
    >
      <Drawn className={`mt-0.5 ${kind === 'problem' ? 'text-bad' : 'text-seal'}`} />
      <div className="min-w-0 flex-1">
        <h2 className="text-base leading-normal">{title}</h2>
        <div className="mt-1 text-sm text-ink-soft">{children}</div>
        {actions !== undefined && <div className="mt-3 flex flex-wrap gap-2">{actions}</div>}
      </div>
    </section>
  );
}
