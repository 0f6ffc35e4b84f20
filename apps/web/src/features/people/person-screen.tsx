import { Link } from '@tanstack/react-router';
import { useMemo, type ReactNode } from 'react';
import { plainName, useNames } from '../../data/names.js';
import { useMe } from '../../data/session.js';
import { useRow, useView } from '../../data/use-view.js';
import { LastGroups } from '../../ui/last-groups.js';
import { NotHere, Nothing, Screen, Section, Unshown, Waiting } from '../../ui/screen.js';
import { Access } from './access.js';
import { Erasure } from './erasure.js';
import { Invitation } from './invitation.js';
import { stepsNaming, useStands } from './stands.js';

/** One person: their teams, where they stand in policies, what they have. */
export function PersonScreen({ id, readiness }: { id: string; readiness: ReactNode }) {
  const { data, error, refetch } = useRow('people', id);
  const { personId: me } = useMe();
  const held = useMemo(() => ({ where: { holderId: [id], status: ['acknowledged'] }, sort: 'openedAt', desc: true, limit: 20 }), [id]);
  const groups = useView('alertGroups', held).data?.rows ?? [];
  const person = data?.row;
  if (data?.row === null) return <NotHere what="person" />;
  if (error && !data) return <Unshown error={error} again={() => void refetch()} />;
  if (!person)
    return (
      <Screen title="…">
        <Waiting />
      </Screen>
    );
  const name = plainName(person.name);
  return (
    <Screen
      narrow
      title={name}
      aside={
        id === me && (
          <Link to="/me" className="link">
            How I am reached
          </Link>
        )
      }
    >
      <p className="-mt-3 mb-8 text-muted">
        {person.state !== 'active' && <span className="font-medium text-warn capitalize">{person.state}. </span>}
        {person.role}
        {person.auditor && ', auditor'},{' '}
        {typeof person.email === 'string' && person.email !== '' && (
          <>
            <a href={`mailto:${person.email}`} className="link">
              {person.email}
            </a>
            ,{' '}
          </>
        )}
        {person.timeZone}
      </p>
      {person.state === 'active' && readiness}
      <Section title="Has in hand">{groups.length === 0 ? <Nothing>Nothing.</Nothing> : <LastGroups rows={groups} />}</Section>
      <Stands id={id} />
      {person.state === 'invited' && <Invitation person={person} />}
      {person.state !== 'erased' && <Access person={person} />}
      <Erasure personId={id} name={name} email={person.email} state={person.state} />
    </Screen>
  );
}

/** Where the person is counted on. */
function Stands({ id }: { id: string }) {
  const names = useNames();
  const { teams, policies } = useStands(id);
  return (
    <Section title="Is counted on">
      {teams.length + policies.length === 0 && <Nothing>Nowhere: in no team, and in no policy.</Nothing>}
      <ul>
        {teams.map(({ id: teamId, name, role }) => (
          <li key={teamId} className="py-1">
            {role} of{' '}
            <Link to="/teams/$id" params={{ id: teamId }} className="link">
              {name}
            </Link>
          </li>
        ))}
        {policies.map((policy) => (
          <li key={policy.id} className="py-1">
            step {stepsNaming(policy, id).join(', ')} of{' '}
            <Link to="/policies/$id" params={{ id: policy.id }} className="link">
              {policy.name}
            </Link>{' '}
            <span className="text-muted">({names.team(policy.teamId)})</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
