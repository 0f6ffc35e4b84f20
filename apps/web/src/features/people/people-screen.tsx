import type { ViewRow } from '@tocsin/contracts/catalogue.js';
import type { OnCallRow } from '@tocsin/contracts/schedules/schedules.js';
import { Link } from '@tanstack/react-router';
import { Download, Plus } from 'lucide-react';
import { Suspense, useMemo, useState } from 'react';
import { useClock } from '../../data/time/clock.js';
import { clockTime } from '../../data/time/times.js';
import { plainName } from '../../data/words/names.js';
import { useMay, useMe } from '../../data/session/session.js';
import { useTeams } from '../teams/shared/teams.js';
import { useKnown, useKnownReadings } from '../readiness/shared/use-shared-readiness.js';
import { useAll, useEvery } from '../../data/cache/use-view.js';
import { whoMay } from '../../data/session/who-may.js';
import { BarredHint } from '../../ui/barred-hint.js';
import { Button, buttonClass } from '../../ui/button.js';
import { FindField } from '../../ui/find-field.js';
import { Nothing, Screen } from '../../ui/screen.js';
import { WhenRead } from '../../ui/when-read.js';
import { myDuties, myNextShift } from '../on-call/shared/on-call-words.js';
import { lastDelivery } from './last-delivery.js';
import { PeopleTable, type PersonLine } from './people-table.js';
import { PeopleTabs } from './shared/people-tabs.js';
import { reachOf } from './reach.js';
import { lazyPart } from '../../ui/lazy-part.js';

const InviteDialog = lazyPart(() => import('./shared/invite-dialog.js'), 'InviteDialog');

const order = { active: 0, invited: 1, disabled: 2, erased: 3 };
type Person = ViewRow<'people'>;
const minute = 60_000;

/** People by state, sorted by name. */
const byState = (people: readonly Person[]): readonly Person[] =>
  people.filter(({ state }) => state !== 'erased').toSorted((a, b) => order[a.state] - order[b.state]);

/** Beside a name: `Now, until Fri 09:00`, or when the next handoff puts them on call. */
function dutyOf(id: string, rows: readonly OnCallRow[], now: number): PersonLine['duty'] {
  const duty = myDuties(rows, id)[0];
  if (duty) {
    const isEndKnown = duty.nextAt !== null && !duty.next.includes(id);
    return { isNow: true, says: isEndKnown ? `Now, until ${clockTime(duty.nextAt!, now)}` : 'Now' };
  }
  const next = myNextShift(rows, id);
  return next === null ? null : { isNow: false, says: clockTime(next, now) };
}

/** All people as lines of the table. */
function usePersonLines(): readonly PersonLine[] {
  const { personId: me } = useMe();
  const all = useAll('people');
  const people = useMemo(() => byState(all), [all]);
  const teams = useTeams();
  const onCall = useAll('onCall');
  const known = useKnown();
  const now = useClock((time) => time - (time % minute));
  return people.map((person) => ({
    person,
    isMe: person.id === me,
    teams: teams.filter(({ members }) => members.some(({ personId }) => personId === person.id)).map(({ name }) => name),
    reach: known && reachOf(person, known),
    duty: dutyOf(person.id, onCall, now),
    delivery: known ? lastDelivery(known.contacts.get(person.id), known.receipts.get(person.id)) : null,
  }));
}

const isMatch = ({ person: { name, email, role, state }, reach, teams }: PersonLine, text: string): boolean =>
  [plainName(name), plainName(email), role, state, reach?.says, ...teams].join(' ').toLowerCase().includes(text.trim().toLowerCase());

/** All people, searchable by name, e-mail, role, team and reachability. Erased people are only in the history. */
export function PeopleScreen() {
  const lines = usePersonLines();
  const teamCount = useTeams().length;
  const mayInvite = useMay('people.configure');
  const [isInviting, setInviting] = useState(false);
  const [text, setText] = useState('');
  const matches = lines.filter((line) => isMatch(line, text));
  return (
    <Screen
      title="Teams & people"
      aside={
        mayInvite && (
          <>
            <Link to="/people/import" className={buttonClass('quiet')}>
              <Download aria-hidden size={16} strokeWidth={1.5} />
              Import people
            </Link>
            <Button kind="act" onClick={() => setInviting(true)}>
              <Plus aria-hidden size={16} strokeWidth={1.5} />
              Invite someone
            </Button>
          </>
        )
      }
    >
      <PeopleTabs people={lines.length} teams={teamCount} />
      {!mayInvite && <BarredHint className="mb-4">Only {whoMay('people.configure')} can invite people.</BarredHint>}
      <FindField
        label="Find"
        placeholder="Find by name, e-mail, team, “unreachable”"
        text={text}
        onText={setText}
        className="mb-4 sm:max-w-sm"
      />
      <WhenRead of={[useEvery('teams'), ...useKnownReadings()]} what="The people" lines={8}>
        {matches.length === 0 ? <Nothing>No people found.</Nothing> : <PeopleTable lines={matches} />}
      </WhenRead>
      {isInviting && (
        <Suspense>
          <InviteDialog onClose={() => setInviting(false)} />
        </Suspense>
      )}
    </Screen>
  );
}
