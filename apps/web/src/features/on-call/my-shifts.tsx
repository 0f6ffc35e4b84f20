import type { ScheduleRow } from '@tocsin/contracts/schedules/schedules.js';
import { Link } from '@tanstack/react-router';
import { useClock } from '../../data/time/clock.js';
import { useMe } from '../../data/session/session.js';
import { useShiftsOfPerson } from '../schedules/shared/use-shifts.js';
import { useAll } from '../../data/cache/use-view.js';
import { Nothing, Section } from '../../ui/screen.js';
import { browserZone, dayName, stretchName, timeName } from '../../data/time/zone-times.js';
import { GetCover } from '../covers/shared/get-cover.js';
import type { Shift } from '../covers/shared/shift.js';
import { WhenRead } from '../../ui/when-read.js';
import { shiftsOf } from './shifts-of.js';

const minute = 60_000;
const day = 86_400_000;
const lookAhead = 28 * day;
const shownAtMost = 10;

/** Whether a row names a person at all: a schedule that does not has no shift of theirs. */
const isNamed = (row: ScheduleRow, personId: string): boolean =>
  JSON.stringify([row.versions, row.overrides, row.temporary]).includes(personId);

/** My turns in the next four weeks, in all schedules. */
export function MyShifts() {
  const { personId } = useMe();
  const zone = browserZone();
  const mine = useAll('schedules').filter((row) => !row.removed && isNamed(row, personId));
  const today = useClock((now) => now - (now % day));
  const now = useClock((time) => time - (time % minute));
  const reading = useShiftsOfPerson(personId, mine, { from: today, to: today + lookAhead });
  const shifts = reading.data ? shiftsOf(reading.data, now) : [];
  const more = shifts.length - shownAtMost;
  return (
    <Section title="My next shifts">
      <WhenRead of={[reading]} what="Your shifts">
        {shifts.length === 0 && <Nothing>None in the next four weeks.</Nothing>}
        <ul>
          {shifts.slice(0, shownAtMost).map(({ scheduleId, name, from, to }) => (
            <li key={`${scheduleId} ${from}`} className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line/70 py-2">
              <div className="min-w-0 flex-1 basis-52">
                <Link
                  to="/schedules/$id"
                  params={{ id: scheduleId }}
                  className="inline-block max-w-full truncate py-[3px] align-bottom text-muted hover:text-ink hover:underline"
                >
                  {name}
                </Link>
                <p className="tabular-nums">
                  {from < now + minute ? `now – ${dayName(to, zone)} ${timeName(to, zone)}` : stretchName(from, to, zone)}
                </p>
              </div>
              <CoverOf schedule={mine.find(({ id }) => id === scheduleId)} shift={{ from: Math.max(from, now), to }} />
            </li>
          ))}
        </ul>
        {more > 0 && (
          <p className="py-2 text-xs text-muted">{more === 1 ? 'And 1 more shift' : `And ${more} more shifts`} in the next four weeks.</p>
        )}
      </WhenRead>
    </Section>
  );
}

const CoverOf = ({ schedule, shift }: { schedule: ScheduleRow | undefined; shift: Shift }) =>
  schedule ? <GetCover schedule={schedule} shift={shift} /> : null;
