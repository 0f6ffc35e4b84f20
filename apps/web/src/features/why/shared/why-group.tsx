import type { WhyGroup as Group } from '@tocsin/contracts/why.js';
import { Link } from '@tanstack/react-router';
import { useNames } from '../../../data/words/names.js';
import { withPages } from '../../../data/words/paged.js';
import { isAboutMethods, whyWords } from '../../../data/words/why-words.js';
import { serverNow } from '../../../data/time/clock.js';
import { Entry, Rail } from '../../history/shared/entry.js';

/** What came of somebody in one alert group, and the events that say so. */
export function WhyGroup({ personId, group }: { personId: string; group: Group }) {
  const names = useNames();
  const who = personId === names.me ? 'you' : names.person(personId);
  const told = withPages(names, group.events);
  return (
    <article aria-label={`#${group.number} ${group.title}`}>
      <p className="py-1 font-medium">{whyWords(group, who, serverNow())}</p>
      {isAboutMethods(group) && (
        <p className="pb-1 text-[13px] text-muted">
          <Link to="/people/$id" params={{ id: personId }} className="link">
            Check the contact methods
          </Link>
        </p>
      )}
      <div className="rounded-md bg-sunken px-3 py-2">
        <Rail>
          {group.events.map((event) => (
            <Entry key={event.id} event={event} names={told} here={group.groupId} />
          ))}
        </Rail>
        {group.left > 0 && <p className="py-1 text-[13px] text-faint">{group.left.toLocaleString()} earlier events are not shown.</p>}
      </div>
    </article>
  );
}
