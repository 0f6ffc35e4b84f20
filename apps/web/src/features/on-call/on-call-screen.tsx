import type { OnCallRow } from '@tocsin/contracts/schedules/schedules.js';
import { Link } from '@tanstack/react-router';
import { useState, type ComponentType } from 'react';
import { useClock } from '../../data/time/clock.js';
import { useNames } from '../../data/words/names.js';
import { peopleOf, untilThen } from './shared/on-call-words.js';
import { useMay } from '../../data/session/session.js';
import { useTeams } from '../teams/shared/teams.js';
import { useAll, useEvery } from '../../data/cache/use-view.js';
import { Button, buttonClass } from '../../ui/button.js';
import { GapAhead } from '../schedules/shared/gap-ahead.js';
import { Nothing, Screen } from '../../ui/screen.js';
import { CoverRequests } from '../covers/shared/cover-requests.js';
import { TakeIt } from './shared/take-it.js';
import { WhenRead } from '../../ui/when-read.js';
import { TeamGroup } from '../teams/shared/team-group.js';
import { MyShifts } from './my-shifts.js';

interface Props {
  /** Pages a person, after asking what is wrong. */
  pageDialog: ComponentType<{ whom: string; onClose: () => void }>;
}

/** Who is on call now and next for everything, and my next shifts. */
export function OnCallScreen({ pageDialog: PageDialog }: Props) {
  const rows = useAll('onCall').filter(({ removed }) => !removed);
  const teams = useTeams();
  const [paged, setPaged] = useState<string | null>(null);
  return (
    <Screen
      title="On call"
      aside={
        <Link to="/schedules" className={buttonClass('plain')}>
          Schedules
        </Link>
      }
    >
      <WhenRead of={[useEvery('onCall'), useEvery('teams'), useEvery('people'), useEvery('schedules')]} what="Who is on call" lines={6}>
        {rows.length === 0 && (
          <Nothing>
            No schedules yet, so no one is on call.{' '}
            <Link to="/schedules" className="link">
              Go to the schedules
            </Link>
          </Nothing>
        )}
        <CoverRequests />
        <div className="grid grid-cols-1 gap-x-14 gap-y-8 lg:grid-cols-[7fr_5fr]">
          <div>
            {teams.map((team) => (
              <TeamOnCall key={team.id} team={team} rows={rows.filter(({ teamId }) => teamId === team.id)} onPage={setPaged} />
            ))}
          </div>
          <div>{rows.length > 0 && <MyShifts />}</div>
        </div>
      </WhenRead>
      {paged !== null && <PageDialog whom={paged} onClose={() => setPaged(null)} />}
    </Screen>
  );
}

interface TeamProps {
  team: { readonly id: string; readonly name: string };
  rows: readonly OnCallRow[];
  onPage: (personId: string) => void;
}

function TeamOnCall({ team, rows, onPage }: TeamProps) {
  if (rows.length === 0) return null;
  return (
    <TeamGroup team={team}>
      {rows.map((row) => (
        <OnCallLine key={row.id} row={row} onPage={onPage} />
      ))}
    </TeamGroup>
  );
}

/** “Payments primary: Ana [Page] until Mon 09:00, then Bo” */
function OnCallLine({ row, onPage }: { row: OnCallRow; onPage: (personId: string) => void }) {
  const names = useNames();
  const mayPage = useMay('person.page');
  const then = useClock((now) => untilThen(row, names, now));
  const people = peopleOf(row);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line/70 py-2">
      <div className="min-w-0 flex-1 basis-72">
        <Link to="/schedules/$id" params={{ id: row.id }} className="inline-block py-[3px] text-muted hover:text-ink hover:underline">
          {row.name}
        </Link>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {people.length === 0 && <span className="font-medium text-warn">No one</span>}
          {people.map((id) => (
            <span key={id} className="flex items-center gap-1">
              <Link to="/people/$id" params={{ id }} className="inline-block min-w-[24px] py-1 font-medium hover:underline">
                {id === names.me ? 'You' : names.person(id)}
              </Link>
              {mayPage && id !== names.me && (
                <Button kind="quiet" className="!h-[28px] !px-1.5" aria-label={`Page ${names.person(id)}`} onClick={() => onPage(id)}>
                  Page
                </Button>
              )}
            </span>
          ))}
          <span className="text-muted">{then}</span>
          <GapAhead scheduleId={row.id} />
        </div>
      </div>
      <TakeIt row={row} />
    </li>
  );
}
