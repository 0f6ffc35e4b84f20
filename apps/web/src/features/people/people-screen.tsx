import type { ViewRow } from '@tocsin/contracts/catalogue.js';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { plainName } from '../../data/names.js';
import { useMay, useMe } from '../../data/session.js';
import { useTeams } from '../../data/teams.js';
import { useAll, useEvery } from '../../data/use-view.js';
import { whoMay } from '../../data/who-may.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { MailSaid } from '../../ui/mail-said.js';
import { Nothing, Screen } from '../../ui/screen.js';
import { WhenRead } from '../../ui/when-read.js';

const InviteDialog = lazy(() => import('../../ui/invite-dialog.js').then((module) => ({ default: module.InviteDialog })));

const order = { active: 0, invited: 1, disabled: 2, erased: 3 };
type Shown = ViewRow<'people'>;

/** Everybody, a line each, found by name, e-mail, role or team. */
export function PeopleScreen() {
  const readings = [useEvery('people'), useEvery('teams'), useEvery('contacts')];
  const people = useAll('people').toSorted((a, b) => order[a.state] - order[b.state] || plainName(a.name).localeCompare(plainName(b.name)));
  const teams = useTeams();
  const contacts = useAll('contacts');
  const mayInvite = useMay('people.configure');
  const [isInviting, setInviting] = useState(false);
  const [text, setText] = useState('');
  const teamsOf = (id: string) => teams.filter(({ members }) => members.some(({ personId }) => personId === id)).map(({ name }) => name);
  const isFound = ({ id, name, email, role, state }: Shown) =>
    [plainName(name), plainName(email), role, state, ...teamsOf(id)].join(' ').toLowerCase().includes(text.trim().toLowerCase());
  const found = people.filter(isFound);
  const isReached = new Set(contacts.filter(({ methods }) => methods.some(({ verified }) => verified)).map(({ id }) => id));
  return (
    <Screen
      narrow
      title="People"
      aside={
        mayInvite && (
          <>
            <Link to="/people/import" className="link px-2">
              Paste a table
            </Link>
            <Button onClick={() => setInviting(true)}>Invite someone</Button>
          </>
        )
      }
    >
      {!mayInvite && <p className="-mt-3 mb-4 text-muted">People are invited by {whoMay('people.configure')}.</p>}
      <TextField
        label="Find"
        type="search"
        placeholder="Name, e-mail, team"
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="mb-4 sm:max-w-sm"
      />
      <WhenRead of={readings} what="The people" lines={8}>
        {people.length > 0 && found.length === 0 && <Nothing>No people found.</Nothing>}
        <ul className="border-t border-line">
          {found.map((person) => (
            <Line key={person.id} person={person} teams={teamsOf(person.id)} isReached={isReached.has(person.id)} />
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

function Line({ person, teams, isReached }: { person: Shown; teams: readonly string[]; isReached: boolean }) {
  const { personId: me } = useMe();
  const isSilent = person.state === 'active' && person.role !== 'observer' && !isReached;
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
          className={`text-[13px] text-muted max-sm:order-last max-sm:basis-full ${person.invitationMail.reason ? 'order-last basis-full' : ''}`}
        >
          <MailSaid what="Invitation" mail={person.invitationMail} />
        </span>
      )}
      {isSilent && <span className="text-[13px] text-warn">can’t be reached</span>}
      <span className="min-w-0 truncate text-[13px] text-muted">{teams.join(', ')}</span>
      <span className="ml-auto shrink-0 text-[13px] text-muted">
        {person.role}
        {person.auditor && ', auditor'}
      </span>
    </li>
  );
}
