const halfHour = 30 * 60_000;

/** Where a drag lands: a handoff or an edge within reach, else the nearest half hour. All in milliseconds; `origin` is a midnight of the zone that is shown. */
export function snap(at: number, marks: readonly number[], reach: number, origin: number): number {
  const nearest = marks.toSorted((one, other) => Math.abs(one - at) - Math.abs(other - at))[0];
  if (nearest !== undefined && Math.abs(nearest - at) <= reach) return nearest;
  return origin + Math.round((at - origin) / halfHour) * halfHour;
}
