import { commands } from '@tocsin/contracts/catalogue.js';
import { useNavigate } from '@tanstack/react-router';
import { v7 } from 'uuid';
import { useTeams } from '../../data/teams.js';
import { useCommand } from '../../data/use-command.js';
import { useAll } from '../../data/use-view.js';
import { Dialog, FormButtons } from '../../ui/dialog.js';
import { SelectField, TextField } from '../../ui/field.js';
import { useForm } from '../../ui/use-form.js';

/** A service: what can break, and who is paged then. */
export function CreateServiceDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const create = useCommand('CreateService', 'create the service', { inForm: true });
  const policies = useAll('policies').filter(({ removed }) => !removed);
  const teams = useTeams();
  const form = useForm({
    initial: { name: '', policyId: policies[0]?.id ?? '' },
    schema: commands.CreateService.data,
    shape: ({ name, policyId }) => ({ name, policyId, teamId: policies.find(({ id }) => id === policyId)?.teamId ?? '', serviceId: v7() }),
    submit: async (request) => {
      await create.mutateAsync(request);
      onClose();
      await navigate({ to: '/services/$id', params: { id: request.serviceId } });
    },
  });
  return (
    <Dialog title="New service" onClose={onClose}>
      <form noValidate className="space-y-4" onSubmit={(event) => void form.onSubmit(event)}>
        <TextField label="Name" placeholder="Checkout" required {...form.field('name')} />
        <SelectField label="Who is paged" hint="The service belongs to the team that owns the policy." {...form.field('policyId')}>
          {teams.map((team) => (
            <optgroup key={team.id} label={team.name}>
              {policies
                .filter(({ teamId }) => teamId === team.id)
                .map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
            </optgroup>
          ))}
        </SelectField>
        <FormButtons busy={form.isBusy} onCancel={onClose}>
          Create
        </FormButtons>
      </form>
    </Dialog>
  );
}
