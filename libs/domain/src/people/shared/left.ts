import type { FactOf } from '@tocsin/contracts/catalogue.js';
import { limits } from '@tocsin/contracts/limits.js';
import type { InTheWay } from '@tocsin/contracts/refusals.js';
import { pagedFor, pagedForAfter } from '../../alert-groups/shared/paged-for.js';
import { policiesNaming } from '../../policies/shared/policies-naming.js';
import { schedulesNaming } from '../../schedules/shared/schedules-naming.js';
import type { ConfigurationReads } from '../../reads.js';

export type Mark = FactOf<'MoreLeftBehind'>['upTo'];
export type Left = Pick<FactOf<'MoreLeftBehind'>, 'holds' | 'paged' | 'standsIn' | 'schedules'>;

/** The policies that name a person, and the schedules that put them on call. */
export const placesOf = (reads: ConfigurationReads, personId: string): readonly InTheWay[] => [
  ...policiesNaming(reads, personId),
  ...schedulesNaming(reads, personId),
];

/** Absent when empty, as in facts from before there were schedules. */
const someOf = (schedules: readonly string[]): Pick<Left, 'schedules'> => (schedules.length > 0 ? { schedules: [...schedules] } : {});

/** Groups assigned to a person or paging them, and places that use them, in memory’s order. `places`: those places, if already known. */
export const leftIn = (reads: ConfigurationReads, personId: string, places: readonly InTheWay[] = placesOf(reads, personId)): Left => ({
  holds: reads.held.where('holderId', personId).map(({ groupId }) => groupId),
  paged: [...pagedFor(reads.groups, personId)],
  standsIn: places.filter(({ kind }) => kind === 'policy').map(({ teamId, id: policyId }) => ({ teamId, policyId })),
  ...someOf(places.filter(({ kind }) => kind === 'schedule').map(({ id }) => id)),
});

/** One more than a fact lists, so that the caller sees whether there are more. */
const some = <One>(all: Iterable<One>): One[] => {
  const found: One[] = [];
  for (const one of all) if (found.push(one) > limits.movedTogether) break;
  return found;
};

/**
 * The same after what was recorded already, limited to one fact’s worth and one more, so that the remainder is not
 * scanned for each part.
 */
export const leftAfter = (reads: ConfigurationReads, personId: string, after: Mark): Left => ({
  holds: some(reads.held.whereAfter('holderId', personId, after.holds)).map(({ groupId }) => groupId),
  paged: some(pagedForAfter(reads.groups, personId, after.paged)),
  standsIn: some(reads.policies.whereAfter('named', personId, after.standsIn)).map(({ teamId, id: policyId }) => ({ teamId, policyId })),
  ...someOf(some(reads.schedules.whereAfter('named', personId, after.schedules ?? null)).map(({ id }) => id)),
});

const itself = (id: string): string => id;
const policyOf = ({ policyId }: { readonly policyId: string }): string => policyId;

interface Part<One> {
  readonly listed: One[];
  /** The last one that was recorded, in this part or before it. */
  readonly last: string | null;
  readonly isCut: boolean;
}

/** Items after an id, as many as one event lists, in id order: the next part continues after the last one. */
const part = <One>(all: readonly One[], idOf: (one: One) => string, after: string | null): Part<One> => {
  const rest = after === null ? all : all.filter((one) => idOf(one) > after);
  const listed = rest.toSorted((a, b) => (idOf(a) < idOf(b) ? -1 : 1)).slice(0, limits.movedTogether);
  return { listed, last: listed.length > 0 ? idOf(listed.at(-1)!) : after, isCut: rest.length > listed.length };
};

const nothingListed: Mark = { holds: null, paged: null, standsIn: null };

/** The part of it that one event lists, after the recorded part. If everything fits, the order is unchanged. */
export const firstPart = (left: Left, after: Mark = nothingListed): Left & { readonly upTo: Mark; readonly more?: true } => {
  const holds = part(left.holds, itself, after.holds);
  const paged = part(left.paged, itself, after.paged);
  const places = part(left.standsIn, policyOf, after.standsIn);
  const schedules = part(left.schedules ?? [], itself, after.schedules ?? null);
  const upTo = {
    holds: holds.last,
    paged: paged.last,
    standsIn: places.last,
    ...(schedules.last === null ? {} : { schedules: schedules.last }),
  };
  const all = { holds: holds.listed, paged: paged.listed, standsIn: places.listed, ...someOf(schedules.listed) };
  if ([holds, paged, places, schedules].some(({ isCut }) => isCut)) return { ...all, upTo, more: true };
  return after === nothingListed ? { ...left, upTo } : { ...all, upTo };
};
