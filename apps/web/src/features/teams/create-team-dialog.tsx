import { commands } from '@tocsin/contracts/teams/noun.js';
import { useNavigate } from '@tanstack/react-router';
import { v7 } from 'uuid';
import { useCommand } from '../../data/cache/use-command.js';
import { Dialog } from '../../ui/dialog.js';
import { FormButtons } from '../../ui/dialog-buttons.js';
import { TextField } from '../../ui/field.js';
import { useForm } from '../../ui/use-form.js';

/** A team owns services and policies. */
export function CreateTeamDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const create = useCommand('CreateTeam', 'create the team', { inForm: true });
  const form = useForm({
    initial: { name: '' },
    schema: commands.CreateTeam.data,
    shape: ({ name }) => ({ name, teamId: v7() }),
    submit: async (request) => {
      await create.mutateAsync(request);
      onClose();
      await navigate({ to: '/teams/$id', params: { id: request.teamId } });
    },
  });
  return (
    <Dialog title="New team" onClose={onClose}>
      <form noValidate className="space-y-4" onSubmit={(event) => void form.onSubmit(event)}>
        <TextField label="Name" placeholder="Payments" required {...form.field('name')} />
        <FormButtons busy={form.isBusy} onCancel={onClose}>
          Create
        </FormButtons>
      </form>
    </Dialog>
  );
}
