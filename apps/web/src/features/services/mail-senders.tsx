import { commands, type IntegrationShown } from '@tocsin/contracts/integrations/noun.js';
import { useMay } from '../../data/session/session.js';
import { whoMay } from '../../data/session/who-may.js';
import { say } from '../../data/toasts.js';
import { useCommand } from '../../data/cache/use-command.js';
import { BarredFields } from '../../ui/barred-fields.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { useForm } from '../../ui/use-form.js';

const listOf = (text: string): readonly string[] => text.split(/[\s,]+/).filter((one) => one !== '');

/** Whose mails an integration takes; empty: everyone’s. */
export function MailSenders({ row: { teamId, id: integrationId, name, mailSenders } }: { row: IntegrationShown }) {
  const may = useMay('service.configure', { teamId });
  const change = useCommand('ChangeMailSenders', `change the senders of ${name}`, { inForm: true });
  const text = (mailSenders ?? []).join(', ');
  const form = useForm({
    initial: { senders: text },
    schema: commands.ChangeMailSenders.data,
    shape: (values) => ({ teamId, integrationId, senders: [...listOf(values.senders)] }),
    submit: async (request) => {
      await change.mutateAsync(request);
      say({ kind: 'done', title: request.senders.length === 0 ? 'Mails from everyone are accepted' : 'Senders saved' });
    },
  });
  // of the list, or of one in it
  const wrong = Object.entries(form.errors).find(([field]) => field.startsWith('senders'))?.[1];
  return (
    <BarredFields why={!may && `Only ${whoMay('service.configure')} can change this.`}>
      <form noValidate className="max-w-xl" onSubmit={(event) => void form.onSubmit(event)}>
        <TextField
          label="Accepted senders"
          placeholder="Everyone"
          hint="Addresses, and domains as @example.org. Mails from others are refused, and listed here. Empty: everyone’s mails are accepted."
          {...form.field('senders')}
          error={wrong}
          beside={
            may && (
              <Button type="submit" busy={form.isBusy} whyNot={form.values.senders === text && 'No changes yet'}>
                Save
              </Button>
            )
          }
        />
      </form>
    </BarredFields>
  );
}
