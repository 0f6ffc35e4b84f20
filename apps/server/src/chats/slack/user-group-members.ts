import type { UserGroup } from '@tocsin/contracts/connections/noun.js';
import { rulesOfTarget } from '@tocsin/domain/setup/policies/shared/targets.js';
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

/** Who ought to be in a user group now: the people on call in its schedules, each once. */
export const onCallOf = (reads: Reads, { scheduleIds }: Pick<UserGroup, 'scheduleIds'>, now: string): readonly OnCall[] => {
  const all = scheduleIds.flatMap((scheduleId) => {
    const target = { kind: 'schedule', scheduleId } as const;
    return rulesOfTarget(target).people(target, reads, now);
  });
  const personIds = [...new Set(all.map(({ personId }) => personId))].toSorted();
  return personIds
    .filter((personId) => reads.people.get(personId)?.state === 'active')
    .map((personId) => ({ personId, accounts: accountsOf(reads, personId) }));
};
