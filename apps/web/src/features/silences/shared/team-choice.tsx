import type { Permission } from '@tocsin/contracts/permissions.js';
import { useJudge, useMe } from '../../../data/session/session.js';
import { SelectField } from '../../../ui/select.js';
import { useTeams } from '../../teams/shared/teams.js';

/** The value that stands for the whole organisation. */
const everyTeam = 'organisation';

interface Choice {
  readonly value: string | null;
  readonly onChange: (teamId: string | null) => void;
  readonly permission: Permission;
}

/** The teams for which the reader has a permission. */
export function useTeamsFor(permission: Permission) {
  const may = useJudge(permission);
  return useTeams().filter(({ id }) => may({ teamId: id }));
}

/** A team whose services are covered; for owners and admins also the whole organisation (null). */
export function TeamChoice({ value, onChange, permission }: Choice) {
  const teams = useTeamsFor(permission);
  const { role } = useMe();
  return (
    <SelectField
      label="Team"
      value={value ?? everyTeam}
      onChange={({ target }) => onChange(target.value === everyTeam ? null : target.value)}
    >
      {teams.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
      {(role === 'owner' || role === 'admin') && <option value={everyTeam}>All teams</option>}
    </SelectField>
  );
}
