import type { FactOf } from '@tocsin/contracts/catalogue.js';
import { limits } from '@tocsin/contracts/limits.js';
import type { InTheWay } from '@tocsin/contracts/refusals.js';
import { pagedFor, pagedForAfter } from '../alert-groups/paging/paged-for.js';
import { standsIn } from '../policies/standing.js';
import type { ConfigurationReads } from '../reads.js';

export type Told = FactOf<'MoreLeftBehind'>['upTo'];
export type Left = Pick<FactOf<'MoreLeftBehind'>, 'holds' | 'paged' | 'standsIn'>;

/** What somebody has in hand, is paged for and stands in, in the order of memory. `places`: where they stand, if that has been looked up. */
export const leftIn = (reads: ConfigurationReads, personId: string, places: readonly InTheWay[] = standsIn(reads, personId)): Left => ({
  holds: reads.held.where('holderId', personId).map(({ groupId }) => groupId),
  paged: [...pagedFor(reads.groups, personId)],
  standsIn: places.map(({ teamId, id: policyId }) => ({ teamId, policyId })),
});

/** So many that there is one more than a fact lists. */
const some = <One>(all: Iterable<One>): One[] => {
  const found: One[] = [];
  for (const one of all) if (found.push(one) > limits.movedTogether) break;
  return found;
};

/** The same, of what comes after what was told, as much as one fact lists and one more: what is left is not gone over for each part. */
export const leftAfter = (reads: ConfigurationReads, personId: string, after: Told): Left => ({
  holds: some(reads.held.whereAfter('holderId', personId, after.holds)).map(({ groupId }) => groupId),
  paged: some(pagedForAfter(reads.groups, personId, after.paged)),
  standsIn: some(reads.policies.whereAfter('named', personId, after.standsIn)).map(({ teamId, id: policyId }) => ({ teamId, policyId })),
});

const itself = (id: string): string => id;
const policyOf = ({ policyId }: { readonly policyId: string }): string => policyId;

/** Those after an id, as many as one fact lists, by their ids: what is told next goes on after the last. */
const part = <One>(all: readonly One[], idOf: (one: One) => string, after: string | null): readonly [One[], boolean] => {
  const rest = after === null ? all : all.filter((one) => idOf(one) > after);
  const sorted = rest.toSorted((a, b) => (idOf(a) < idOf(b) ? -1 : 1));
  return [sorted.slice(0, limits.movedTogether), rest.length > limits.movedTogether];
};

const nothingTold: Told = { holds: null, paged: null, standsIn: null };

/** As much of it as one fact lists, after what was told. What fits as a whole stays in its order. */
export const told = (left: Left, after: Told = nothingTold): Left & { readonly upTo: Told; readonly more?: true } => {
  const [holds, moreHolds] = part(left.holds, itself, after.holds);
  const [paged, morePaged] = part(left.paged, itself, after.paged);
  const [places, morePlaces] = part(left.standsIn, policyOf, after.standsIn);
  const upTo = {
    holds: holds.at(-1) ?? after.holds,
    paged: paged.at(-1) ?? after.paged,
    standsIn: places.at(-1)?.policyId ?? after.standsIn,
  };
  if (moreHolds || morePaged || morePlaces) return { holds, paged, standsIn: places, upTo, more: true };
  return after === nothingTold ? { ...left, upTo } : { holds, paged, standsIn: places, upTo };
};
