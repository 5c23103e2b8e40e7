import { useId } from 'react';

/** Radius of the ring's text, in units of the 100-unit drawing. */
const TEXT_RADIUS = 36.5;
const CIRCUMFERENCE = 2 * Math.PI * TEXT_RADIUS;
/** Rough width of a capital at the ring's type size, letter space included. */
const LETTER = 6.6;
const SEPARATOR = ' ✶ ';

export type PostmarkRing = 'full' | 'dashed' | 'pencil';

export interface PostmarkProps {
  /** `full`: verified by signature; `dashed`: self-attested; `pencil`: the person's own mark. */
  ring: PostmarkRing;
  /** The signing domain along a full ring. */
  domain?: string | undefined;
  /** Three lines in the middle; the first one is large. */
  lines?: readonly string[] | undefined;
  className?: string;
}

/** The ring of a stamp, drawn in the current colour. Decoration: the stamp's text says the same. */
export function Postmark({ ring, domain, lines, className }: PostmarkProps) {
  const path = useId();
  return (
    <svg viewBox="0 0 100 100" aria-hidden="true" focusable="false" className={className}>
      <g fill="none" stroke="currentColor">
        {ring === 'full' && (
          <>
            <circle cx="50" cy="50" r="47.5" strokeWidth="2.4" />
            <circle cx="50" cy="50" r="31" strokeWidth="1.2" />
          </>
        )}
        {ring === 'dashed' && <circle cx="50" cy="50" r="45" strokeWidth="2.4" strokeDasharray="7 5.78" />}
        {ring === 'pencil' && <path d={PENCIL_LOOP} strokeWidth="2.6" strokeLinecap="round" />}
      </g>
      {ring === 'full' && domain !== undefined && (
        <>
          <path id={path} d={ringPath(TEXT_RADIUS)} fill="none" />
          <text fontSize="8.6" fontWeight="700" fill="currentColor" className="font-display">
            <textPath href={`#${path}`} textLength={CIRCUMFERENCE - 2} lengthAdjust="spacing">
              {ringText(domain)}
            </textPath>
          </text>
        </>
      )}
      {lines !== undefined && <Lines lines={lines} narrow={ring === 'full'} />}
    </svg>
  );
}

function Lines({ lines, narrow }: { lines: readonly string[]; narrow: boolean }) {
  const [first = '', second = '', third = ''] = lines;
  const large = first.length > 5 ? 12 : narrow ? 17 : 21;
  const same = second.includes(' ');
  return (
    <g textAnchor="middle" fill="currentColor" className="font-display" fontWeight="700">
      <text x="50" y={narrow ? 46 : 45} fontSize={large}>
        {first}
      </text>
      <text x="50" y={narrow ? 59 : 61} fontSize={same ? large : narrow ? 11 : 13}>
        {second}
      </text>
      <text x="50" y={narrow ? 70 : 75} fontSize={narrow ? 9.5 : 11} fontWeight="500">
        {third}
      </text>
    </g>
  );
}

/** A circle that starts at the left, so that the text begins there and runs clockwise over the top. */
function ringPath(radius: number): string {
  return `M${50 - radius} 50a${radius} ${radius} 0 1 1 ${2 * radius} 0a${radius} ${radius} 0 1 1 ${-2 * radius} 0`;
}

/** The domain, repeated as often as it fits around the ring. */
function ringText(domain: string): string {
  const once = domain.toUpperCase() + SEPARATOR;
  const times = Math.max(1, Math.round(CIRCUMFERENCE / (once.length * LETTER)));
  return once.repeat(times);
}

/** A loop drawn by hand that does not quite meet itself. */
const PENCIL_LOOP = 'M27 13C48 1 83 8 92 35c8 26-8 52-38 58C27 98 5 79 6 50 7 26 26 8 56 7c14 0 25 4 33 12';
