import { useRef } from 'react';
import { useActions } from '../actions-context.ts';
import { FileIcon } from '../icons/set.tsx';
import { Button, type ButtonVariant } from './Button.tsx';

/** `Import a mailbox file`: asks the device for a file; it is read here and sent nowhere. */
export function FileButton({
  variant = 'secondary',
  className,
}: {
  variant?: ButtonVariant;
  className?: string;
}) {
  const { importFile } = useActions();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        variant={variant}
        icon={FileIcon}
        onClick={() => input.current?.click()}
        {...(className === undefined ? {} : { className })}
      >
        Import a mailbox file
      </Button>
      {/* No `accept`: phones grey out .mbox, a type that they do not know. The worker judges the content. */}
      <input
        ref={input}
        type="file"
        hidden
        tabIndex={-1}
        aria-label="Mailbox file"
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          // The same file may be chosen again after an error.
          event.currentTarget.value = '';
          if (file !== undefined) void importFile(file);
        }}
      />
    </>
  );
}
