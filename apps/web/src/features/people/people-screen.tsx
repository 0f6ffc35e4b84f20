import type { ViewRow } from '@tocsin/contracts/catalogue.js';
import { Link } from '@tanstack/react-router';
import { Suspense, useMemo, useState } from 'react';
import { plainName } from '../../data/words/names.js';
import { useMay, useMe } from '../../data/session/session.js';
import { useTeams } from '../teams/shared/teams.js';
import { useKnown, useKnownReadings } from '../readiness/shared/use-shared-readiness.js';
import { useAll, useEvery } from '../../data/cache/use-view.js';
import { whoMay } from '../../data/session/who-may.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { MailResult } from './shared/mail-result.js';
import { Nothing, Screen } from '../../ui/screen.js';
import { WhenRead } from '../../ui/when-read.js';
import { reachOf, type ReachWords } from './reach.js';
import { lazyPart } from '../../ui/lazy-part.js';

const InviteDialog = lazyPart(() => import('./shared/invite-dialog.js'), 'InviteDialog');

const order = { active: 0, invited: 1, disabled: 2, erased: 3 };
type Person = ViewRow<'people'>;

/** People by state, sorted by name. */
const byState = (people: readonly Person[]): readonly Person[] =>
  people.filter(({ state }) => state !== 'erased').toSorted((a, b) => order[a.state] - order[b.state]);

/** All people, one line each, searchable by name, e-mail, role, team and reachability. Erased people are only in the history. */
export function PeopleScreen() {
  const readings = [useEvery('teams'), ...useKnownReadings()];
  const all = useAll('people');
  const people = useMemo(() => byState(all), [all]);
  const teams = useTeams();
  const known = useKnown();
  const mayInvite = useMay('people.configure');
  const [isInviting, setInviting] = useState(false);
  const [text, setText] = useState('');
  const teamsOf = (id: string) => teams.filter(({ members }) => members.some(({ personId }) => personId === id)).map(({ name }) => name);
  const reachIn = (person: Person) => known && reachOf(person, known);
  const isMatch = ({ person: { id, name, email, role, state }, reach }: Pick<LineProps, 'person' | 'reach'>) =>
    [plainName(name), plainName(email), role, state, reach?.says, ...teamsOf(id)]
      .join(' ')
      .toLowerCase()
      .includes(text.trim().toLowerCase());
  const matches = people.map((person) => ({ person, reach: reachIn(person) })).filter(isMatch);
  return (
    <Screen
      title="People"
      aside={
        mayInvite && (
          <>
            <Link to="/people/import" className="link px-2">
              Import people
            </Link>
            <Button onClick={() => setInviting(true)}>Invite someone</Button>
          </>
        )
      }
    >
      {!mayInvite && <p className="-mt-3 mb-4 text-muted">Only {whoMay('people.configure')} can invite people.</p>}
      <TextField
        label="Find"
        type="search"
        placeholder="Name, e-mail, team, “unreachable”"
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="mb-4 sm:max-w-sm"
      />
      <WhenRead of={readings} what="The people" lines={8}>
        {people.length > 0 && matches.length === 0 && <Nothing>No people found.</Nothing>}
        <ul className="border-t border-line">
          {matches.map(({ person, reach }) => (
            <Line key={person.id} person={person} teams={teamsOf(person.id)} reach={reach} />
          ))}
        </ul>
      </WhenRead>
      {isInviting && (
        <Suspense>
          <InviteDialog onClose={() => setInviting(false)} />
        </Suspense>
      )}
    </Screen>
  );
}

interface LineProps {
  readonly person: Person;
  readonly teams: readonly string[];
  readonly reach: ReachWords | undefined;
}

const tones = { good: 'text-done', quiet: 'text-muted', bad: 'font-medium text-warn' } as const;

function Line({ person, teams, reach }: LineProps) {
  const { personId: me } = useMe();
  return (
    <li className="relative flex min-h-9 flex-wrap items-center gap-x-3 border-b border-line/70 px-2 py-1.5 hover:bg-hover">
      <Link
        to="/people/$id"
        params={{ id: person.id }}
        className={`after:absolute after:inset-0 ${person.state === 'active' ? 'font-medium' : 'text-faint'}`}
      >
        {plainName(person.name)}
      </Link>
      {person.id === me && <span className="text-faint">you</span>}
      {person.state !== 'active' && <span className="text-muted">{person.state}</span>}
      {person.state === 'invited' && person.invitationExpiresAt && person.invitationMail && (
        <span
          className={`text-xs text-muted max-sm:order-last max-sm:basis-full ${person.invitationMail.reason ? 'order-last basis-full' : ''}`}
        >
          <MailResult what="Invitation" mail={person.invitationMail} />
        </span>
      )}
      {reach && <span className={`text-xs first-letter:uppercase ${tones[reach.tone]}`}>{reach.says}</span>}
      <span className="min-w-0 truncate text-xs text-muted">{teams.join(', ')}</span>
      <span className="ml-auto shrink-0 text-xs text-muted">
        {person.role}
        {person.auditor && ', auditor'}
      </span>
    </li>
  );
}
