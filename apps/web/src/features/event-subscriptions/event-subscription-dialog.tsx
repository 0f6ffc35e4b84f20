import { commands } from '@tocsin/contracts/event-subscriptions/noun.js';
import { groupEventKinds, type EventSubscriptionRow, type GroupEventKind } from '@tocsin/contracts/event-subscriptions/noun.js';
import { useState } from 'react';
import { useCommand } from '../../data/cache/use-command.js';
import { Copy } from '../../ui/copy.js';
import { Dialog } from '../../ui/dialog.js';
import { FormButtons, DoneButton } from '../../ui/dialog-buttons.js';
import { Check, TextField } from '../../ui/field.js';
import { useForm } from '../../ui/use-form.js';

const labels: Readonly<Record<GroupEventKind, string>> = {
  opened: 'Opened',
  acknowledged: 'Acknowledged',
  snoozed: 'Snoozed',
  unacknowledged: 'Unacknowledged',
  escalated: 'Escalated',
  resolved: 'Resolved',
  reopened: 'Reopened',
};

function Kinds({ chosen, onChange }: { chosen: readonly GroupEventKind[]; onChange: (kinds: GroupEventKind[]) => void }) {
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">Events</legend>
      <div className="grid grid-cols-2 gap-y-1.5">
        {groupEventKinds.map((kind) => (
          <Check
            key={kind}
            label={labels[kind]}
            checked={chosen.includes(kind)}
            onChange={({ target }) => onChange(target.checked ? [...chosen, kind] : chosen.filter((one) => one !== kind))}
          />
        ))}
      </div>
      {chosen.length === 0 && <p className="mt-1 text-[13px] text-muted">No events selected: only escalation policies can call it.</p>}
    </fieldset>
  );
}

/** Subscribes an address to events of a team’s alert groups, or of all, and shows the signing secret this once. */
export function AddEventSubscriptionDialog({ teamId, onClose }: { teamId: string | null; onClose: () => void }) {
  const create = useCommand('CreateEventSubscription', 'add the event subscription', { inForm: true });
  const [secret, setSecret] = useState<string | null>(null);
  const form = useForm({
    initial: { name: '', address: '', kinds: ['opened', 'acknowledged', 'escalated', 'resolved'] as GroupEventKind[] },
    schema: commands.CreateEventSubscription.data,
    shape: ({ name, address, kinds }) => ({ teamId, name, address, kinds }),
    submit: async (request) => setSecret((await create.mutateAsync(request)).says.signingSecret),
  });
  if (secret) return <SigningSecretDialog secret={secret} onClose={onClose} />;
  return (
    <Dialog title="Add event subscription" onClose={onClose}>
      <form noValidate className="space-y-4" onSubmit={(event) => void form.onSubmit(event)}>
        <TextField label="Name" placeholder="Ticket system" {...form.field('name')} />
        <TextField
          label="Address"
          type="url"
          placeholder="https://tickets.example.org/hooks/tocsin"
          hint="Stored as a secret: later only the host is shown."
          {...form.field('address')}
        />
        <Kinds chosen={form.values.kinds} onChange={(kinds) => form.set('kinds', kinds)} />
        <FormButtons busy={form.isBusy} onCancel={onClose}>
          Add subscription
        </FormButtons>
      </form>
    </Dialog>
  );
}

/** Changes name, events or address. */
export function EditEventSubscriptionDialog({ subscription, onClose }: { subscription: EventSubscriptionRow; onClose: () => void }) {
  // the version when the dialog opened, so that other people’s changes since are not overwritten
  const [{ id: subscriptionId, version, name: before, host, kinds: kindsBefore }] = useState(subscription);
  const change = useCommand('ChangeEventSubscription', 'change the event subscription', { inForm: true });
  const form = useForm({
    initial: { name: before, address: '', kinds: kindsBefore },
    schema: commands.ChangeEventSubscription.data,
    shape: ({ name, address, kinds }) => ({ subscriptionId, version, name, kinds, ...(address === '' ? {} : { address }) }),
    submit: async (request) => {
      await change.mutateAsync(request);
      onClose();
    },
  });
  return (
    <Dialog title="Edit event subscription" onClose={onClose}>
      <form noValidate className="space-y-4" onSubmit={(event) => void form.onSubmit(event)}>
        <TextField label="Name" {...form.field('name')} />
        <TextField label="New address" type="url" hint={`Leave empty to keep the address at ${host}.`} {...form.field('address')} />
        <Kinds chosen={form.values.kinds} onChange={(kinds) => form.set('kinds', kinds)} />
        <FormButtons busy={form.isBusy} onCancel={onClose}>
          Save changes
        </FormButtons>
      </form>
    </Dialog>
  );
}

export const SigningSecretDialog = ({ secret, onClose }: { secret: string; onClose: () => void }) => (
  <Dialog wide isSecret title="Copy the signing secret now" onClose={onClose}>
    <p className="mb-4">Shown only once. The receiver uses it to verify that a call comes from Tocsin.</p>
    <Copy label="Signing secret" text={secret} />
    <p className="mt-3 text-[13px] text-muted">
      Each call has the header <code className="font-mono">Tocsin-Signature: t=…,v1=…</code>, where v1 is the HMAC-SHA256 of the time t, a
      dot and the body.
    </p>
    <DoneButton onClick={onClose} />
  </Dialog>
);
