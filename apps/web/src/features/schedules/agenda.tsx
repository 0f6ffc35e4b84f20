import type { ScheduleRow } from '@tocsin/contracts/schedules/schedules.js';
import { writes12Hours } from '../../data/time/times.js';
import { useState } from 'react';
import { useClock } from '../../data/time/clock.js';
import { useNames } from '../../data/words/names.js';
import { useShifts } from './shared/use-shifts.js';
import { Button } from '../../ui/button.js';
import { Section } from '../../ui/screen.js';
import { WhenRead } from '../../ui/when-read.js';
import { agendaOf } from './agenda-days.js';
import { peopleIn } from './people-in.js';
import { dateAt, daysFrom, type Day } from './period.js';
import { hueStyle, huesOf } from '../../ui/person-hue.js';
import { finalPieces, type ShiftPiece } from './pieces.js';
import { browserZone, dayName, timeName } from '../../data/time/zone-times.js';

const minute = 60_000;
const twoWeeks = 14;

/** Who is on call, day by day: on phones, instead of the strips. In my time zone. */
export function Agenda({ schedule }: { schedule: ScheduleRow }) {
  const zone = browserZone();
  const today = useClock((now) => dateAt(now, zone));
  const now = useClock((time) => time - (time % minute));
  const [days, setDays] = useState(twoWeeks);
  const period = daysFrom(today, days, zone);
  const reading = useShifts(schedule, period);
  const agenda = reading.data
    ? agendaOf(
        finalPieces(reading.data).filter(({ to }) => to > now),
        period.days,
      )
    : [];
  const hues = huesOf(peopleIn(schedule, reading.data));
  return (
    <Section title="Agenda">
      <WhenRead of={[reading]} what="Who is on call" lines={8}>
        <ol>
          {agenda.map((day) => (
            <li key={day.date} className="grid grid-cols-[6.5rem_1fr] gap-x-2 border-b border-line/70 py-2">
              <h3 className={day.date === today ? 'font-semibold' : 'text-muted'}>
                {day.date === today ? 'Today' : dayName(day.from, zone)}
              </h3>
              <ul className="space-y-1">
                {day.entries.map((entry) => (
                  <AgendaEntry key={`${entry.key} ${entry.from}`} {...{ entry, day, zone }} hue={hues.get(entry.personId ?? '')} />
                ))}
              </ul>
            </li>
          ))}
        </ol>
        <Button
          kind="quiet"
          className="mt-2"
          whyNot={days >= 6 * twoWeeks && 'Twelve weeks are shown'}
          onClick={() => setDays(days + twoWeeks)}
        >
          Show two more weeks
        </Button>
      </WhenRead>
    </Section>
  );
}

function AgendaEntry({ entry, day, zone, hue }: { entry: ShiftPiece; day: Day; zone: string; hue: number | undefined }) {
  const names = useNames();
  const isWhole = entry.from === day.from && entry.to === day.to;
  const end = entry.to === day.to && !writes12Hours() ? '24:00' : timeName(entry.to, zone);
  return (
    <li className="flex gap-2">
      <span
        aria-hidden
        className={`w-1 shrink-0 rounded ${hue === undefined ? 'bg-line' : 'person bg-person-edge'}`}
        style={hue === undefined ? {} : hueStyle(hue)}
      />
      <span>
        <span className={entry.kind === 'gap' ? 'font-medium text-warn' : ''}>
          {entry.personId === null ? 'No one' : entry.personId === names.me ? 'You' : names.person(entry.personId)}
        </span>
        {entry.kind === 'intended' && <span className="text-muted"> · intended</span>}
        {entry.by && <span className="text-muted"> · {entry.by}</span>}
        {!isWhole && ' '}
        {!isWhole && (
          <span className="whitespace-nowrap text-muted tabular-nums">
            {timeName(entry.from, zone)}–{end}
          </span>
        )}
      </span>
    </li>
  );
}
