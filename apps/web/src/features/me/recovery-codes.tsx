import { Button } from '../../ui/button.js';
import { Copy } from '../../ui/copy.js';
import { Dialog } from '../../ui/dialog.js';
import { DialogButtons } from '../../ui/dialog-buttons.js';

/** Shown this once. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <Dialog wide isSecret title="Save your recovery codes" onClose={onClose}>
      <p className="mb-4 text-muted">
        Use one in place of the code from your app if you lose your phone. Each works once. They are shown only once: store them somewhere
        other than your phone.
      </p>
      <Copy label="Recovery codes" text={codes.join('\n')} />
      <DialogButtons>
        <Button kind="act" onClick={onClose}>
          I saved them
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

export const codesIn = (says: Readonly<Record<string, unknown>>): readonly string[] =>
  Array.isArray(says['recoveryCodes']) ? (says['recoveryCodes'] as string[]) : [];
