import { useActions } from '../../actions/context.ts';
import { Button } from '../../parts/Button.tsx';
import { ScreenTitle } from '../../parts/ScreenTitle.tsx';
import { useTexts } from '../../language/use-texts.ts';
import { nowhereTexts } from '../../texts/en/welcome.ts';

/** An address that is none of the page's. */
export function Nowhere() {
  const t = useTexts(nowhereTexts);
  const { closeScreen } = useActions();
  return (
    <div className="flex flex-col items-start gap-4 pt-10 pb-16">
      <ScreenTitle>{t.title}</ScreenTitle>
      <p className="text-ink-soft">{t.why}</p>
      <Button onClick={closeScreen}>{t.open}</Button>
    </div>
  );
}
