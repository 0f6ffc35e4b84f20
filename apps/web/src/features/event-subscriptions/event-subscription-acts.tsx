import type { EventSubscriptionRow } from '@tocsin/contracts/event-subscriptions/noun.js';
import { Link, useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useCommand } from '../../data/cache/use-command.js';
import { useRemoval } from '../../data/cache/use-removal.js';
import { Button, buttonClass } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm.js';
import { LazyMenu } from '../../ui/lazy-menu.js';
import { lazyPart } from '../../ui/lazy-part.js';
import { RemovalDialog } from '../../ui/resource/removal.js';

const EditDialog = lazyPart(() => import('./event-subscription-dialog.js'), 'EditEventSubscriptionDialog');
const SecretDialog = lazyPart(() => import('./event-subscription-dialog.js'), 'SigningSecretDialog');

type OpenDialog = 'edit' | 'rotate' | 'remove' | { readonly secret: string };

/** Actions of a subscription; rare ones in a menu. */
export function EventSubscriptionActs({ subscription }: { subscription: EventSubscriptionRow }) {
  const { id: subscriptionId, name, receiver, disabled } = subscription;
  const test = useCommand('TestEventSubscription', `send a test event to ${name}`);
  const enable = useCommand('EnableEventSubscription', `switch ${name} on`);
  const disable = useCommand('DisableEventSubscription', `switch ${name} off`);
  const navigate = useNavigate();
  const [opened, setOpened] = useState<OpenDialog | null>(null);
  const choices = [
    ...(disabled ? [] : [{ id: 'off', label: 'Switch off' }]),
    // people check no signature
    ...(receiver ? [] : [{ id: 'rotate', label: 'Rotate secret…' }]),
    { id: 'history', label: 'History' },
    { id: 'remove', label: 'Remove…' },
  ];
  const choose = (id: string) => {
    if (id === 'off') return disable.mutate({ subscriptionId });
    if (id === 'history') return void navigate({ to: '/history', search: { stream: `eventSubscription-${subscriptionId}` } });
    setOpened(id as 'rotate' | 'remove');
  };
  return (
    <div className="-ml-3 flex flex-wrap pt-1">
      <Button kind="quiet" aria-label={`Send test event to ${name}`} busy={test.isPending} onClick={() => test.mutate({ subscriptionId })}>
        Send test event
      </Button>
      {disabled && (
        <Button kind="quiet" aria-label={`Switch on ${name}`} busy={enable.isPending} onClick={() => enable.mutate({ subscriptionId })}>
          Switch on
        </Button>
      )}
      <Button kind="quiet" aria-label={`Edit ${name}`} onClick={() => setOpened('edit')}>
        Edit
      </Button>
      <LazyMenu label={`More for ${name}`} choices={choices} onChoose={choose} className={buttonClass('quiet')}>
        More
      </LazyMenu>
      <Suspense>
        <Dialogs subscription={subscription} opened={opened} onOpen={setOpened} />
      </Suspense>
    </div>
  );
}

function Dialogs({
  subscription,
  opened,
  onOpen,
}: {
  subscription: EventSubscriptionRow;
  opened: OpenDialog | null;
  onOpen: (next: OpenDialog | null) => void;
}) {
  const { id: subscriptionId, name } = subscription;
  const rotate = useCommand('RotateEventSubscriptionSecret', `rotate the secret of ${name}`);
  const remove = useRemoval('RemoveEventSubscription', `remove ${name}`);
  const close = () => onOpen(null);
  if (opened === null) return null;
  if (opened === 'edit') return <EditDialog subscription={subscription} onClose={close} />;
  if (opened === 'rotate')
    return (
      <ConfirmDialog
        isFinal
        title={`Rotate the secret of ${name}?`}
        act="Rotate secret"
        leave="Cancel"
        onClose={close}
        onConfirm={() => rotate.mutate({ subscriptionId }, { onSuccess: ({ says }) => onOpen({ secret: says.signingSecret }) })}
      >
        <p>
          Requests are signed with the new secret immediately. Events that the receiver rejects until it has the new secret are retried.
        </p>
      </ConfirmDialog>
    );
  if (opened === 'remove')
    return (
      <RemovalDialog
        title={`Remove ${name}?`}
        says="No more events are sent there. The address and the secret are deleted."
        act={`Remove ${name}`}
        onRemove={() => remove({ subscriptionId })}
        renderBlocker={({ id, name: policy }) => (
          <Link to="/policies/$id" params={{ id }} className="link">
            {policy}
          </Link>
        )}
        onClose={close}
      />
    );
  return <SecretDialog secret={opened.secret} onClose={close} />;
}
