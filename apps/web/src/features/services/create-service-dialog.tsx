import { commands } from '@tocsin/contracts/services/noun.js';
import { useNavigate } from '@tanstack/react-router';
import { v7 } from 'uuid';
import { useTeams } from '../teams/shared/teams.js';
import { useCommand } from '../../data/cache/use-command.js';
import { useAll } from '../../data/cache/use-view.js';
import { Dialog } from '../../ui/dialog.js';
import { FormButtons } from '../../ui/dialog-buttons.js';
import { Check, TextField } from '../../ui/field.js';
import { ComboField } from '../../ui/combo-field.js';
import { choiceIn, useForm } from '../../ui/use-form.js';

export function CreateServiceDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const create = useCommand('CreateService', 'create the service', { inForm: true });
  const all = useAll('policies').filter(({ removed }) => !removed);
  const teams = useTeams();
  const policies = teams.flatMap((team) => all.filter(({ teamId }) => teamId === team.id));
  const form = useForm({
    initial: { name: '', policyId: '', rehearses: false },
    schema: commands.CreateService.data,
    // the one that the field shows: the first, until another is chosen
    shape: ({ name, policyId, rehearses }) => {
      const policy = policies.find(({ id }) => id === policyId) ?? policies[0];
      return { name, policyId: policy?.id ?? '', teamId: policy?.teamId ?? '', serviceId: v7(), ...(rehearses ? { rehearses } : {}) };
    },
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
        <ComboField
          label="Escalation policy"
          placeholder="Choose a policy"
          hint={
            policies.length > 0
              ? 'The service belongs to the team that owns the policy.'
              : 'No escalation policies yet. Add one under Policies first.'
          }
          options={policies.map(({ id, name, teamId }) => ({ id, label: name, group: teams.find((team) => team.id === teamId)!.name }))}
          {...choiceIn(form, 'policyId')}
          value={form.values.policyId || (policies[0]?.id ?? '')}
        />
        <Check
          label="Rehearse: page no one until a manager takes it live"
          checked={form.values.rehearses}
          onChange={({ target }) => form.set('rehearses', target.checked)}
        />
        <FormButtons busy={form.isBusy} onCancel={onClose}>
          Create
        </FormButtons>
      </form>
    </Dialog>
  );
}
