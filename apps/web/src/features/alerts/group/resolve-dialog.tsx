import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';
import { ConfirmDialog } from '../../../ui/confirm.js';

/** Warns before resolving that the sender still reports firing. */
export const ResolveDialog = ({ row, onClose, onResolve }: { row: AlertGroupRow; onClose: () => void; onResolve: () => void }) => (
  <ConfirmDialog
    title={`#${row.number} is still firing. Resolve anyway?`}
    act="Resolve"
    leave="Keep open"
    onConfirm={onResolve}
    onClose={onClose}
  >
    <p>{row.firing === 1 ? '1 alert is' : `${row.firing} alerts are`} still firing, according to the source.</p>
    <p className="mt-2 text-muted">New alerts for it are recorded, but no one is paged for an hour.</p>
  </ConfirmDialog>
);
