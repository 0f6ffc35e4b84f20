import { useMyHolidays } from './my-holidays.js';
import type { Day, Period } from './period.js';
import { shareOf } from './strip-layout.js';
import { dayName } from '../../data/time/zone-times.js';

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
