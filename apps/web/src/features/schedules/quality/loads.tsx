import type { Load, QualityAnswer } from '@tocsin/contracts/schedules/quality.js';
import type { ScheduleRow } from '@tocsin/contracts/schedules/schedules.js';
import { Link } from '@tanstack/react-router';
import { useNames } from '../../../data/words/names.js';
import { useCommand } from '../../../data/cache/use-command.js';
import { Slot } from '../../../ui/select.js';
import { hoursIn } from './quality-words.js';

const usualShares = [100, 90, 80, 75, 60, 50, 40, 30, 25, 20, 10];

interface Props {
  schedule: ScheduleRow;
  quality: QualityAnswer;
  may: boolean;
}

const columns = [
  { key: 'onCall', title: 'Hours' },
  { key: 'nights', title: 'Nights' },
  { key: 'weekends', title: 'Weekends' },
  { key: 'holidays', title: 'Holidays' },
] as const;

/** Load per person in the year ahead; bars are relative to the largest value of their column. */
export function Loads({ schedule, quality, may }: Props) {
  const largest = (key: (typeof columns)[number]['key']): number => Math.max(1, ...quality.people.map((load) => load[key]));
  return (
    <table className="w-full max-w-3xl border-collapse tabular-nums">
      <thead>
        <tr className="text-left text-xs text-muted">
          <th className="py-1 pr-3 font-normal">Person</th>
          <th className="py-1 pr-3 font-normal">Share</th>
          {columns.map(({ key, title }) => (
            <th key={key} className={`py-1 pr-2 text-right font-normal sm:pr-4 ${key === 'holidays' ? 'max-sm:hidden' : ''}`}>
              {title}
            </th>
          ))}
          <th className="py-1 text-right font-normal max-sm:hidden">Shifts</th>
        </tr>
      </thead>
      <tbody>
        {quality.people.map((load) => (
          <tr key={load.personId} className="h-9 border-t border-line/70">
            <Name load={load} />
            <td className="pr-3">
              <ShareSlot {...{ schedule, load, may }} />
            </td>
            {columns.map(({ key }) => (
              <td
                key={key}
                className={`pr-2 text-right align-middle whitespace-nowrap sm:pr-4 ${key === 'holidays' ? 'max-sm:hidden' : ''}`}
              >
                {hoursIn(load[key])}
                <Bar part={load[key] / largest(key)} />
              </td>
            ))}
            <td className="text-right max-sm:hidden">{load.shifts}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Name({ load: { personId, inRotation } }: { load: Load }) {
  const names = useNames();
  return (
    <th scope="row" className="w-2/5 max-w-0 min-w-20 truncate pr-3 text-left font-medium">
      <Link to="/people/$id" params={{ id: personId }} className="hover:underline">
        {personId === names.me ? 'You' : names.person(personId)}
      </Link>
      {!inRotation && <span className="font-normal text-muted"> substitute</span>}
    </th>
  );
}

const Bar = ({ part }: { part: number }) => (
  <span aria-hidden className="mt-0.5 block h-0.5 bg-line">
    <span className="ml-auto block h-0.5 bg-muted" style={{ width: `${Math.round(part * 100)}%` }} />
  </span>
);

/** Half-time is 50 %: the balance compares hours by shares. */
function ShareSlot({ schedule, load: { personId, percent, inRotation }, may }: { schedule: ScheduleRow; load: Load; may: boolean }) {
  const names = useNames();
  const set = useCommand('SetShares', 'set the share');
  if (!inRotation) return <span className="text-muted">–</span>;
  if (!may) return <>{percent} %</>;
  const others = (schedule.shares ?? []).filter((share) => share.personId !== personId);
  const choose = (chosen: number) =>
    set.mutate({ scheduleId: schedule.id, shares: [...others, ...(chosen === 100 ? [] : [{ personId, percent: chosen }])] });
  return (
    <Slot
      label={`Share of ${names.person(personId)}`}
      value={percent}
      disabled={set.isPending}
      onChange={({ target }) => choose(Number(target.value))}
    >
      {[...new Set([...usualShares, percent])]
        .toSorted((one, other) => other - one)
        .map((one) => (
          <option key={one} value={one}>
            {one} %
          </option>
        ))}
    </Slot>
  );
}
