import type { AlertGroupRow } from '@tocsin/contracts/alert-groups.js';
import { ConfirmDialog } from '../../ui/confirm.js';

/** The sender still says firing: said before, not after. */
export const ResolveDialog = ({ row, onClose, onResolve }: { row: AlertGroupRow; onClose: () => void; onResolve: () => void }) => (
  <ConfirmDialog
    title={`Resolve #${row.number} although it still fires?`}
    act="Resolve"
    leave="Leave it open"
    onConfirm={onResolve}
    onClose={onClose}
  >
    <p>
      {row.firing === 1 ? 'One alert in it' : `${row.firing} alerts in it`} still {row.firing === 1 ? 'fires' : 'fire'}, as far as the
      sender has said.
    </p>
    <p className="mt-2 text-muted">When the sender says firing again, it is recorded, but for an hour nobody is paged for it.</p>
  </ConfirmDialog>
);
