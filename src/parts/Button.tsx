import type { ComponentPropsWithRef, ComponentType } from 'react';
import type { IconProps } from '../icons/Icon.tsx';
import { useTexts } from '../language/use-texts.ts';
import { appTexts } from '../texts/en/app.ts';

export type ButtonVariant = 'primary' | 'secondary' | 'tertiary' | 'white' | 'transparent';
export type ButtonSize = 'small' | 'medium';

export interface ButtonProps extends ComponentPropsWithRef<'button'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: ComponentType<IconProps>;
  iconPosition?: 'left' | 'right';
  /**
   * Shows a spinner with the text `Loading...` for assistive technology, and ignores presses. Unlike with `disabled`,
   * the focus stays.
   */
  loading?: boolean;
}

const VARIANTS: Readonly<Record<ButtonVariant, string>> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-press active:bg-accent-press',
  secondary: 'border-[1.5px] border-ink text-ink hover:bg-ink/6 active:bg-ink/10',
  tertiary: 'text-ink underline decoration-line-strong underline-offset-4 hover:decoration-ink',
  white: 'bg-surface text-ink shadow-lift hover:bg-stamp',
  transparent: 'text-ink-soft hover:text-ink hover:bg-ink/6',
};

/** Both are at least 44 px high: a small button has smaller type, not a smaller target. */
const SIZES: Readonly<Record<ButtonSize, string>> = {
  small: 'min-h-11 min-w-11 px-3 text-sm gap-1.5',
  medium: 'min-h-13 px-5 text-base gap-2.5',
};

const ICON_SIZES: Readonly<Record<ButtonSize, number>> = { small: 18, medium: 22 };

/** The app's only kind of button. */
export function Button({
  variant = 'primary',
  size = 'medium',
  icon: ButtonIcon,
  iconPosition = 'left',
  loading = false,
  disabled = false,
  className = '',
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const drawn = ButtonIcon === undefined ? null : <ButtonIcon size={ICON_SIZES[size]} />;
  return (
    <button
      type="button"
      {...rest}
      onClick={loading ? undefined : onClick}
      disabled={disabled}
      aria-disabled={loading || undefined}
      aria-busy={loading || undefined}
      className={`relative inline-flex items-center justify-center rounded-md font-semibold transition-colors duration-150 ease-out disabled:cursor-default aria-disabled:cursor-default ${disabled && !loading ? 'opacity-45' : ''} ${SIZES[size]} ${VARIANTS[variant]} ${className}`}
    >
      {loading && <Spinner />}
      <span className={`inline-flex items-center gap-[inherit] ${loading ? 'invisible' : ''}`}>
        {iconPosition === 'left' && drawn}
        {children}
        {iconPosition === 'right' && drawn}
      </span>
    </button>
  );
}

function Spinner() {
  return (
    <output className="absolute inset-0 grid place-items-center">
      <svg viewBox="0 0 24 24" width={22} height={22} aria-hidden="true" className="animate-turn">
        <circle cx="12" cy="12" r="9" fill="none" stroke="currentColor" strokeWidth="2.5" opacity="0.3" />
        <path
          d="M21 12a9 9 0 0 0-9-9"
          fill="none"
          stroke="currentColor"
          strokeWidth="2.5"
          strokeLinecap="round"
        />
      </svg>
      <span className="sr-only">{useTexts(appTexts).loading}</span>
    </output>
  );
}
