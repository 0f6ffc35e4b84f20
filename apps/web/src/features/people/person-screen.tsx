import { organisationRoles, type OrganisationRole } from '@tocsin/contracts/permissions.js';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { plainName, useNames } from '../../data/names.js';
import { useMay, useMe } from '../../data/session.js';
import { useCommand } from '../../data/use-command.js';
import { useAll, useRow, useView } from '../../data/use-view.js';
import { Button } from '../../ui/button.js';
import { Confirm } from '../../ui/confirm.js';
import { SelectField } from '../../ui/field.js';
import { LastGroups } from '../../ui/last-groups.js';
import { NotHere, Nothing, Screen, Section, Unshown, Waiting } from '../../ui/screen.js';
import { Erasure } from './erasure.js';
import { roleHints } from './role-words.js';

/** One person: their teams, where they stand in policies, what they have. */
export function PersonScreen({ id }: { id: string }) {
  const { data, error, refetch } = useRow('people', id);
  const { personId: me } = useMe();
  const mayConfigure = useMay('people.configure');
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
        {person.role},{' '}
        {typeof person.email === 'string' && (
          <>
            <a href={`mailto:${person.email}`} className="link">
              {person.email}
            </a>
            ,{' '}
          </>
        )}
        {person.timeZone}
      </p>
      <Section title="Has in hand">{groups.length === 0 ? <Nothing>Nothing.</Nothing> : <LastGroups rows={groups} />}</Section>
      <Stands id={id} />
      {mayConfigure && person.state !== 'erased' && (
        <Access id={id} name={name} role={person.role} isDisabled={person.state === 'disabled'} isMe={id === me} />
      )}
      <Erasure personId={id} name={name} state={person.state} />
    </Screen>
  );
}

/** Where the person is counted on. */
function Stands({ id }: { id: string }) {
  const names = useNames();
  const teams = useAll('teams').flatMap((team) =>
    team.members.filter(({ personId }) => personId === id).map(({ role }) => ({ ...team, role })),
  );
  const policies = useAll('policies').filter(
    ({ removed, steps }) => !removed && steps.some(({ targets }) => targets.some(({ personId }) => personId === id)),
  );
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
        {policies.map(({ id: policyId, name, teamId, steps }) => (
          <li key={policyId} className="py-1">
            step {steps.flatMap(({ targets }, n) => (targets.some(({ personId }) => personId === id) ? [n + 1] : [])).join(', ')} of{' '}
            <Link to="/policies/$id" params={{ id: policyId }} className="link">
              {name}
            </Link>{' '}
            <span className="text-muted">({names.team(teamId)})</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Access({
  id: personId,
  name,
  role,
  isDisabled,
  isMe,
}: {
  id: string;
  name: string;
  role: OrganisationRole;
  isDisabled: boolean;
  isMe: boolean;
}) {
  const change = useCommand('ChangePersonRole', `change the role of ${name}`);
  const disable = useCommand('DisablePerson', `disable ${name}`);
  const enable = useCommand('EnablePerson', `enable ${name}`);
  return (
    <Section title="Access">
      <div className="flex flex-wrap items-end justify-between gap-4 pt-2">
        <SelectField
          label="Role"
          hint={roleHints[role]}
          value={role}
          disabled={change.isPending}
          className="w-72"
          onChange={(event) => change.mutate({ personId, role: event.target.value as OrganisationRole })}
        >
          {organisationRoles.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </SelectField>
        {isDisabled ? (
          <Button busy={enable.isPending} onClick={() => enable.mutate({ personId })}>
            Enable again
          </Button>
        ) : (
          !isMe && (
            <Confirm
              label="Disable"
              says={`${name} can’t sign in or be paged any more, at once. What they have fires again; steps that name only them are skipped.`}
              act="Disable"
              busy={disable.isPending}
              onConfirm={() => disable.mutate({ personId })}
            />
          )
        )}
      </div>
    </Section>
  );
}
