import { useAtomValue } from 'jotai';
import { useActions } from '../../actions/context.ts';
import { Button } from '../../parts/Button.tsx';
import { Notice } from '../../parts/Notice.tsx';
import { Problem } from '../../parts/Problem.tsx';
import { asked, scanning } from '../../state/core.ts';
import { invitation } from '../../state/page.ts';
import { changeWords } from '../../texts/asked.ts';
import { useTexts } from '../../language/use-texts.ts';
import { askedTexts } from '../../texts/en/asked.ts';

/** Says what changed in the catalog, or why it is not available; nothing while it is unchanged. */
export function CatalogNotice() {
  const t = useTexts(askedTexts);
  const known = useAtomValue(asked);
  const pinned = useAtomValue(invitation).catalog !== null;
  const busy = useAtomValue(scanning);
  const { goOn, reload } = useActions();
  if (known === null) return null;
  const { catalog, changes, problem } = known;
  if (problem !== null) {
    return (
      <div className="pt-4">
        <Problem error={problem} retry={reload} />
      </div>
    );
  }
  if (changes === null) return null;
  return (
    <div className="pt-4">
      <Notice
        kind="info"
        title={pinned ? t.linkAsksElse : t.asksElse({ organiser: catalog.organiser.name })}
        actions={
          <Button size="small" disabled={busy} onClick={() => void goOn(changes.hash)}>
            {pinned ? t.goOnLink : t.goOn}
          </Button>
        }
      >
        <ul className="list-disc pl-5">
          {changes.changes.map(changeWords).map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
        <p className="mt-2">{t.untilThen}</p>
      </Notice>
    </div>
  );
}
