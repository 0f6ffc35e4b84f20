import type { OnCallRow, ScheduleRow } from '@tocsin/contracts/schedules.js';
import { useClock } from '../../data/clock.js';
import { useNames } from '../../data/names.js';
import { peopleOf, untilMyEnd, untilThen, whoIsOnCall } from '../../data/on-call-words.js';
import { useShifts } from '../../data/use-shifts.js';
import { TakeIt } from '../../ui/take-it.js';
import { browserZone, momentName } from './zone-times.js';

const day = 86_400_000;

/** On a phone, first: whether I am on call, and until when; else who is, and when I am next. */
export function DutyCard({ schedule, row }: { schedule: ScheduleRow; row: OnCallRow }) {
  const names = useNames();
  const isMine = peopleOf(row).includes(names.me);
  const until = useClock((now) => (isMine ? untilMyEnd(row, names, now) : untilThen(row, names, now)));
  return (
    <section aria-label="Your duty" className="mb-6 rounded-lg border border-line bg-raised p-4">
      <p className="text-[15px] font-semibold">{isMine ? 'You are on call' : `${whoIsOnCall(row, names)} on call`}</p>
      {until && <p className="text-muted first-letter:uppercase">{until}</p>}
      {!isMine && <MyNext schedule={schedule} me={names.me} />}
      <TakeIt row={row} tall className="mt-3 w-full" />
    </section>
  );
}

function MyNext({ schedule, me }: { schedule: ScheduleRow; me: string }) {
  const today = useClock((now) => now - (now % day));
  const { data } = useShifts(schedule, { from: today, to: today + 28 * day });
  const now = useClock((time) => time - (time % 60_000));
  const next = data?.final.find(({ personId, from }) => personId === me && Date.parse(from) > now);
  if (!next) return null;
  return <p className="text-muted">Your next shift: {momentName(Date.parse(next.from), browserZone(), now)}</p>;
}
