import type { OnCallRow } from '@tocsin/contracts/schedules/schedules.js';
import { Link } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import { Suspense } from 'react';
import { useAll } from '../data/cache/use-view.js';
import { serverNow, useClock } from '../data/time/clock.js';
import { clockTime } from '../data/time/times.js';
import { useNames } from '../data/words/names.js';
import { myNextShift, untilMyEnd } from '../features/on-call/shared/on-call-words.js';
import { laterPart } from '../ui/lazy-part.js';
import { WarnMark } from '../ui/warn-mark.js';
import type { MyDuty } from './use-duty.js';

const ShiftEnd = laterPart(() => import('../features/on-call/shared/shift-end.js'), 'ShiftEnd');

/** What I’m on call or paged for, as a link; `words` stand before it. */
export function DutyOf({ duty: all }: { duty: MyDuty }) {
  const {
    onCall: [row],
    duties: [duty],
    personId,
  } = all;
  const more = furtherOf(all);
  return (
    <>
      {row ? (
        <Link to="/schedules/$id" params={{ id: row.id }} className="text-ink underline decoration-line-field underline-offset-3">
          {row.name}
        </Link>
      ) : (
        duty && (
          <Link to="/policies/$id" params={{ id: duty.policyId }} className="text-ink underline decoration-line-field underline-offset-3">
            {duty.services.join(', ')}
          </Link>
        )
      )}
      {more > 0 && ' '}
      {more > 0 &&
        (row ? (
          <Link to="/on-call" className="underline decoration-line-field underline-offset-3">
            and {more} more
          </Link>
        ) : (
          <Link to="/people/$id" params={{ id: personId }} className="underline decoration-line-field underline-offset-3">
            and {more} more
          </Link>
        ))}
    </>
  );
}

const furtherOf = ({ onCall, duties }: MyDuty): number => (onCall.length || duties.length) - 1;

/** What I’m on call or paged for, in words. */
export function dutyName(duty: MyDuty): string {
  const [first, more] = [duty.onCall[0]?.name ?? duty.duties[0]?.services.join(', ') ?? '', furtherOf(duty)];
  return more > 0 ? `${first} and ${more} more` : first;
}

/** `You’re on call for`, `You’re paged after 5 min for`, `You’re not on call.` */
export const dutyLead = ({ onCall, duties: [duty] }: MyDuty): string =>
  onCall.length > 0
    ? 'You’re on call for'
    : duty
      ? `You’re ${duty.when === 'first' ? 'first to be paged' : `paged ${duty.when}`} for`
      : 'You’re not on call.';

/** `until Mon 09:00, then Bo` */
export function DutyEnd({ row }: { row: OnCallRow }) {
  const names = useNames();
  const until = useClock((now) => untilMyEnd(row, names, now));
  if (!row.next.includes(names.me)) return until;
  return (
    <Suspense>
      <ShiftEnd row={row} />
    </Suspense>
  );
}

/** `Next: Fri 17:00` */
export function NextShift({ personId }: { personId: string }) {
  const next = myNextShift(useAll('onCall'), personId);
  return useClock((now) => (next === null ? '' : `Next: ${clockTime(next, now)}`));
}

/** Whether a page reaches me, and by what. */
export const Reach = ({ reach: { isFine, says }, className = '' }: Pick<MyDuty, 'reach'> & { className?: string }) => (
  <Link
    to="/me"
    title={says}
    className={`flex min-w-0 items-center gap-1 hover:underline ${isFine ? 'text-done' : 'font-medium text-ink'} ${className}`}
  >
    {isFine ? <Check aria-hidden size={13} strokeWidth={2} className="shrink-0" /> : <WarnMark size={13} />}
    <span className="first-letter:uppercase">{says}</span>
  </Link>
);

export const AwayLink = ({ awayUntil }: Pick<MyDuty, 'awayUntil'>) =>
  awayUntil !== '' && (
    <Link to="/me" hash="away" className="shrink-0 font-medium whitespace-nowrap text-ink hover:underline">
      away until {clockTime(awayUntil, serverNow())}
    </Link>
  );

/** Open cover requests to me; the link leads to the answer. */
export const CoverRequestsLink = ({ asking }: Pick<MyDuty, 'asking'>) =>
  asking > 0 && (
    <Link to="/on-call" className="shrink-0 font-medium whitespace-nowrap text-ink hover:underline">
      {asking === 1 ? '1 cover request' : `${asking} cover requests`}
    </Link>
  );
