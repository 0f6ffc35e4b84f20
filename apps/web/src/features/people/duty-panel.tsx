import { Link } from '@tanstack/react-router';
import { useAll, useEvery } from '../../data/cache/use-view.js';
import { useClock } from '../../data/time/clock.js';
import { clockTime } from '../../data/time/times.js';
import { Nothing, Section } from '../../ui/screen.js';
import { WhenRead } from '../../ui/when-read.js';
import { myDuties, nextHandoffs } from '../on-call/shared/on-call-words.js';

const minute = 60_000;

/** Where the person is on call now, and where the next handoff puts them. */
export function DutyPanel({ id }: { id: string }) {
  const now = useClock((time) => time - (time % minute));
  const rows = useAll('onCall').filter(({ removed }) => !removed);
  const lines = [
    ...myDuties(rows, id).map(({ id: scheduleId, name, nextAt, next }) => ({
      scheduleId,
      name,
      when: 'Now',
      until: nextAt !== null && !next.includes(id) ? `until ${clockTime(nextAt, now)}` : '',
    })),
    ...nextHandoffs(rows)
      .filter(({ people, next }) => next.includes(id) && people.every(({ personId }) => personId !== id))
      .map(({ id: scheduleId, name, nextAt }) => ({ scheduleId, name, when: clockTime(nextAt, now), until: '' })),
  ];
  return (
    <Section title="On call">
      <WhenRead of={[useEvery('onCall')]} what="Their shifts">
        {lines.length === 0 && <Nothing>Not now, and not after the next handoff of a schedule.</Nothing>}
        <ul>
          {lines.map(({ scheduleId, name, when, until }) => (
            <li key={`${scheduleId} ${when}`} className="grid grid-cols-[5rem_minmax(0,1fr)] gap-x-2 py-1">
              <span className="text-muted tabular-nums">{when}</span>
              <span className="min-w-0">
                <Link to="/schedules/$id" params={{ id: scheduleId }} className="link wrap-anywhere">
                  {name}
                </Link>{' '}
                <span className="text-muted tabular-nums">{until}</span>
              </span>
            </li>
          ))}
        </ul>
      </WhenRead>
    </Section>
  );
}
