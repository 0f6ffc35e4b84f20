import type { AlertGroupRow } from '@tocsin/contracts/alert-groups.js';
import { Button } from '../../ui/button.js';
import { Dialog, DialogButtons } from '../../ui/dialog.js';

/** The sender still says firing: said before, not after. */
export function ResolveDialog({ row, onClose, onResolve }: { row: AlertGroupRow; onClose: () => void; onResolve: () => void }) {
  return (
    <Dialog title={`Resolve #${row.number} although it still fires?`} onClose={onClose}>
      <p>
        {row.firing === 1 ? 'One alert in it' : `${row.firing} alerts in it`} still {row.firing === 1 ? 'fires' : 'fire'}, as far as the
        sender has said.
      </p>
      <p className="mt-2 text-muted">When the sender says firing again, it is recorded, but for an hour nobody is paged for it.</p>
      <DialogButtons>
        <Button
          kind="act"
          onClick={() => {
            onResolve();
            onClose();
          }}
        >
          Resolve
        </Button>
        <Button kind="quiet" onClick={onClose}>
          Leave it open
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
