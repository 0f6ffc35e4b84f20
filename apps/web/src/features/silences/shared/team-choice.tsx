import type { Permission } from '@tocsin/contracts/permissions.js';
import { useMemo, useState } from 'react';
import { useJudge, useMe } from '../../../data/session/session.js';
import { ComboField, namedOptions } from '../../../ui/combo-field.js';
import { useTeams } from '../../teams/shared/teams.js';

/** The value that stands for the whole organisation. */
const everyTeam = 'organisation';

interface Choice {
  readonly value: string | null;
  readonly onChange: (teamId: string | null) => void;
  readonly permission: Permission;
}

function useTeamsFor(permission: Permission) {
  const may = useJudge(permission);
  return useTeams().filter(({ id }) => may({ teamId: id }));
}

/** What a form holds, with the first team that the reader may use until one is chosen: teams may be loaded after it was opened. */
export function useTeamDraft<D extends { readonly teamId: string | null }>(permission: Permission, initial: () => D) {
  const firstTeam = useTeamsFor(permission)[0]?.id;
  const [draft, setDraft] = useState(initial);
  const withTeam = useMemo(
    () => (draft.teamId === '' && firstTeam !== undefined ? { ...draft, teamId: firstTeam } : draft),
    [draft, firstTeam],
  );
  return [withTeam, (change: Partial<D>) => setDraft((before) => ({ ...before, ...change }))] as const;
}

/** A team whose services are covered; for owners and admins also the whole organisation (null). */
export function TeamChoice({ value, onChange, permission }: Choice) {
  const teams = useTeamsFor(permission);
  const { role } = useMe();
  const all = role === 'owner' || role === 'admin' ? [{ id: everyTeam, label: 'All teams' }] : [];
  return (
    <ComboField
      label="Team"
      options={[...namedOptions(teams), ...all]}
      value={value ?? everyTeam}
      onChoose={(id) => onChange(id === everyTeam ? null : id)}
    />
  );
}
