import { Link } from '@tanstack/react-router';
import { useNames } from '../../data/words/names.js';
import { useAll } from '../../data/cache/use-view.js';
import { EventSubscriptions, SubscriptionState } from './shared/event-subscription-list.js';
import { Screen, Section } from '../../ui/screen.js';

/** Subscriptions to events of all alert groups. Those of teams are listed, with links to their team. */
export const EventsScreen = () => (
  <Screen narrow title="Event subscriptions">
    <p className="-mt-3 mb-8 text-muted">
      Tell other systems, by signed JSON, and channels of a chat when an alert opens, is acknowledged, escalated or resolved. Steps of
      escalation policies can call them, too: that pages no one.
    </p>
    <EventSubscriptions title="All alert groups" teamId={null} />
    <OfTeams />
  </Screen>
);

function OfTeams() {
  const names = useNames();
  const subscriptions = useAll('eventSubscriptions').filter(({ teamId }) => teamId !== null);
  if (subscriptions.length === 0) return null;
  return (
    <Section title="Subscriptions of teams">
      <ul>
        {subscriptions.map((one) => (
          <li key={one.id} className="flex flex-wrap items-center gap-x-3 gap-y-0.5 border-b border-line/70 py-2">
            <Link to="/teams/$id" params={{ id: one.teamId! }} hash="events" className="link">
              {one.name}
            </Link>
            <span className="text-muted">{names.team(one.teamId)}</span>
            <SubscriptionState subscription={one} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
