import type { FactOf } from '@tocsin/contracts/catalogue.js';
import { limits } from '@tocsin/contracts/limits.js';
import type { InTheWay } from '@tocsin/contracts/refusals.js';
import { pagedFor, pagedForAfter } from '../../alert-groups/shared/paged-for.js';
import { standsIn } from '../../policies/shared/standing.js';
import { onDutyIn } from '../../schedules/shared/standing.js';
import type { ConfigurationReads } from '../../reads.js';

export type Mark = FactOf<'MoreLeftBehind'>['upTo'];
export type Left = Pick<FactOf<'MoreLeftBehind'>, 'holds' | 'paged' | 'standsIn' | 'schedules'>;

/** The policies that name a person, and the schedules that put them on call. */
export const placesOf = (reads: ConfigurationReads, personId: string): readonly InTheWay[] => [
  ...standsIn(reads, personId),
  ...onDutyIn(reads, personId),
];

/** Absent when empty, as in facts from before there were schedules. */
const someOf = (schedules: readonly string[]): Pick<Left, 'schedules'> => (schedules.length > 0 ? { schedules: [...schedules] } : {});

/**
 * The groups that a person holds or is paged for, and the places that name them, in memory’s order. `places`: those
 * places, if they are known already.
 */
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

/** Those after an id, as many as one fact lists, in id order: the next part continues after the last one. */
const part = <One>(all: readonly One[], idOf: (one: One) => string, after: string | null): readonly [One[], boolean] => {
  const rest = after === null ? all : all.filter((one) => idOf(one) > after);
  const sorted = rest.toSorted((a, b) => (idOf(a) < idOf(b) ? -1 : 1));
  return [sorted.slice(0, limits.movedTogether), rest.length > limits.movedTogether];
};

const nothingTold: Mark = { holds: null, paged: null, standsIn: null };

/** The part of it that one fact lists, after what was recorded already. What fits as a whole keeps its order. */
export const firstPart = (left: Left, after: Mark = nothingTold): Left & { readonly upTo: Mark; readonly more?: true } => {
  const [holds, moreHolds] = part(left.holds, itself, after.holds);
  const [paged, morePaged] = part(left.paged, itself, after.paged);
  const [places, morePlaces] = part(left.standsIn, policyOf, after.standsIn);
  const [schedules, moreSchedules] = part(left.schedules ?? [], itself, after.schedules ?? null);
  const lastSchedule = schedules.at(-1) ?? after.schedules;
  const upTo = {
    holds: holds.at(-1) ?? after.holds,
    paged: paged.at(-1) ?? after.paged,
    standsIn: places.at(-1)?.policyId ?? after.standsIn,
    ...(lastSchedule === undefined ? {} : { schedules: lastSchedule }),
  };
  const all = { holds, paged, standsIn: places, ...someOf(schedules) };
  if (moreHolds || morePaged || morePlaces || moreSchedules) return { ...all, upTo, more: true };
  return after === nothingTold ? { ...left, upTo } : { ...all, upTo };
};
