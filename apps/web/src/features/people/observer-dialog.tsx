import { peopleCommands } from '@tocsin/contracts/people/commands.js';
import { useCommand } from '../../data/cache/use-command.js';
import { LeaveDialog } from './leave-dialog.js';

const role = 'observer';

export function ObserverDialog({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const change = useCommand('ChangePersonRole', `make ${name} an observer`, { inForm: true });
  return (
    <LeaveDialog
      id={id}
      title={`Make ${name} an observer`}
      press="Make observer"
      schema={peopleCommands.ChangePersonRole.data.partial({ role: true })}
      onLeave={(place) => change.mutateAsync({ ...place, role })}
      onClose={onClose}
    >
      <p>
        Observers see everything and change nothing. They are never paged and are in no team. Alerts assigned to {name} return to firing,
        and pages that wait for them go to others.
      </p>
    </LeaveDialog>
  );
}
