import { groupEventKinds, type EventSubscriptionRow } from '@tocsin/contracts/event-subscriptions/noun.js';
import { Suspense, useState } from 'react';
import { useMay } from '../../../data/session/session.js';
import { useAll, useEvery } from '../../../data/cache/use-view.js';
import { Button } from '../../../ui/button.js';
import { EventDeliveries } from '../event-deliveries.js';
import { EventSubscriptionActs } from '../event-subscription-acts.js';
import { Nothing, Section } from '../../../ui/screen.js';
import { At } from '../../../ui/time.js';
import { WhenRead } from '../../../ui/when-read.js';
import { lazyPart } from '../../../ui/lazy-part.js';

const AddDialog = lazyPart(() => import('../event-subscription-dialog.js'), 'AddEventSubscriptionDialog');

/** Event subscriptions of a team; null: of the organisation. */
export function EventSubscriptions({ title, teamId }: { title: string; teamId: string | null }) {
  const reading = useEvery('eventSubscriptions');
  const subscriptions = useAll('eventSubscriptions').filter((one) => one.teamId === teamId);
  const may = useMay('event_subscription.configure', teamId === null ? { everywhere: true } : { teamId });
  const [isOpen, setOpen] = useState(false);
  return (
    <Section id="events" title={title} aside={may && <Button onClick={() => setOpen(true)}>Add subscription</Button>}>
      <WhenRead of={[reading]} what="The event subscriptions">
        {subscriptions.length === 0 && <Nothing>No event subscriptions.</Nothing>}
        <ul>
          {subscriptions.map((one) => (
            <Subscription key={one.id} subscription={one} may={may} />
          ))}
        </ul>
      </WhenRead>
      {!may && (
        <p className="mt-2 text-[13px] text-muted">
          Subscriptions are added and changed by {teamId === null ? 'owners and admins' : 'owners, admins and managers of the team'}.
        </p>
      )}
      {isOpen && (
        <Suspense>
          <AddDialog teamId={teamId} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Section>
  );
}

const eventsOf = ({ kinds }: EventSubscriptionRow): string =>
  kinds.length === 0
    ? 'called by escalation policies only'
    : kinds.length === groupEventKinds.length
      ? 'all events'
      : kinds.join(', ').replaceAll(/, (?=[^,]*$)/g, ' and ');

function Subscription({ subscription, may }: { subscription: EventSubscriptionRow; may: boolean }) {
  const { name, host, deliveries } = subscription;
  return (
    <li aria-label={name} className="border-b border-line/70 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium wrap-anywhere">{name}</span>
        <SubscriptionState subscription={subscription} />
      </div>
      <p className="text-[13px] text-muted wrap-anywhere">
        {host} · {eventsOf(subscription)}
      </p>
      <EventDeliveries deliveries={deliveries} />
      {may && <EventSubscriptionActs subscription={subscription} />}
    </li>
  );
}

/** Whether it is on, and since when its receiver fails. */
export function SubscriptionState({ subscription: { disabled, failingSince } }: { subscription: EventSubscriptionRow }) {
  const place = 'text-[13px] tabular-nums sm:ml-auto';
  if (disabled)
    return (
      <span className={`${place} ${disabled.because === 'failing' ? 'text-warn' : 'text-muted'}`}>
        {disabled.because === 'failing' ? 'Switched off after 24 hours of failures' : 'Off'} · <At at={disabled.at} />
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
