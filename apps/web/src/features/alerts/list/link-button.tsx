import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';
import { useCommand } from '../../../data/cache/use-command.js';
import { say } from '../../../data/toasts.js';
import { Button } from '../../../ui/button.js';

/** Makes one thing to page for of the selected rows: the lowest number leads. */
export function LinkButton({ rows, onDone }: { rows: readonly AlertGroupRow[]; onDone: () => void }) {
  const link = useCommand('LinkAlertGroup', 'link the alerts');
  const open = rows.filter(({ status }) => status !== 'resolved').toSorted((one, other) => one.number - other.number);
  const [first, ...others] = open;
  const run = async () => {
    try {
      for (const { id: groupId } of others) await link.mutateAsync({ groupId, toGroupId: first!.id });
      say({ kind: 'done', title: `Linked with #${first!.number}`, detail: 'They are paged for as one.' });
      onDone();
    } catch {
      // the command says what was refused; those before it are linked
    }
  };
  return (
    <Button busy={link.isPending} whyNot={others.length === 0 && 'Select two open alerts'} onClick={() => void run()}>
      Link
    </Button>
  );
}
