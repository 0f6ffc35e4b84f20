import { limits } from '@tocsin/contracts/limits.js';
import { teamRoles, type TeamRole } from '@tocsin/contracts/permissions.js';
import type { TeamRow } from '@tocsin/contracts/teams.js';
import { Link, useNavigate } from '@tanstack/react-router';
import { v7 } from 'uuid';
import { plainName, useNames } from '../../data/names.js';
import { useMay, useMe } from '../../data/session.js';
import { useCommand } from '../../data/use-command.js';
import { useAll, useRow } from '../../data/use-view.js';
import { Button } from '../../ui/button.js';
import { Slot } from '../../ui/field.js';
import { LazyMenu } from '../../ui/lazy-menu.js';
import { NotHere, Nothing, Screen, Section, Unshown, Waiting } from '../../ui/screen.js';
import { Rename } from './rename.js';

/** A team: its people, and what it owns. */
export function TeamScreen({ id }: { id: string }) {
  const { data, error, refetch } = useRow('teams', id);
  const team = data?.row;
  const may = useMay('team.configure', { teamId: id });
  if (data?.row === null) return <NotHere what="team" />;
  if (error && !data) return <Unshown error={error} again={() => void refetch()} />;
  if (!team)
    return (
      <Screen title="…">
        <Waiting />
      </Screen>
    );
  return (
    <Screen narrow title={team.name} aside={may && <Rename team={team} />}>
      {team.description && <p className="-mt-3 mb-8 text-muted">{team.description}</p>}
      <Members team={team} may={may} />
      <Owned team={team} />
    </Screen>
  );
}

function Members({ team: { id: teamId, members }, may }: { team: TeamRow; may: boolean }) {
  const names = useNames();
  const people = useAll('people').filter(({ id, state }) => state === 'active' && members.every(({ personId }) => personId !== id));
  const add = useCommand('AddTeamMember', 'add them');
  const change = useCommand('ChangeTeamMemberRole', 'change their role');
  const remove = useCommand('RemoveTeamMember', 'take them out');
  return (
    <Section
      title="Members"
      aside={
        may && (
          <LazyMenu
            isSearchable
            label="Add a member"
            choices={people.map(({ id, name }) => ({ id, label: plainName(name) }))}
            onChoose={(personId) => add.mutate({ teamId, personId, role: 'responder' })}
          >
            Add
          </LazyMenu>
        )
      }
    >
      {members.length === 0 && <Nothing>Nobody: when its policies are exhausted, only the owners are left.</Nothing>}
      <ul>
        {members.map(({ personId, role }) => (
          <li key={personId} className="flex min-h-9 items-center gap-3 border-b border-line/70 py-1">
            <Link to="/people/$id" params={{ id: personId }} className="font-medium">
              {names.person(personId)}
            </Link>
            <span className="ml-auto" />
            {may ? (
              <>
                <Slot
                  label={`Role of ${names.person(personId)}`}
                  value={role}
                  disabled={change.isPending}
                  onChange={(event) => change.mutate({ teamId, personId, role: event.target.value as TeamRole })}
                >
                  {teamRoles.map((one) => (
                    <option key={one}>{one}</option>
                  ))}
                </Slot>
                <Button
                  kind="quiet"
                  className="!h-7"
                  aria-label={`Take out ${names.person(personId)}`}
                  onClick={() => remove.mutate({ teamId, personId })}
                >
                  Take out
                </Button>
              </>
            ) : (
              <span className="text-muted">{role}</span>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Owned({ team }: { team: TeamRow }) {
  const { personId } = useMe();
  const navigate = useNavigate();
  const services = useAll('services').filter(({ teamId }) => teamId === team.id);
  const policies = useAll('policies').filter(({ teamId, removed }) => teamId === team.id && !removed);
  const may = useMay('service.configure', { teamId: team.id });
  const create = useCommand('CreatePolicy', 'create the policy');

  async function createPolicy() {
    const policyId = v7();
    const taken = new Set(policies.map(({ name }) => name));
    const name = [`${team.name} escalation`, ...policies.map((_, n) => `${team.name} escalation ${n + 2}`)]
      .find((one) => !taken.has(one))!
      .slice(0, 80);
    const step = {
      targets: [{ kind: 'person' as const, personId: team.members[0]?.personId ?? personId }],
      waitMinutes: limits.stepDelayMinutes.default,
    };
    await create.mutateAsync({ teamId: team.id, policyId, name, steps: [step] });
    await navigate({ to: '/policies/$id', params: { id: policyId } });
  }

  return (
    <>
      <Section title="Services">
        {services.length === 0 && <Nothing>None yet.</Nothing>}
        <ul>
          {services.map(({ id, name }) => (
            <li key={id} className="py-1">
              <Link to="/services/$id" params={{ id }} className="link">
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </Section>
      <Section
        title="Escalation policies"
        aside={
          may && (
            <Button busy={create.isPending} onClick={() => void createPolicy().catch(() => undefined)}>
              New policy
            </Button>
          )
        }
      >
        {policies.length === 0 && <Nothing>None yet.</Nothing>}
        <ul>
          {policies.map(({ id, name, steps }) => (
            <li key={id} className="py-1">
              <Link to="/policies/$id" params={{ id }} className="link">
                {name}
              </Link>{' '}
              <span className="text-muted">
                {steps.length} {steps.length === 1 ? 'step' : 'steps'}
              </span>
            </li>
          ))}
        </ul>
      </Section>
    </>
  );
}
