import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { plainName } from '../../data/names.js';
import { useMay, useMe } from '../../data/session.js';
import { useAll } from '../../data/use-view.js';
import { Button } from '../../ui/button.js';
import { Screen, Waiting } from '../../ui/screen.js';
import { InviteDialog } from './invite-dialog.js';

const order = { active: 0, invited: 1, disabled: 2, erased: 3 };

/** Everybody, a line each. */
export function PeopleScreen() {
  const people = useAll('people').toSorted((a, b) => order[a.state] - order[b.state] || plainName(a.name).localeCompare(plainName(b.name)));
  const teams = useAll('teams');
  const { personId: me } = useMe();
  const mayInvite = useMay('people.configure');
  const [isInviting, setInviting] = useState(false);
  return (
    <Screen narrow title="People" aside={mayInvite && <Button onClick={() => setInviting(true)}>Invite somebody</Button>}>
      {people.length === 0 && <Waiting />}
      <ul className="border-t border-line">
        {people.map((person) => (
          <li
            key={person.id}
            className="relative flex min-h-9 flex-wrap items-center gap-x-3 border-b border-line/70 px-2 py-1.5 hover:bg-hover"
          >
            <Link
              to="/people/$id"
              params={{ id: person.id }}
              className={`after:absolute after:inset-0 ${person.state === 'active' ? 'font-medium' : 'text-faint'}`}
            >
              {plainName(person.name)}
            </Link>
            {person.id === me && <span className="text-faint">you</span>}
            {person.state !== 'active' && <span className="text-muted">{person.state}</span>}
            <span className="truncate text-[13px] text-muted">
              {teams
                .filter(({ members }) => members.some(({ personId }) => personId === person.id))
                .map(({ name }) => name)
                .join(', ')}
            </span>
            <span className="ml-auto text-[13px] text-muted">{person.role}</span>
          </li>
        ))}
      </ul>
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </Screen>
  );
}
