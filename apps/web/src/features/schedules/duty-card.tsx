import type { OnCallRow, ScheduleRow } from '@tocsin/contracts/schedules/schedules.js';
import { useClock } from '../../data/time/clock.js';
import { useNames } from '../../data/words/names.js';
import { peopleOf, untilMyEnd, untilThen, whoIsOnCall } from '../on-call/shared/on-call-words.js';
import { GetCover } from '../covers/shared/get-cover.js';
import type { Shift } from '../covers/shared/shift.js';
import { useNextShift } from '../covers/shared/use-next-shift.js';
import { TakeIt } from '../on-call/shared/take-it.js';
import { ShiftEnd } from '../on-call/shared/shift-end.js';
import { browserZone, momentName } from '../../data/time/zone-times.js';

const minute = 60_000;

/** On a phone, first: whether I am on call, and until when; else who is, and when I am next. */
export function DutyCard({ schedule, row }: { schedule: ScheduleRow; row: OnCallRow }) {
  const names = useNames();
  const isOnCall = peopleOf(row).includes(names.me);
  const shift = useNextShift(schedule, names.me);
  const until = useClock((now) => (isOnCall ? untilMyEnd(row, names, now) : untilThen(row, names, now)));
  return (
    <section aria-label="Your duty" className="mb-6 rounded-lg border border-line bg-panel p-4">
      <p className="text-[15px] font-semibold">{isOnCall ? 'You are on call' : `${whoIsOnCall(row, names)} on call`}</p>
      <p className="text-muted first-letter:uppercase">{isOnCall && row.next.includes(names.me) ? <ShiftEnd row={row} /> : until}</p>
      {!isOnCall && shift && <MyNext from={shift.from} />}
      <TakeIt row={row} tall className="mt-3 w-full" />
      <GetCover schedule={schedule} shift={shift} tall className="mt-3 w-full" />
    </section>
  );
}

function MyNext({ from }: Pick<Shift, 'from'>) {
  const now = useClock((time) => time - (time % minute));
  return <p className="text-muted">Your next shift: {momentName(from, browserZone(), now)}</p>;
}
