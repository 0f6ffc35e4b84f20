import type { StormsOfReport } from '@tocsin/contracts/reports/reports.js';
import { plural } from '@tocsin/contracts/reports/words.js';
import { Link } from '@tanstack/react-router';
import { useNames } from '../../data/words/names.js';
import { dateName, serviceLabel } from './report-words.js';

type Storm = StormsOfReport[number];

const useStormName = (): ((storm: Storm) => string) => {
  const names = useNames();
  return ({ alerts, serviceId }) => `Alert storm, ${plural(alerts, 'alert')} in ${serviceLabel(serviceId, names)}`;
};

/** Above the bars of their days, as links to the first alert group of each. */
export function StormMarks({ storms, dates }: { storms: readonly Storm[]; dates: readonly string[] }) {
  const nameOf = useStormName();
  const shown = [...new Set(storms.map(({ day }) => day))].filter((day) => dates.includes(day));
  if (shown.length === 0) return null;
  return (
    <ul aria-label="Alert storms" className="relative h-6">
      {shown.map((day) => (
        <li
          key={day}
          className="absolute flex -translate-x-1/2"
          style={{ left: `clamp(0.75rem, ${((dates.indexOf(day) + 0.5) / dates.length) * 100}%, calc(100% - 0.75rem))` }}
        >
          {storms
            .filter((storm) => storm.day === day)
            .map((storm) => (
              <Link
                key={storm.groupId}
                to="/alerts/$number"
                params={{ number: `${storm.number}` }}
                aria-label={`${nameOf(storm)}, ${dateName(day)}`}
                title={`${nameOf(storm)}, ${dateName(day)}`}
                className="grid size-6 place-items-center rounded text-warn hover:bg-hover"
              >
                <svg aria-hidden viewBox="0 0 12 12" className="size-4 fill-current">
                  <path d="M7 0 2 7h3l-1 5 6-7H6z" />
                </svg>
              </Link>
            ))}
        </li>
      ))}
    </ul>
  );
}

/** The storms of a line of the table. */
export function StormLinks({ storms }: { storms: readonly Storm[] }) {
  const nameOf = useStormName();
  return storms.map((storm) => (
    <Link key={storm.groupId} to="/alerts/$number" params={{ number: `${storm.number}` }} className="link block">
      {nameOf(storm)}
    </Link>
  ));
}
