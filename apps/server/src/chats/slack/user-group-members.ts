import type { UserGroup } from '@tocsin/contracts/connections/noun.js';
import type { ServerParts } from '../../core/server-parts.js';

type Reads = Pick<ServerParts, 'reads'>['reads'];

interface OnCall {
  readonly personId: string;
  /** Member IDs in the chat; none: the person has linked no account. */
  readonly accounts: readonly string[];
}

const accountsOf = (reads: Pick<Reads, 'contacts'>, personId: string): readonly string[] =>
  (reads.contacts.get(personId)?.methods ?? []).flatMap(({ kind, address, verified, disabled }) =>
    kind === 'slack' && verified && !disabled && typeof address === 'string' ? [address.slice(address.indexOf('/') + 1)] : [],
  );

/** Who ought to be in a user group now: the people on call in its schedules, as recorded, each once. */
export const onCallOf = (reads: Reads, { scheduleIds }: Pick<UserGroup, 'scheduleIds'>): readonly OnCall[] => {
  const rows = scheduleIds.flatMap((scheduleId) => reads.onCall.get(scheduleId) ?? []);
  const people = rows.flatMap((row) => (row.removed ? [] : row.people));
  const personIds = [...new Set(people.map(({ personId }) => personId))].toSorted();
  return personIds
    .filter((personId) => reads.people.get(personId)?.state === 'active')
    .map((personId) => ({ personId, accounts: accountsOf(reads, personId) }));
};
