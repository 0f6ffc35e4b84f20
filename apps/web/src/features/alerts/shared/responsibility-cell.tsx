import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';
import { Avatar } from '../../../ui/avatar.js';
import { CountdownRing } from '../../../ui/countdown-ring.js';
import { useClock } from '../../../data/time/clock.js';
import { useIsQueued } from '../../../data/offline/queue.js';
import type { Names } from '../../../data/words/names.js';
import { capital } from '../../../data/words/capital.js';
import { inFirstNames } from '../../../data/words/list-names.js';
import { responsibilityOf } from './responsibility.js';

/** The person whose face stands for it: the assignee, or whoever is being notified. */
export const personOf = ({ holder, paging, status, resolvedBy }: AlertGroupRow): string | null => {
  if (status === 'resolved') return resolvedBy?.by === 'person' ? resolvedBy.actorId : null;
  return holder?.kind === 'person' ? holder.personId : (paging[0] ?? null);
};

/** Beside a face and a ring, which show as much, the verb is only read aloud. */
const InShort = ({ says, verb }: { says: string; verb: string }) =>
  says.startsWith(verb) ? (
    <>
      <span className="sr-only">{verb}</span>
      {says.slice(verb.length)}
    </>
  ) : (
    says
  );

/** Who has it or is notified, with their face; and who is next, with the time left. */
export function ResponsibilityCell({ row, names }: { row: AlertGroupRow; names: Names }) {
  const policy = names.policyRow(names.serviceRow(row.serviceId)?.policyId);
  // where there is little room: first names, without the schedules that page them
  const { tone, says, next } = responsibilityOf({ ...row, pagingBy: {} }, policy, inFirstNames(names));
  const whole = responsibilityOf(row, policy, names);
  const isQueued = useIsQueued(row.id);
  const isDue = useClock((now) => next !== null && Date.parse(next.at) <= now);
  const person = personOf(row);
  if (isQueued) return <p className="truncate font-medium text-warn">Queued, not sent yet</p>;
  return (
    <p className="flex min-w-0 items-center gap-[7px]">
      {person && <Avatar personId={person} name={names.person(person)} />}
      {says && (
        <span
          title={whole.says}
          className={`min-w-0 truncate ${tone === 'alarm' ? 'font-semibold text-alarm' : tone === 'done' ? 'text-muted' : ''}`}
        >
          {next ? <InShort says={says} verb="Notifying " /> : says}
        </span>
      )}
      {next && (
        <span className="flex min-w-[18px] shrink-[1000] items-center overflow-hidden text-muted" title={capital(whole.next?.says ?? '')}>
          {isDue ? (
            `${next.says} now`
          ) : (
            <CountdownRing from={row.firingSince} to={next.at}>
              <span className="max-sm:sr-only">
                <InShort says={next.says} verb="then " />
              </span>
            </CountdownRing>
          )}
        </span>
      )}
    </p>
  );
}
