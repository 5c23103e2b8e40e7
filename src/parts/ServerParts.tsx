/** What the server holds, as a list. */
export function ServerParts({ lines }: { lines: readonly string[] }) {
  return (
    <ul className="mt-1 list-disc pl-5 text-ink-soft">
      {lines.map((line) => (
        <li key={line} className="break-words">
          {line}
        </li>
      ))}
    </ul>
  );
}
