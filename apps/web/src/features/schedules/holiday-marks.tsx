import { useMemo } from 'react';
import { holidaysOf } from '@tocsin/contracts/holidays/noun.js';
import { dayName } from '../../data/time/zone-times.js';
import { useMe } from '../../data/session/session.js';
import { useAll, useRow } from '../../data/cache/use-view.js';
import type { Day, Period } from './shared/period.js';
import { shareOf } from './shared/strip-layout.js';

/** My holidays by date, each with its name. */
function useMyHolidays(): ReadonlyMap<string, string> {
  const { personId } = useMe();
  const person = useRow('people', personId).data?.row ?? undefined;
  const organisation = useAll('organisation')[0];
  const calendars = useAll('holidayCalendars');
  return useMemo(
    () => holidaysOf(person, organisation, new Map(calendars.map((calendar) => [calendar.id, calendar]))),
    [person, organisation, calendars],
  );
}

interface Holiday extends Day {
  readonly name: string;
}

const percent = (share: number): string => `${(share * 100).toFixed(4)}%`;

/** The reader’s holidays: names above their days, and a list for screen readers. */
export function HolidayMarks({ period, zone }: { period: Period; zone: string }) {
  const ownHolidays = useMyHolidays();
  const holidays = period.days.flatMap((day): Holiday[] => {
    const name = ownHolidays.get(day.date);
    return name === undefined ? [] : [{ ...day, name }];
  });
  return (
    <>
      <div aria-hidden>
        {holidays.map(({ date, from, to, name }) => (
          <span
            key={date}
            title={name}
            style={{ left: percent(shareOf(from, period)), width: percent(shareOf(to, period) - shareOf(from, period)) }}
            className="absolute top-0 truncate rounded bg-hover px-1 text-xs text-muted"
          >
            {name}
          </span>
        ))}
      </div>
      <ul className="sr-only">
        {holidays.map(({ date, from, name }) => (
          <li key={date}>
            {dayName(from, zone)}: {name}
          </li>
        ))}
      </ul>
    </>
  );
}
