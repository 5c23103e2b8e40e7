export interface FigureRow {
  name: string;
  /** The value of the bar's length; all rows of a table have one unit. */
  value: number;
  /** The value with its unit, in words. */
  text: string;
  /** The spread of the runs; may be empty. */
  spread: string;
  /** Measured on this device, or on another machine. */
  here: boolean;
}

export interface FigureTableProps {
  caption: string;
  rows: readonly FigureRow[];
  /** The value of a full bar, if it is more than the largest value. */
  whole?: number;
}

/** Figures as bars and as a table in one, so that people who cannot see the bars read the same rows. */
export function FigureTable({ caption, rows, whole = 0 }: FigureTableProps) {
  const longest = Math.max(whole, ...rows.map(({ value }) => value));
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">{caption}</caption>
      <tbody>
        {rows.map(({ name, value, text, spread, here }) => (
          <tr key={name}>
            <th scope="row" className="w-full py-1.5 pr-3 text-left font-normal">
              {name}
              <Bar share={longest > 0 ? value / longest : 0} here={here} />
            </th>
            <td className="py-1.5 text-right align-top whitespace-nowrap">
              <span className="font-semibold">{text}</span>
              <span className="block text-xs text-ink-soft">{spread}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The shortest visible bar, in per cent. */
const THINNEST = 0.6;

function Bar({ share, here }: { share: number; here: boolean }) {
  return (
    <svg
      viewBox="0 0 100 8"
      preserveAspectRatio="none"
      aria-hidden="true"
      className={`mt-1 block h-2 w-full rounded-xs ${here ? 'text-seal' : 'text-line-strong'}`}
    >
      <rect width="100" height="8" className="fill-line" opacity="0.55" />
      <rect width={Math.max(THINNEST, share * 100)} height="8" fill="currentColor" />
    </svg>
  );
}
