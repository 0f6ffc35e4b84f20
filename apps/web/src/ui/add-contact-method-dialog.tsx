import { commands, type CommandInput } from '@tocsin/contracts/catalogue.js';
import { contactKinds, type ContactKind, type ContactRow } from '@tocsin/contracts/contacts.js';
import { useState } from 'react';
import { useCommand } from '../data/use-command.js';
import { Button } from './button.js';
import { Copy } from './copy.js';
import { Dialog, DialogButtons, FormButtons } from './dialog.js';
import { SelectField, TextField } from './field.js';
import { useForm } from './use-form.js';

/** Push is added by the device itself. */
type Typed = Exclude<ContactKind, 'push'>;
const words: Record<Typed, { label: string; hint: string }> = {
  email: { label: 'E-mail', hint: 'A code is sent there first.' },
  webhook: {
    label: 'Webhook',
    hint: 'A signed POST to an address of yours: a phone gateway, a chat bot, a lamp. A code is sent there first.',
  },
  browser: { label: 'Browser', hint: 'Rings in every open tab whose sound is unlocked.' },
};

/** One more way to reach me. A webhook’s signing secret is shown once. */
export function AddContactMethodDialog({ contact, onClose }: { contact: ContactRow; onClose: () => void }) {
  const add = useCommand('AddContactMethod', 'add it', { inForm: true });
  const [secret, setSecret] = useState<string | null>(null);
  const kinds = contactKinds.filter(
    (kind): kind is Typed => kind !== 'push' && (kind !== 'browser' || contact.methods.every((method) => method.kind !== 'browser')),
  );
  const form = useForm({
    initial: { kind: 'email', address: '' },
    schema: commands.AddContactMethod.data,
    shape: ({ kind, address }) =>
      (kind === 'browser' ? { kind, personId: contact.id } : { kind, personId: contact.id, address }) as CommandInput<'AddContactMethod'>,
    submit: async (request) => {
      const { says } = await add.mutateAsync(request);
      const shown = says.signingSecret ?? says.secret;
      if (typeof shown === 'string') setSecret(shown);
      else onClose();
    },
  });
  const kind = form.values.kind as Typed;
  if (secret)
    return (
      <Dialog wide title="Its signing secret" onClose={onClose}>
        <p className="mb-4 text-muted">
          What Tocsin posts is signed with it. It is shown this once; the code to verify the address is on its way there.
        </p>
        <Copy label="Signing secret" text={secret} />
        <DialogButtons>
          <Button kind="act" onClick={onClose}>
            I have kept it
          </Button>
        </DialogButtons>
      </Dialog>
    );
  return (
    <Dialog title="Add a contact method" onClose={onClose}>
      <form noValidate className="space-y-4" onSubmit={(event) => void form.onSubmit(event)}>
        <SelectField label="By what" hint={words[kind].hint} {...form.field('kind')}>
          {kinds.map((one) => (
            <option key={one} value={one}>
              {words[one].label}
            </option>
          ))}
        </SelectField>
        {kind === 'email' && <TextField label="Address" type="email" required {...form.field('address')} />}
        {kind === 'webhook' && <TextField label="Address" type="url" placeholder="https://" required {...form.field('address')} />}
        <FormButtons busy={form.isBusy} onCancel={onClose}>
          Add
        </FormButtons>
      </form>
    </Dialog>
  );
}
