import { canBePaged } from '@tocsin/contracts/people/can-be-paged.js';
import { commands } from '@tocsin/contracts/alert-groups/noun.js';
import { useMe } from '../../../data/session/session.js';
import { useCommand } from '../../../data/cache/use-command.js';
import { useAll } from '../../../data/cache/use-view.js';
import { plainName } from '../../../data/words/names.js';
import { say } from '../../../data/toasts.js';
import { Dialog } from '../../../ui/dialog.js';
import { FormButtons } from '../../../ui/dialog-buttons.js';
import { TextField } from '../../../ui/field.js';
import { SelectField } from '../../../ui/select.js';
import { useForm } from '../../../ui/use-form.js';

/** Pages a person, or runs a service’s policy, without a monitoring system. `whom`: the preselected person’s or service’s id. */
export function PageSomeoneDialog({ onClose, whom }: { onClose: () => void; whom?: string }) {
  const page = useCommand('PageSomeone', 'page someone', { inForm: true });
  const { personId } = useMe();
  const people = useAll('people').filter(canBePaged);
  const services = useAll('services').filter(({ state }) => state === 'active');
  const form = useForm({
    initial: { title: '', whom: whom ?? people.find(({ id }) => id !== personId)?.id ?? personId, urgency: 'high' },
    schema: commands.PageSomeone.data,
    shape: ({ title, whom, urgency }) => ({
      title,
      urgency: urgency as 'high' | 'low',
      ...(services.some(({ id }) => id === whom) ? { serviceId: whom } : { personIds: [whom] }),
    }),
    submit: async (request) => {
      await page.mutateAsync(request);
      say({ kind: 'done', title: 'Paging them now', detail: request.title });
      onClose();
    },
  });
  return (
    <Dialog title="Page someone" onClose={onClose}>
      <form noValidate onSubmit={(event) => void form.onSubmit(event)} className="space-y-4">
        <TextField label="What is wrong" placeholder="Checkout is slow for customers in France" required {...form.field('title')} />
        <SelectField
          label="Person or service"
          hint="A person is paged once. A service follows its policy until someone acknowledges."
          {...form.field('whom')}
        >
          <optgroup label="People">
            {people.map(({ id, name }) => (
              <option key={id} value={id}>
                {plainName(name)}
              </option>
            ))}
          </optgroup>
          <optgroup label="Services">
            {services.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </optgroup>
        </SelectField>
        <SelectField label="Urgency" {...form.field('urgency')}>
          <option value="high">High: pages them now</option>
          <option value="low">Low: follows their low-urgency rules</option>
        </SelectField>
        <FormButtons busy={form.isBusy} onCancel={onClose}>
          Page them
        </FormButtons>
      </form>
    </Dialog>
  );
}
