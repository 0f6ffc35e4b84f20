import { canBePaged } from '@tocsin/contracts/people/can-be-paged.js';
import { commands } from '@tocsin/contracts/alert-groups/noun.js';
import { useCommand } from '../../../data/cache/use-command.js';
import { useAll } from '../../../data/cache/use-view.js';
import { usePersonOptions } from '../../people/shared/person-options.js';
import { say } from '../../../data/toasts.js';
import { Dialog } from '../../../ui/dialog.js';
import { FormButtons } from '../../../ui/dialog-buttons.js';
import { TextField } from '../../../ui/field.js';
import { ComboField, namedOptions } from '../../../ui/combo-field.js';
import { SelectField } from '../../../ui/select.js';
import { choiceIn, useForm } from '../../../ui/use-form.js';

/** Pages a person, or runs a service’s policy, without a monitoring system. `whom`: the preselected person’s or service’s id. */
export function PageSomeoneDialog({ onClose, whom }: { onClose: () => void; whom?: string }) {
  const page = useCommand('PageSomeone', 'page someone', { inForm: true });
  const people = useAll('people').filter(canBePaged);
  const services = useAll('services').filter(({ state }) => state === 'active');
  const form = useForm({
    initial: { title: '', whom: whom ?? '', urgency: 'high' },
    schema: commands.PageSomeone.data,
    shape: ({ title, whom, urgency }) => ({
      title,
      urgency: urgency as 'high' | 'low',
      ...(services.some(({ id }) => id === whom) ? { serviceId: whom } : { personIds: whom === '' ? [] : [whom] }),
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
        <ComboField
          label="Person or service"
          placeholder="Choose a person or a service"
          hint="A person is paged once. A service follows its policy until someone acknowledges."
          options={[...usePersonOptions(people), ...namedOptions(services).map((service) => ({ ...service, group: 'Services' }))]}
          {...choiceIn(form, 'whom')}
          error={form.errors['personIds'] ?? form.errors['personIds.0']}
        />
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
