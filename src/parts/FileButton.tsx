import { useRef } from 'react';
import { useActions } from '../actions/context.ts';
import { FileIcon } from '../icons/set.tsx';
import { Button, type ButtonVariant } from './Button.tsx';
import { useTexts } from '../language/use-texts.ts';
import { buttonTexts } from '../texts/en/buttons.ts';
import { fixedTexts } from '../texts/en/fixed.ts';

/** `Import a mailbox file`: asks for a file, which is read on the device and sent nowhere. */
export function FileButton({
  variant = 'secondary',
  className,
}: {
  variant?: ButtonVariant;
  className?: string;
}) {
  const { importFile } = useActions();
  const { importFile: importFileLabel } = useTexts(fixedTexts);
  const { file: fileLabel } = useTexts(buttonTexts);
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        variant={variant}
        icon={FileIcon}
        onClick={() => input.current?.click()}
        {...(className === undefined ? {} : { className })}
      >
        {importFileLabel}
      </Button>
      {/* No `accept`: phones grey out .mbox, a type unknown to them. The worker checks the content. */}
      <input
        ref={input}
        type="file"
        hidden
        tabIndex={-1}
        aria-label={fileLabel}
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
