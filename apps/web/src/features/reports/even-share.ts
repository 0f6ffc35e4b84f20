/** How even loads are, from 0 to 1: the mean over all pairs of the smaller divided by the larger. Null for fewer than two. */
export function fairnessOf(loads: readonly number[]): number | null {
  if (loads.length < 2) return null;
  const pairs = loads.flatMap((one, n) =>
    loads.slice(n + 1).map((other) => (one === other ? 1 : Math.min(one, other) / Math.max(one, other))),
  );
  return pairs.reduce((sum, ratio) => sum + ratio, 0) / pairs.length;
}

/** How much more or less than an even share each load is: 0.34 for a third more. */
export function sharesFromEven(loads: readonly number[]): readonly number[] {
  const even = evenShare(loads);
  return loads.map((load) => (even === 0 ? 0 : load / even - 1));
}

export const evenShare = (loads: readonly number[]): number =>
  loads.length === 0 ? 0 : loads.reduce((sum, load) => sum + load, 0) / loads.length;
