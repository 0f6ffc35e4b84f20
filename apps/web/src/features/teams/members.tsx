import { canServe } from '@tocsin/contracts/people/can-serve.js';
import { teamRoles, type TeamRole } from '@tocsin/contracts/permissions.js';
import type { TeamRow } from '@tocsin/contracts/teams/noun.js';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { plainName, useNames } from '../../data/words/names.js';
import { useCommand } from '../../data/cache/use-command.js';
import { useAll } from '../../data/cache/use-view.js';
import { whoMay } from '../../data/session/who-may.js';
import { Avatar } from '../../ui/avatar.js';
import { BarredHint } from '../../ui/barred-hint.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm.js';
import { LazyMenu } from '../../ui/lazy-menu.js';
import { Nothing, Section } from '../../ui/screen.js';
import { Slot } from '../../ui/select.js';

interface Removal {
  readonly says: string;
  readonly act: string;
  readonly run: () => void;
}

/** The members of a team and their roles. Removing its last manager asks for confirmation and explains the effect. */
export function Members({ team: { id: teamId, name, ...team }, may }: { team: TeamRow; may: boolean }) {
  const names = useNames();
  const { members } = team;
  const change = useCommand('ChangeTeamMemberRole', 'change their role');
  const remove = useCommand('RemoveTeamMember', 'remove them');
  const [removal, setRemoval] = useState<Removal | null>(null);
  const managers = members.filter(({ role }) => role === 'manager');
  const orAsk = (personId: string, act: string, run: () => void) => {
    if (managers.length !== 1 || managers[0]!.personId !== personId) return run();
    setRemoval({
      says: `${names.person(personId)} is the only manager. Without a manager, owners are paged when no one acknowledges, and only they can change what ${name} owns.`,
      act,
      run,
    });
  };
  return (
    <Section id="members" title="Members" aside={may && <AddMember teamId={teamId} members={members} />}>
      {members.length === 0 && <Nothing>No members: when a policy is exhausted, only owners are paged.</Nothing>}
      {members.length > 0 && managers.length === 0 && (
        <p className="rounded-md bg-warn-tint px-3 py-2 text-warn">No manager: owners are paged when no one acknowledges.</p>
      )}
      <ul>
        {members.map((member) => (
          <MemberLine
            key={member.personId}
            member={member}
            may={may}
            isBusy={change.isPending}
            onChange={(role) =>
              orAsk(member.personId, 'Make them a responder', () => change.mutate({ teamId, personId: member.personId, role }))
            }
            onRemove={() => orAsk(member.personId, 'Remove from team', () => remove.mutate({ teamId, personId: member.personId }))}
          />
        ))}
      </ul>
      {!may && <BarredHint className="mt-3">Only {whoMay('team.configure')} can change members.</BarredHint>}
      {removal && (
        <ConfirmDialog title={removal.act} act={removal.act} onConfirm={removal.run} onClose={() => setRemoval(null)}>
          <p>{removal.says}</p>
        </ConfirmDialog>
      )}
    </Section>
  );
}

type Member = TeamRow['members'][number];

function AddMember({ teamId, members }: { teamId: string; members: readonly Member[] }) {
  const people = useAll('people').filter((person) => canServe(person) && members.every(({ personId }) => personId !== person.id));
  const add = useCommand('AddTeamMember', 'add them');
  return (
    <LazyMenu
      isSearchable
      label="Add a member"
      choices={people.map((person) => ({ id: person.id, label: plainName(person.name) }))}
      onChoose={(personId) => add.mutate({ teamId, personId, role: 'responder' })}
    >
      Add
    </LazyMenu>
  );
}

interface MemberLineProps {
  member: Member;
  may: boolean;
  isBusy: boolean;
  onChange: (role: TeamRole) => void;
  onRemove: () => void;
}

function MemberLine({ member: { personId, role }, may, isBusy, onChange, onRemove }: MemberLineProps) {
  const name = useNames().person(personId);
  return (
    <li className="flex min-h-9 items-center gap-3 border-b border-line/70 py-1">
      <Link to="/people/$id" params={{ id: personId }} className="flex min-w-0 items-center gap-2 font-medium">
        <Avatar personId={personId} name={name} />
        <span className="truncate">{name}</span>
      </Link>
      <span className="ml-auto" />
      {may ? (
        <>
          <Slot
            label={`Role of ${name}`}
            className="w-32"
            value={role}
            disabled={isBusy}
            onChange={({ target }) => onChange(target.value as TeamRole)}
          >
            {teamRoles.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </Slot>
          <Button kind="quiet" className="!h-7" aria-label={`Remove ${name}`} onClick={onRemove}>
            Remove
          </Button>
        </>
      ) : (
        <span className="text-muted">{role}</span>
      )}
    </li>
  );
}
