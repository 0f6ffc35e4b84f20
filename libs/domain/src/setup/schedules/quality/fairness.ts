import * as scheduleLimits from '@tocsin/contracts/schedules/limits.js';
import { burdens, type Load, type Overload } from '@tocsin/contracts/schedules/quality.js';

/** A person’s load, scaled to a full share. */
const byShare = (load: Load, of: Overload['of']): number => (load[of] * 100) / load.percent;

const sumOf = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/**
 * The mean over all pairs of the smaller load divided by the larger, by shares; 1 is even. Null with fewer than two
 * people.
 */
export function balanceOf(loads: readonly Load[]): number | null {
  if (loads.length < 2) return null;
  const sortedLoads = loads.map((load) => byShare(load, 'onCall')).toSorted((one, other) => one - other);
  let [smaller, ratios] = [0, 0];
  for (const [n, larger] of sortedLoads.entries()) {
    // this load paired with each smaller one; two zero loads count as even
    ratios += larger === 0 ? n : smaller / larger;
    smaller += larger;
  }
  const pairs = (sortedLoads.length * (sortedLoads.length - 1)) / 2;
  return Math.round((ratios / pairs) * 1_000) / 1_000;
}

/** Who has far more of a burden than the others on average, the largest first. */
export function overloadedOf(loads: readonly Load[]): readonly Overload[] {
  if (loads.length < 2) return [];
  const overloads = burdens.flatMap((of) => {
    const total = sumOf(loads.map((load) => byShare(load, of)));
    return loads.flatMap((load): readonly Overload[] => {
      const ownShare = byShare(load, of);
      const mean = (total - ownShare) / (loads.length - 1);
      const isFar = ownShare > mean * scheduleLimits.overload.factor && ownShare - mean >= scheduleLimits.overload.least;
      return isFar ? [{ personId: load.personId, of, percentMore: mean === 0 ? null : Math.round((ownShare / mean - 1) * 100) }] : [];
    });
  });
  const percentMoreOf = ({ percentMore }: Overload): number => percentMore ?? Number.POSITIVE_INFINITY;
  return overloads
    .toSorted((one, other) => (percentMoreOf(one) === percentMoreOf(other) ? 0 : percentMoreOf(other) - percentMoreOf(one)))
    .slice(0, scheduleLimits.overload.named);
}
