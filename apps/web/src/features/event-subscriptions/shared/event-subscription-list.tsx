import { deliveryReasons } from '@tocsin/contracts/alert-groups/delivery-reasons.js';
import { receiverTraits } from '@tocsin/contracts/event-subscriptions/receivers.js';
import { groupEventKinds, type EventSubscriptionRow } from '@tocsin/contracts/event-subscriptions/noun.js';
import { useMay } from '../../../data/session/session.js';
import { useAll, useEvery } from '../../../data/cache/use-view.js';
import { EventDeliveries } from '../event-deliveries.js';
import { EventSubscriptionActs } from '../event-subscription-acts.js';
import { DialogButton } from '../../../ui/resource/form-dialog.js';
import { ResourceList } from '../../../ui/resource/resource-list.js';
import { At } from '../../../ui/time.js';
import { lazyPart } from '../../../ui/lazy-part.js';

const AddDialog = lazyPart(() => import('../event-subscription-dialog.js'), 'AddEventSubscriptionDialog');

/** Event subscriptions of a team; null: of the organisation. */
export function EventSubscriptions({ title, teamId }: { title: string; teamId: string | null }) {
  const reading = useEvery('eventSubscriptions');
  const subscriptions = useAll('eventSubscriptions').filter((one) => one.teamId === teamId);
  const may = useMay('event_subscription.configure', teamId === null ? { everywhere: true } : { teamId });
  return (
    <ResourceList
      id="events"
      title={title}
      what="The event subscriptions"
      reading={reading}
      rows={subscriptions}
      renderLine={(one) => <Subscription subscription={one} may={may} />}
      empty="No event subscriptions."
      filter={{ param: 'subscriptions', textOf: (one) => `${one.name} ${one.host} ${receiverTraits[one.receiver ?? 'webhook'].word}` }}
      addButton={may && <DialogButton label="Add subscription" renderDialog={(close) => <AddDialog teamId={teamId} onClose={close} />} />}
    >
      {!may && (
        <p className="mt-2 text-xs text-muted">
          Subscriptions are added and changed by {teamId === null ? 'owners and admins' : 'owners, admins and managers of the team'}.
        </p>
      )}
    </ResourceList>
  );
}

const eventsOf = ({ kinds }: EventSubscriptionRow): string =>
  kinds.length === 0
    ? 'called by escalation policies only'
    : kinds.length === groupEventKinds.length
      ? 'all events'
      : kinds.join(', ').replaceAll(/, (?=[^,]*$)/g, ' and ');

function Subscription({ subscription, may }: { subscription: EventSubscriptionRow; may: boolean }) {
  const { name, host, receiver, deliveries } = subscription;
  return (
    <li aria-label={name} className="border-b border-line/70 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium wrap-anywhere">{name}</span>
        <SubscriptionState subscription={subscription} />
      </div>
      <p className="text-xs text-muted wrap-anywhere">
        {receiver ? `${receiverTraits[receiver].word} ${host}` : host} · {eventsOf(subscription)}
      </p>
      {subscription.lost && <p className="pt-0.5 text-xs text-warn">{deliveryReasons[subscription.lost.reason]}</p>}
      <EventDeliveries deliveries={deliveries} />
      {may && <EventSubscriptionActs subscription={subscription} />}
    </li>
  );
}

/** Whether it is on, and since when its receiver fails. */
export function SubscriptionState({ subscription: { disabled, failingSince, lost } }: { subscription: EventSubscriptionRow }) {
  const place = 'text-xs tabular-nums sm:ml-auto';
  if (disabled)
    return (
      <span className={`${place} ${disabled.because === 'failing' ? 'text-warn' : 'text-muted'}`}>
        {disabled.because === 'failing' ? 'Switched off after 24 hours of failures' : 'Off'} · <At at={disabled.at} />
      </span>
    );
  if (lost)
    return (
      <span className={`${place} text-warn`}>
        Not posted since <At at={lost.at} />
      </span>
    );
  if (failingSince)
    return (
      <span className={`${place} text-warn`}>
        Failing since <At at={failingSince} />
      </span>
    );
  return <span className={`${place} text-done`}>On</span>;
}
