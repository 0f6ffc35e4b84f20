import { isErased } from '@tocsin/contracts/ids.js';
import type { RefusalCode } from '@tocsin/contracts/refusals.js';
import type { Permission } from '@tocsin/contracts/permissions.js';
import type { PolicyFact, PolicyRow } from '@tocsin/contracts/policies.js';
import type { OwnedSchedule, ScheduleOwnerFact } from '@tocsin/contracts/schedules.js';
import type { IntegrationFact, IntegrationRow, ServiceFact, ServiceRow } from '@tocsin/contracts/services.js';
import type { TeamFact, TeamRow } from '@tocsin/contracts/teams.js';
import type { Decider, Decision, Message } from '@tocsin/kernel/decide/decider.js';
import { IndexedTable } from '@tocsin/kernel/rows/indexed-table.js';
import { nameWord } from '../names.js';
import { denied, isSystem, mayInTeam } from '../permissions.js';
import type { ConfigurationContext, ConfigurationReads } from '../reads.js';
import { refuse } from '../refuse.js';

/** A team and all it owns, as folded from the one stream in which their names are unique. */
export interface TeamState {
  readonly team: TeamRow | null;
  readonly services: IndexedTable<ServiceRow>;
  readonly integrations: IndexedTable<IntegrationRow>;
  readonly policies: IndexedTable<PolicyRow>;
  readonly schedules: IndexedTable<OwnedSchedule>;
}

/** What things of a team are found by, beside their names. */
export const pagedBy = (policyId: string): string => `policy ${policyId}`;
export const bringingTo = (serviceId: string): string => `service ${serviceId}`;

export const noTeam: TeamState = {
  team: null,
  services: IndexedTable.by(({ name, policyId }) => [nameWord(name), pagedBy(policyId)]),
  integrations: IndexedTable.by(({ name, serviceId }) => [nameWord(name), bringingTo(serviceId)]),
  // the name of one that was removed is free
  policies: IndexedTable.by(({ name, removed }) => (removed ? [] : [nameWord(name)])),
  schedules: IndexedTable.by(({ name, removed }) => (removed ? [] : [nameWord(name)])),
};
export type OwnedFact = TeamFact | ServiceFact | IntegrationFact | PolicyFact | ScheduleOwnerFact;
export type TeamAnswer = Decision<OwnedFact>;

/** The part of the team’s decider that one noun owns. */
export interface TeamTables<C extends Message, F extends OwnedFact> {
  readonly decide: Decider<TeamState, C, OwnedFact, ConfigurationReads>['decide'];
  readonly evolve: Decider<TeamState, C, F, ConfigurationReads>['evolve'];
}

export type InTeam<D> = (data: D, state: TeamState & { readonly team: TeamRow }, context: ConfigurationContext) => TeamAnswer;

/** Decides only for those whom the permission table lets, and only about a team that is there. */
export const inTeam =
  <D>(permission: Permission, decide: InTeam<D>) =>
  (data: D, state: TeamState, context: ConfigurationContext): TeamAnswer => {
    const { team } = state;
    if (!mayInTeam(context, permission, team)) return denied('an owner, an admin or a manager of the team');
    return team && !team.removed ? decide(data, { ...state, team }, context) : refuse('team.not_found');
  };

/**
 * Whether a person can be given a duty: here, not disabled, and no observer. What follows from set-up may come before memory
 * has read that its person joined.
 */
export const canServe = (context: Pick<ConfigurationContext, 'actor' | 'reads'>, personId: string): boolean => {
  if (isSystem(context)) return true;
  const person = context.reads.people.get(personId);
  return person !== undefined && (person.state === 'active' || person.state === 'invited') && person.role !== 'observer';
};

/** Why somebody can’t be given a duty. */
export const cannotServe = ({ reads }: Pick<ConfigurationContext, 'reads'>, personId: string): RefusalCode => {
  const person = reads.people.get(personId);
  const isHere = person?.state === 'active' || person?.state === 'invited';
  return isHere ? 'person.observes' : 'person.not_active';
};

/**
 * Whether a settings form, as saved, says what the row says already. Fields that only the row has don’t matter. Of an erased text nobody knows
 * whether it said the same: where it is decided again, there was a fact, so it did not.
 */
export const saysNothingNew = (row: object, settings: object): boolean =>
  Object.entries(settings).every(
    ([field, value]) => !isErased(value) && JSON.stringify((row as Record<string, unknown>)[field]) === JSON.stringify(value),
  );

/**
 * An id that a client chose and that something has already which this team does not own: made anew under it, it would be taken from its
 * team wherever rows are found by id. Null: the id is free.
 */
export const takenElsewhere = (rows: { get(id: string): { readonly name: string } | undefined }, id: string) => {
  const there = rows.get(id);
  return there ? refuse('conflict.revision', { name: there.name }) : null;
};
