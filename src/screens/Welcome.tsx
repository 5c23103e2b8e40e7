import { SlotSheet } from '../parts/SlotSheet.tsx';
import { Button } from '../parts/Button.tsx';
import { useActions } from '../actions-context.ts';

export function Welcome() {
  const { signIn } = useActions();
  return (
    <div>
      <SlotSheet states={[]} label="An empty sheet of 100 stamps" className="mx-auto w-72" />
      <h1 className="text-2xl">A passport that only you can open</h1>
      <Button onClick={() => void signIn('mailbox', 'scan')}>Try the demo mailbox</Button>
    </div>
  );
}
