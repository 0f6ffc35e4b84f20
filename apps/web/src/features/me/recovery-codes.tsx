import { Button } from '../../ui/button.js';
import { Copy } from '../../ui/copy.js';
import { Dialog, DialogButtons } from '../../ui/dialog.js';

/** Shown this once. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <Dialog wide isSecret title="Keep these recovery codes" onClose={onClose}>
      <p className="mb-4 text-muted">
        Each opens your account once, in place of the app’s code: for the day on which the phone is lost. They are shown this once; keep
        them where your phone is not.
      </p>
      <Copy label="Recovery codes" text={codes.join('\n')} />
      <DialogButtons>
        <Button kind="act" onClick={onClose}>
          I have kept them
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

export const codesIn = (says: Readonly<Record<string, unknown>>): readonly string[] =>
  Array.isArray(says['recoveryCodes']) ? (says['recoveryCodes'] as string[]) : [];
