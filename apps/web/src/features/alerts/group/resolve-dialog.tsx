import type { AlertGroupRow } from '@tocsin/contracts/alert-group-rows.js';
import { ConfirmDialog } from '../../../ui/confirm.js';

/** The sender still says firing: said before, not after. */
export const ResolveDialog = ({ row, onClose, onResolve }: { row: AlertGroupRow; onClose: () => void; onResolve: () => void }) => (
  <ConfirmDialog
    title={`#${row.number} is still firing. Resolve anyway?`}
    act="Resolve"
    leave="Keep open"
    onConfirm={onResolve}
    onClose={onClose}
  >
    <p>
      {row.firing === 1 ? 'One alert in it' : `${row.firing} alerts in it`} still {row.firing === 1 ? 'fires' : 'fire'}, as far as the
      sender has said.
    </p>
    <p className="mt-2 text-muted">New signals for it are recorded, but no one is paged for an hour.</p>
  </ConfirmDialog>
);
