import { commands } from '@tocsin/contracts/integrations/noun.js';
import type { IntegrationShown } from '@tocsin/contracts/integrations/noun.js';
import { useMay } from '../../data/session/session.js';
import { whoMay } from '../../data/session/who-may.js';
import { say } from '../../data/toasts.js';
import { useCommand } from '../../data/cache/use-command.js';
import { BarredFields } from '../../ui/barred-fields.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { useForm } from '../../ui/use-form.js';

/** Above how many signals in five minutes an integration is refused; empty: never. */
export function HardLimit({ row: { teamId, id: integrationId, name, hardLimit = null } }: { row: IntegrationShown }) {
  const may = useMay('organisation.configure');
  const change = useCommand('LimitIntegration', `change the hard limit of ${name}`, { inForm: true });
  const text = hardLimit === null ? '' : String(hardLimit);
  const form = useForm({
    initial: { hardLimit: text },
    schema: commands.LimitIntegration.data,
    shape: (values) => ({ teamId, integrationId, hardLimit: values.hardLimit.trim() === '' ? null : Number(values.hardLimit) }),
    submit: async (request) => {
      await change.mutateAsync(request);
      say({ kind: 'done', title: request.hardLimit === null ? 'Hard limit removed' : 'Hard limit set' });
    },
  });
  return (
    <BarredFields why={!may && `Only ${whoMay('organisation.configure')} can change this.`}>
      <form noValidate className="max-w-xl" onSubmit={(event) => void form.onSubmit(event)}>
        <TextField
          label="Hard limit (requests in 5 min)"
          type="number"
          inputMode="numeric"
          placeholder="No limit"
          hint="Requests above it are refused with 429, and a high-urgency alert group pages by the policy of this service. Empty: nothing is refused."
          {...form.field('hardLimit')}
          beside={
            may && (
              <Button type="submit" busy={form.isBusy} whyNot={form.values.hardLimit === text && 'No changes yet'}>
                Save
              </Button>
            )
          }
        />
      </form>
    </BarredFields>
  );
}
