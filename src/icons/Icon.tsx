import type { ReactNode } from 'react';

export interface IconProps {
  /** Edge length in CSS pixels; the set is drawn for 24. */
  size?: number;
  className?: string;
}

/** The frame of every icon: 24 px, 1.75 stroke, no fill. Icons are always decoration beside a text. */
export function Icon({ size = 24, className, children }: IconProps & { children: ReactNode }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      className={className === undefined ? 'shrink-0' : `shrink-0 ${className}`}
    >
      {children}
    </svg>
  );
}
