import { bodiesAt, byId, fieldsOf, listOf, textOf, type Fields, type ForeignAnswer } from './answers.js';
import { readOpsgenie } from './opsgenie.js';
import type { ForeignOrganisation } from './organisation.js';

/** Whom an account id means: the system does not tell it. */
export interface KnownAccount {
  readonly email: string;
  readonly name: string;
}
export type KnownAccounts = ReadonlyMap<string, KnownAccount>;

const typeOf = (type: unknown): unknown => (type === 'noone' || type === 'no-one' ? 'none' : type);
const participantOf = (row: unknown): Fields => ({ ...fieldsOf(row), type: typeOf(fieldsOf(row).type) });

const rotationOf = (row: Fields): Fields => ({ ...row, participants: listOf(row.participants).map(participantOf) });

/** Rotations are named by their ids alone. */
const overrideOf = (row: Fields): Fields => ({
  ...row,
  user: participantOf(row.user ?? row.responder),
  ...(Array.isArray(row.rotationIds) ? { rotations: row.rotationIds.map((id) => ({ id })) } : {}),
});

const ownerOf = (row: Fields): Fields => (row.ownerTeam === undefined ? { ownerTeam: { id: row.teamId } } : {});

/** Everybody whom rotations, steps, overrides and rules name. */
function usersIn(parts: readonly Fields[], accounts: KnownAccounts): readonly Fields[] {
  const ids = new Set(parts.flatMap((part) => (part.type === 'user' ? [textOf(part.id)] : [])));
  ids.delete('');
  return [...ids].map((id) => ({ id, username: accounts.get(id)?.email ?? '', fullName: accounts.get(id)?.name ?? id, role: {} }));
}

const peopleOf = (schedule: Fields): readonly Fields[] => listOf(schedule.rotations).flatMap(({ participants }) => listOf(participants));
const recipientsOf = (escalation: Fields): readonly Fields[] => listOf(escalation.rules).map(({ recipient }) => fieldsOf(recipient));

/** Whoever stands in what the team owns: its members are told elsewhere. */
const membersOf = (teamId: unknown, schedules: readonly Fields[], escalations: readonly Fields[]): readonly object[] => {
  const own = (row: Fields): boolean => fieldsOf(row.ownerTeam).id === teamId;
  const people = [...schedules.filter(own).flatMap(peopleOf), ...escalations.filter(own).flatMap(recipientsOf)];
  const ids = new Set(people.filter(({ type }) => type === 'user').map(({ id }) => textOf(id)));
  return [...ids].map((id) => ({ user: { id }, role: 'user' }));
};

/** Jira Service Management Operations has Opsgenie’s rules, in other envelopes: read as Opsgenie’s. */
export function readJsm(answers: readonly ForeignAnswer[], at: number, accounts: KnownAccounts = new Map()): ForeignOrganisation {
  const valuesAt = (pattern: RegExp) =>
    bodiesAt(answers, pattern).flatMap(({ body, id }) => listOf(body.values ?? body.data).map((row) => ({ row, of: id })));
  const listAt = (pattern: RegExp) => byId(valuesAt(pattern).map(({ row }) => row));
  const rotations = valuesAt(/^GET \/v1\/schedules\/([\w-]+)\/rotations/);
  const schedules: readonly Fields[] = listAt(/^GET \/v1\/schedules(?:\?|$)/).map((row) => {
    const own = byId([...listOf(row.rotations), ...rotations.filter(({ of }) => of === row.id).map((one) => one.row)]);
    return { ...row, ...ownerOf(row), rotations: own.map(rotationOf) };
  });
  const escalations = valuesAt(/^GET \/v1\/teams\/([\w-]+)\/escalations/).map(({ row, of }) => ({ ...row, ownerTeam: { id: of } }));
  const overrides = valuesAt(/^GET \/v1\/schedules\/([\w-]+)\/overrides/).map(({ row, of }) => ({ row: overrideOf(row), of }));
  const forwards = listAt(/^GET \/v1\/forwarding-rules/);
  const teams = bodiesAt(answers, /^GET \/v1\/teams(?:\?|$)/).flatMap(({ body }) => listOf(body.platformTeams ?? body.values));
  const timelines = bodiesAt(answers, /^GET \/v1\/schedules\/([\w-]+)\/timeline/);
  const recipients = timelines.flatMap(({ body }) =>
    listOf(fieldsOf(body.finalTimeline).rotations).flatMap(({ periods }) => listOf(periods).map(({ recipient }) => fieldsOf(recipient))),
  );
  const users = usersIn(
    [
      ...schedules.flatMap(peopleOf),
      ...escalations.flatMap(recipientsOf),
      ...overrides.map(({ row }) => fieldsOf(row.user)),
      ...forwards.flatMap(({ fromUser, toUser }) => [fromUser, toUser].map((one) => ({ type: 'user', ...fieldsOf(one) }))),
      ...recipients,
    ],
    accounts,
  );
  const heartbeats = valuesAt(/^GET \/v1\/teams\/([\w-]+)\/heartbeats/).map(({ row, of }) => ({ ...row, ownerTeam: { id: of } }));
  const asked = (path: string, data: unknown): ForeignAnswer => ({ asked: `GET ${path}`, status: 200, body: { data } });
  const teamIds = teams.map((team) => textOf(team.teamId ?? team.id));
  return readOpsgenie(
    [
      asked('/v2/users?limit=100', users),
      asked('/v2/schedules?expand=rotation', schedules),
      asked('/v2/escalations', byId(escalations)),
      asked('/v2/forwarding-rules', forwards),
      asked('/v2/integrations', listAt(/^GET \/v1\/integrations(?:\?|$)/)),
      asked('/v2/heartbeats', { heartbeats }),
      ...teams.map((team, n) =>
        asked(`/v2/teams/${teamIds[n]}?identifierType=id`, {
          id: teamIds[n],
          name: team.teamName ?? team.name,
          members: membersOf(teamIds[n], schedules, escalations),
        }),
      ),
      ...teamIds.map((id) =>
        asked(
          `/v2/teams/${id}/routing-rules`,
          valuesAt(/^GET \/v1\/teams\/([\w-]+)\/routing-rules/).flatMap(({ row, of }) => (of === id ? [row] : [])),
        ),
      ),
      ...schedules.map(({ id }) =>
        asked(
          `/v2/schedules/${textOf(id)}/overrides`,
          overrides.flatMap(({ row, of }) => (of === id ? [row] : [])),
        ),
      ),
      ...timelines.map(({ body, id }) => asked(`/v2/schedules/${id}/timeline`, body)),
      ...listAt(/^GET \/v1\/maintenances(?:\?|$)/).map((row) => asked(`/v1/maintenance/${textOf(row.id)}`, maintenanceOf(row))),
    ],
    at,
  );
}

/** Times stand in it, or in `time`. */
const maintenanceOf = (row: Fields): Fields =>
  row.time === undefined ? { ...row, time: { startDate: row.startDate, endDate: row.endDate } } : row;
