import type { OnCallRow } from '@tocsin/contracts/schedules/schedules.js';
import { Link } from '@tanstack/react-router';
import { byId } from '../../data/cache/by-id.js';
import { useAll } from '../../data/cache/use-view.js';
import { browserZone } from '../../data/time/zone-times.js';
import { useNames } from '../../data/words/names.js';
import { Person } from '../../ui/person.js';
import { Panel } from '../../ui/panel.js';
import { Nothing } from '../../ui/screen.js';
import { whyOnCall } from '../schedules/shared/why-on-call.js';

export const peopleOnCall = (rows: readonly OnCallRow[]): readonly string[] =>
  rows.flatMap(({ people }) => people.map(({ personId }) => personId));

/** Each schedule, who was on call, and the rotation or override that made it so. */
export function OnCallThen({ rows }: { rows: readonly OnCallRow[] }) {
  const names = useNames();
  const schedules = byId(useAll('schedules'));
  const zone = browserZone();
  return (
    <Panel title="On call" count={rows.length}>
      {rows.length === 0 && <Nothing>There was no schedule.</Nothing>}
      <ul>
        {rows.map(({ id, name, teamId, people }) => (
          <li
            key={id}
            className="grid gap-1 border-b border-line/70 py-2.5 last:border-0 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] sm:gap-4"
          >
            <span className="min-w-0">
              <Link to="/schedules/$id" params={{ id }} className="font-medium wrap-anywhere hover:underline">
                {name}
              </Link>
              <span className="block text-xs text-muted">{names.team(teamId)}</span>
            </span>
            <span className="grid min-w-0 gap-1">
              {people.length === 0 && <Person personId={null} name="No one" />}
              {people.map(({ personId, why }) => (
                <span key={personId} className="min-w-0">
                  <Person personId={personId} name={names.person(personId)} />
                  <span className="block text-xs text-muted wrap-anywhere">{whyOnCall(why, schedules.get(id), names, zone)}</span>
                </span>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
