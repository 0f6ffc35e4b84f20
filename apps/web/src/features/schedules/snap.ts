const halfHour = 30 * 60_000;

/** Snaps a drag to a handoff or edge within reach, otherwise to the nearest half hour. In milliseconds; `origin` is a midnight of the shown zone. */
export function snap(at: number, marks: readonly number[], reach: number, origin: number): number {
  const nearest = marks.toSorted((one, other) => Math.abs(one - at) - Math.abs(other - at))[0];
  if (nearest !== undefined && Math.abs(nearest - at) <= reach) return nearest;
  return origin + Math.round((at - origin) / halfHour) * halfHour;
}
