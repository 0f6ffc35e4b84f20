import { peopleCommands } from '@tocsin/contracts/people/commands.js';
import { useCommand } from '../../data/cache/use-command.js';
import { LeaveDialog } from './leave-dialog.js';

interface Props {
  id: string;
  name: string;
  isInvited: boolean;
  onClose: () => void;
}

export function DisableDialog({ id, name, isInvited, onClose }: Props) {
  const disable = useCommand('DisablePerson', `disable ${name}`, { inForm: true });
  return (
    <LeaveDialog
      id={id}
      title={isInvited ? `Withdraw the invitation of ${name}` : `Disable ${name}`}
      press={isInvited ? 'Withdraw invitation' : `Disable ${name}`}
      schema={peopleCommands.DisablePerson.data}
      onLeave={disable.mutateAsync}
      onClose={onClose}
    >
      <p>
        {isInvited
          ? 'Their link stops working at once. They can be enabled and invited again.'
          : `${name} can no longer sign in or be paged. Alert groups assigned to them return to firing, and pages that wait for them go to others.`}
      </p>
    </LeaveDialog>
  );
}
