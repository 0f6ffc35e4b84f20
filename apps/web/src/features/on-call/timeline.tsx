import type { TimelineAnswer } from '@tocsin/contracts/schedules/answers.js';
import type { OnCallRow } from '@tocsin/contracts/schedules/schedules.js';
import { Link } from '@tanstack/react-router';
import { browserZone } from '../../data/time/zone-times.js';
import { useTeams } from '../teams/shared/teams.js';
import { Axis, Grid } from '../schedules/shared/axis.js';
import { dateAt, type Period } from '../schedules/shared/period.js';
import { panelClass } from '../../ui/panel.js';
import { SidewaysScroll } from '../../ui/sideways-scroll.js';
import { TimelineRow } from './timeline-row.js';

interface Props {
  rows: readonly OnCallRow[];
  answer: TimelineAnswer;
  period: Period;
  now: number;
  onPage: (personId: string) => void;
}

/** Who is on call in every schedule over time, a strip each, under the names of their teams. Wider than a phone: it scrolls in its panel. */
export function Timeline({ rows, answer, period, now, onPage }: Props) {
  const zone = browserZone();
  const isLong = period.days.length > 7;
  const grid = <Grid {...{ period, now }} moment={null} clockChanges={[]} />;
  return (
    <SidewaysScroll label="Timeline of all schedules" className={panelClass}>
      <div className={isLong ? 'max-lg:min-w-[1200px]' : 'max-lg:min-w-[760px]'}>
        <div className="sm:grid sm:grid-cols-[200px_1fr]">
          <p className="self-end truncate pb-2 pl-4 text-xs text-muted max-sm:sr-only">{zone}</p>
          <Axis {...{ period, zone, now }} span={isLong ? 'month' : 'week'} today={dateAt(now, zone)} clockChanges={[]} />
        </div>
        {useTeams().map((team) => {
          const own = rows.filter(({ teamId }) => teamId === team.id);
          if (own.length === 0) return null;
          return (
            <section key={team.id} aria-label={team.name}>
              <h3 className="border-t border-line-soft bg-well py-1 pl-4 text-xs font-semibold">
                <Link
                  to="/teams/$id"
                  params={{ id: team.id }}
                  className="sticky left-4 inline-block max-w-[80vw] truncate align-bottom text-muted hover:text-ink hover:underline"
                >
                  {team.name}
                </Link>
              </h3>
              <ul>
                {own.map((row) => (
                  <TimelineRow key={row.id} {...{ row, answer, period, now, zone, grid, onPage }} />
                ))}
              </ul>
            </section>
          );
        })}
      </div>
    </SidewaysScroll>
  );
}
