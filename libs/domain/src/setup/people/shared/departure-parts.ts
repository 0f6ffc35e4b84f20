import type { FactOf } from '@tocsin/contracts/catalogue.js';
import * as teamLimits from '@tocsin/contracts/teams/limits.js';
import type { BlockingReference } from '@tocsin/contracts/refusals.js';
import { listPoliciesNaming, namedKey } from '../../../rules/policies-naming.js';
import { listSchedulesNaming } from '../../schedules/shared/schedules-naming.js';
import type { ConfigurationReads } from '../../../reads.js';

export type Mark = FactOf<'MoreLeftBehind'>['upTo'];
export type DepartureParts = Pick<FactOf<'MoreLeftBehind'>, 'standsIn' | 'schedules'>;

/** The policies that name a person, and the schedules that put them on call. */
export const placesOf = (reads: ConfigurationReads, personId: string): readonly BlockingReference[] => [
  ...listPoliciesNaming(reads, 'person', personId),
  ...listSchedulesNaming(reads, personId),
];

/** Absent when empty. */
const schedulesField = (schedules: readonly string[]): Pick<DepartureParts, 'schedules'> =>
  schedules.length > 0 ? { schedules: [...schedules] } : {};

/** Places that use a person, in memory’s order. */
export const departurePartsOf = (places: readonly BlockingReference[]): DepartureParts => ({
  standsIn: places.filter(({ kind }) => kind === 'policy').map(({ teamId, id: policyId }) => ({ teamId, policyId })),
  ...schedulesField(places.filter(({ kind }) => kind === 'schedule').map(({ id }) => id)),
});

/** One more than a fact lists, so that the caller sees whether there are more. */
const takeWithOneMore = <One>(all: Iterable<One>): One[] => {
  const items: One[] = [];
  for (const one of all) if (items.push(one) > teamLimits.movedTogether) break;
  return items;
};

/**
 * The same after what was recorded already, limited to one fact’s worth and one more, so that the remainder is not
 * scanned for each part.
 */
export const departurePartsAfter = (reads: ConfigurationReads, personId: string, after: Mark): DepartureParts => ({
  standsIn: takeWithOneMore(reads.policies.whereAfter('named', namedKey('person', personId), after.standsIn)).map(
    ({ teamId, id: policyId }) => ({
      teamId,
      policyId,
    }),
  ),
  ...schedulesField(takeWithOneMore(reads.schedules.whereAfter('named', personId, after.schedules ?? null)).map(({ id }) => id)),
});

const identity = (id: string): string => id;
const policyOf = ({ policyId }: { readonly policyId: string }): string => policyId;

interface Part<One> {
  readonly listed: One[];
  /** The last one that was recorded, in this part or before it. */
  readonly last: string | null;
  readonly isCut: boolean;
}

/** Items after an id, as many as one event lists, in id order: the next part continues after the last one. */
const partAfter = <One>(all: readonly One[], idOf: (one: One) => string, after: string | null): Part<One> => {
  const rest = after === null ? all : all.filter((one) => idOf(one) > after);
  const listedItems = rest.toSorted((a, b) => (idOf(a) < idOf(b) ? -1 : 1)).slice(0, teamLimits.movedTogether);
  return { listed: listedItems, last: listedItems.length > 0 ? idOf(listedItems.at(-1)!) : after, isCut: rest.length > listedItems.length };
};

const noMark: Mark = { standsIn: null };

/** The part of it that one event lists, after the recorded part. If everything fits, the order is unchanged. */
export const firstPartOf = (
  parts: DepartureParts,
  after: Mark = noMark,
): DepartureParts & { readonly upTo: Mark; readonly more?: true } => {
  const places = partAfter(parts.standsIn, policyOf, after.standsIn);
  const schedules = partAfter(parts.schedules ?? [], identity, after.schedules ?? null);
  const upTo = { standsIn: places.last, ...(schedules.last === null ? {} : { schedules: schedules.last }) };
  const all = { standsIn: places.listed, ...schedulesField(schedules.listed) };
  if (places.isCut || schedules.isCut) return { ...all, upTo, more: true };
  return after === noMark ? { ...parts, upTo } : { ...all, upTo };
};
