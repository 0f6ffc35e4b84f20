import { commands } from '@tocsin/contracts/event-subscriptions/noun.js';
import { groupEventKinds, type EventSubscriptionRow, type GroupEventKind } from '@tocsin/contracts/event-subscriptions/noun.js';
import type { ReceiverKind } from '@tocsin/contracts/event-subscriptions/receivers.js';
import { useState } from 'react';
import { useCommand } from '../../data/cache/use-command.js';
import { TextField } from '../../ui/field.js';
import { SelectField } from '../../ui/select.js';
import { CheckList } from '../../ui/resource/check-list.js';
import { FormDialog, SecretDialog } from '../../ui/resource/form-dialog.js';
import { browserZone } from '../../data/time/zone-times.js';
import { useForm } from '../../ui/use-form.js';
import { addressWords, receiverLabels } from './receiver-words.js';

const labels: Readonly<Record<GroupEventKind, string>> = {
  opened: 'Opened',
  acknowledged: 'Acknowledged',
  snoozed: 'Snoozed',
  unacknowledged: 'Unacknowledged',
  escalated: 'Escalated',
  resolved: 'Resolved',
  reopened: 'Reopened',
};

const Kinds = ({ chosen, onChange }: { chosen: readonly GroupEventKind[]; onChange: (kinds: GroupEventKind[]) => void }) => (
  <CheckList legend="Events" choices={groupEventKinds} words={labels} chosen={chosen} onChange={onChange}>
    {chosen.length === 0 && <p className="mt-1 text-xs text-muted">No events selected: only escalation policies can call it.</p>}
  </CheckList>
);

interface NewSubscription extends Record<string, unknown> {
  readonly name: string;
  readonly receiver: ReceiverKind;
  readonly address: string;
  readonly kinds: GroupEventKind[];
}
const newSubscription: NewSubscription = {
  name: '',
  receiver: 'webhook',
  address: '',
  kinds: ['opened', 'acknowledged', 'escalated', 'resolved'],
};

/** Subscribes an address to events of a team’s alert groups, or of all, and shows the signing secret this once. */
export function AddEventSubscriptionDialog({ teamId, onClose }: { teamId: string | null; onClose: () => void }) {
  const create = useCommand('CreateEventSubscription', 'add the event subscription', { inForm: true });
  const [secret, setSecret] = useState<string | null>(null);
  const form = useForm({
    initial: newSubscription,
    schema: commands.CreateEventSubscription.data,
    shape: ({ name, receiver, address, kinds }) => ({
      teamId,
      name,
      ...(receiver === 'webhook' ? {} : { receiver }),
      address: address.trim(),
      kinds,
    }),
    submit: async (request) => {
      const { says } = await create.mutateAsync(request);
      // people check no signature
      if (request.receiver) onClose();
      else setSecret(says.signingSecret);
    },
  });
  if (secret) return <SigningSecretDialog secret={secret} onClose={onClose} />;
  return (
    <FormDialog title="Add event subscription" act="Add subscription" form={form} onClose={onClose}>
      <SelectField label="Receiver" {...form.field('receiver')}>
        {Object.entries(receiverLabels).map(([kind, label]) => (
          <option key={kind} value={kind}>
            {label}
          </option>
        ))}
      </SelectField>
      <TextField label="Name" placeholder={form.values.receiver === 'webhook' ? 'Ticket system' : '#ops'} {...form.field('name')} />
      <TextField {...addressWords[form.values.receiver]} {...form.field('address')} />
      <Kinds chosen={form.values.kinds} onChange={(kinds) => form.set('kinds', kinds)} />
    </FormDialog>
  );
}

type OnCallPosts = NonNullable<EventSubscriptionRow['onCallPosts']> | null;

const halfHours = Array.from({ length: 48 }, (_none, n) => n * 30);
const timeOf = (minute: number): string => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
const at9 = 540;

const PostsFields = ({ posts, onChange }: { posts: OnCallPosts; onChange: (posts: OnCallPosts) => void }) => {
  const timeZone = posts?.when === 'daily' ? posts.timeZone : browserZone();
  const daily = (minute: number): OnCallPosts => ({ when: 'daily', minute, timeZone });
  const minutes = posts?.when === 'daily' && !halfHours.includes(posts.minute) ? [posts.minute, ...halfHours] : halfHours;
  const choose = (when: string): OnCallPosts => (when === 'daily' ? daily(at9) : when === 'handoffs' ? { when } : null);
  return (
    <>
      <SelectField
        label="Post who is on call"
        hint="With names, without mentioning anybody."
        value={posts?.when ?? ''}
        onChange={({ target }) => onChange(choose(target.value))}
      >
        <option value="">Never</option>
        <option value="handoffs">At each handoff</option>
        <option value="daily">Once a day</option>
      </SelectField>
      {posts?.when === 'daily' && (
        <SelectField label={`At (${timeZone})`} value={posts.minute} onChange={({ target }) => onChange(daily(Number(target.value)))}>
          {minutes.map((minute) => (
            <option key={minute} value={minute}>
              {timeOf(minute)}
            </option>
          ))}
        </SelectField>
      )}
    </>
  );
};

/** Changes name, events or address. */
export function EditEventSubscriptionDialog({ subscription, onClose }: { subscription: EventSubscriptionRow; onClose: () => void }) {
  // the version when the dialog opened, so that other people’s changes since are not overwritten
  const [{ id: subscriptionId, version, name: before, host, receiver = 'webhook', kinds: kindsBefore }] = useState(subscription);
  const choosePosts = useCommand('ChooseOnCallPosts', 'choose when who is on call is posted');
  const [posts, setPosts] = useState<OnCallPosts>(subscription.onCallPosts ?? null);
  const change = useCommand('ChangeEventSubscription', 'change the event subscription', { inForm: true });
  const form = useForm({
    initial: { name: before, address: '', kinds: kindsBefore },
    schema: commands.ChangeEventSubscription.data,
    shape: ({ name, address, kinds }) => ({
      subscriptionId,
      version,
      name,
      kinds,
      ...(address.trim() === '' ? {} : { address: address.trim() }),
    }),
    submit: async (request) => {
      await change.mutateAsync(request);
      if (receiver !== 'webhook') await choosePosts.mutateAsync({ subscriptionId, posts });
      onClose();
    },
  });
  return (
    <FormDialog title="Edit event subscription" act="Save changes" form={form} onClose={onClose}>
      <TextField label="Name" {...form.field('name')} />
      <TextField
        label={`New ${addressWords[receiver].label.toLowerCase()}`}
        hint={`Leave empty to keep ${host}.`}
        {...form.field('address')}
      />
      <Kinds chosen={form.values.kinds} onChange={(kinds) => form.set('kinds', kinds)} />
      {receiver !== 'webhook' && <PostsFields posts={posts} onChange={setPosts} />}
    </FormDialog>
  );
}

export const SigningSecretDialog = ({ secret, onClose }: { secret: string; onClose: () => void }) => (
  <SecretDialog
    title="Copy the signing secret now"
    says="Shown only once. The receiver uses it to verify that a call comes from Tocsin."
    label="Signing secret"
    secret={secret}
    onClose={onClose}
  >
    Each call has the header <code className="font-mono">Tocsin-Signature: t=…,v1=…</code>, where v1 is the HMAC-SHA256 of the time t, a dot
    and the body.
  </SecretDialog>
);
