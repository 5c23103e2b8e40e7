export interface SwitchProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** What is switched, for assistive technology. */
  label: string;
  disabled?: boolean;
}

/** An on/off switch with a target 44 px high. The knob's position and tick show that it is on, not only its colour. */
export function Switch({ checked, onChange, label, disabled = false }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      aria-label={label}
      disabled={disabled}
      onClick={() => onChange(!checked)}
      className="grid min-h-11 min-w-14 place-items-center rounded-md disabled:opacity-45"
    >
      <span
        className={`relative block h-7 w-12 rounded-full border-2 transition-colors duration-150 ${checked ? 'border-accent bg-accent' : 'border-line-strong bg-transparent'}`}
      >
        <span
          className={`absolute top-1/2 left-0.5 grid size-5 -translate-y-1/2 place-items-center rounded-full transition-transform duration-150 ease-out ${checked ? 'translate-x-5 bg-on-accent text-accent' : 'bg-line-strong'}`}
        >
          {checked && (
            <svg viewBox="0 0 12 12" width={12} height={12} aria-hidden="true">
              <path d="m2.5 6.5 2.5 2.5 4.5-5.5" fill="none" stroke="currentColor" strokeWidth="2" />
            </svg>
          )}
        </span>
      </span>
    </button>
  );
}
