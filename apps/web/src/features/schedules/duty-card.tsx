import type { OnCallRow, ScheduleRow } from '@tocsin/contracts/schedules.js';
import { useClock } from '../../data/time/clock.js';
import { useNames } from '../../data/words/names.js';
import { peopleOf, untilMyEnd, untilThen, whoIsOnCall } from '../../data/words/on-call-words.js';
import { useShifts } from './shared/use-shifts.js';
import { GetCover } from '../covers/shared/get-cover.js';
import type { Shift } from '../covers/shared/shift.js';
import { TakeIt } from '../on-call/shared/take-it.js';
import { UntilFollowed } from '../on-call/shared/until-followed.js';
import { browserZone, momentName } from '../../data/time/zone-times.js';

const minute = 60_000;
const day = 86_400_000;

/** On a phone, first: whether I am on call, and until when; else who is, and when I am next. */
export function DutyCard({ schedule, row }: { schedule: ScheduleRow; row: OnCallRow }) {
  const names = useNames();
  const isMine = peopleOf(row).includes(names.me);
  const shift = useMyShift(schedule, names.me);
  const until = useClock((now) => (isMine ? untilMyEnd(row, names, now) : untilThen(row, names, now)));
  return (
    <section aria-label="Your duty" className="mb-6 rounded-lg border border-line bg-raised p-4">
      <p className="text-[15px] font-semibold">{isMine ? 'You are on call' : `${whoIsOnCall(row, names)} on call`}</p>
      <p className="text-muted first-letter:uppercase">{isMine && row.next.includes(names.me) ? <UntilFollowed row={row} /> : until}</p>
      {!isMine && shift && <MyNext from={shift.from} />}
      <TakeIt row={row} tall className="mt-3 w-full" />
      {shift && <GetCover schedule={schedule} shift={shift} tall className="mt-3 w-full" />}
    </section>
  );
}

/** The shift that I have, or have next within four weeks: what is ahead of it. */
function useMyShift(schedule: ScheduleRow, me: string): Shift | null {
  const today = useClock((now) => now - (now % day));
  const now = useClock((time) => time - (time % minute));
  const { data } = useShifts(schedule, { from: today, to: today + 28 * day });
  const mine = data?.final.find(({ personId, to }) => personId === me && Date.parse(to) > now);
  return mine ? { from: Math.max(Date.parse(mine.from), now), to: Date.parse(mine.to) } : null;
}

function MyNext({ from }: Pick<Shift, 'from'>) {
  const now = useClock((time) => time - (time % minute));
  return <p className="text-muted">Your next shift: {momentName(from, browserZone(), now)}</p>;
}
