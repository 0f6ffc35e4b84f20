/** Hues in degrees, most distinguishable first. None is used for alarms or warnings. */
const hues = [255, 155, 315, 205, 105, 335, 180, 285, 230, 130] as const;
const best = 5;

function hashOf(id: string): number {
  let hash = 7;
  for (let at = 0; at < id.length; at++) hash = (hash * 31 + id.charCodeAt(at)) >>> 0;
  return hash;
}

/** A hue for each person, the same on each visit: by their id, or the next unused one. They come round where there are more people than hues. */
export function huesOf(personIds: readonly string[]): ReadonlyMap<string, number> {
  const usedHues = new Set<number>();
  const result = new Map<string, number>();
  for (const id of [...new Set(personIds)].toSorted()) {
    if (usedHues.size === hues.length) usedHues.clear();
    const [first, count] = usedHues.size < best ? [0, best] : [best, hues.length - best];
    let at = first + (hashOf(id) % count);
    while (usedHues.has(at)) at = first + ((at - first + 1) % count);
    usedHues.add(at);
    result.set(id, hues[at]!);
  }
  return result;
}

/** Background of a name, and the line beside it. */
export const coloursOf = (hue: number) => ({
  background: `light-dark(oklch(0.94 0.045 ${hue}), oklch(0.31 0.05 ${hue}))`,
  borderColor: `light-dark(oklch(0.62 0.13 ${hue}), oklch(0.68 0.12 ${hue}))`,
});
