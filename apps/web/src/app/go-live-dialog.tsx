import { useCommand } from '../data/cache/use-command.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { DialogButtons } from '../ui/dialog-buttons.js';

/** Confirmation: two stores that page for the same alerts would wake people twice. */
export function GoLiveDialog({ onClose }: { onClose: () => void }) {
  const go = useCommand('GoLiveHere', 'go live here');
  return (
    <Dialog title="Go live here?" onClose={onClose}>
      <p>This server starts paging people again, beginning with the alert groups that are still open.</p>
      <p className="mt-2 text-muted">First stop the server it was copied from, and point your monitoring here.</p>
      <DialogButtons>
        <Button kind="act" busy={go.isPending} onClick={() => go.mutate({}, { onSuccess: onClose })}>
          Go live here
        </Button>
        <Button kind="quiet" onClick={onClose}>
          Keep it paused
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
