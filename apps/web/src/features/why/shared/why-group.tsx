import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { Mute } from '@tocsin/contracts/alert-groups/mutes.js';
import type { WhyGroup as Group } from '@tocsin/contracts/why/why.js';
import type { Names } from '../../../data/words/names.js';
import { useTargetNames } from '../../event-subscriptions/shared/use-target-names.js';
import { withPages } from '../../alerts/shared/page-names.js';
import { MuteText } from '../../silences/shared/muted-by.js';
import { firstSent, whyWords } from './why-words.js';
import { serverNow } from '../../../data/time/clock.js';
import { Entry, Rail } from '../../history/shared/entry.js';
import { FixLine } from './fix-line.js';
import { Disclosure } from '../../../ui/disclosure.js';

/** Whether one alert group paged a person, with the events that show it: folded where many groups are listed. */
export function WhyGroup({ personId, group, isFolded = false }: { personId: string; group: Group; isFolded?: boolean }) {
  const names = useTargetNames();
  const who = personId === names.me ? 'you' : names.person(personId);
  const events = withPages(names, group.events);
  const mute = stoppedBy(group);
  return (
    <article aria-label={`#${group.number} ${group.title}`}>
      <p className="py-1 font-medium">
        {mute ? (
          <>
            {who === 'you' ? 'You were' : `${who} was`} not paged: <MuteText mute={mute} />.
          </>
        ) : (
          whyWords({ ...group, sentAt: firstSent(personId, group.events) }, who, serverNow())
        )}
      </p>
      <FixLine personId={personId} group={group} />
      {isFolded ? (
        <Disclosure summary={`Show the ${group.events.length} events`}>
          <Chain group={group} names={events} />
        </Disclosure>
      ) : (
        <Chain group={group} names={events} />
      )}
    </article>
  );
}

/** What muted the alert group, where that is why the person was not paged: as it was then. */
function stoppedBy({ verdict, reason, events }: Group): Mute | undefined {
  if (verdict !== 'stopped' && reason !== 'delivery.suppressed_by_silence') return undefined;
  const stopping = events.findLast(({ type }) => stops.has(type));
  return stopping?.type === 'AlertGroupSuppressed' ? (stopping.data as FactOf<'AlertGroupSuppressed'>).mutes[0] : undefined;
}

/** After any of them, a mute before it is not why. */
const stops: ReadonlySet<string> = new Set([
  'AlertGroupSuppressed',
  'AlertGroupUnsuppressed',
  'AlertGroupAcknowledged',
  'AlertGroupSnoozed',
  'AlertGroupResolved',
  'AlertGroupFollows',
]);

const Chain = ({ group, names }: { group: Group; names: Names }) => (
  <div className="rounded-md bg-well px-3 py-2">
    <Rail>
      {group.events.map((event) => (
        <Entry key={event.id} event={event} names={names} here={group.groupId} />
      ))}
    </Rail>
    {group.left > 0 && <p className="py-1 text-xs text-faint">{group.left.toLocaleString()} earlier events are not shown.</p>}
  </div>
);
