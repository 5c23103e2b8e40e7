import { Breakable } from './Breakable.tsx';

/** What the server holds, as a list. */
export function ServerParts({ lines }: { lines: readonly string[] }) {
  return (
    <ul className="mt-1 list-disc pl-5 text-ink-soft">
      {lines.map((line) => (
        <li key={line}>
          <Breakable>{line}</Breakable>
        </li>
      ))}
    </ul>
  );
}
