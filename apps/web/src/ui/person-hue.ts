import type { CSSProperties } from 'react';

/** Degrees, most distinguishable first; none within 40° of the red of an alarm. */
const hues = [75, 255, 155, 315, 190, 345, 118, 285] as const;

function hashOf(id: string): number {
  let hash = 7;
  for (let at = 0; at < id.length; at++) hash = (hash * 31 + id.charCodeAt(at)) >>> 0;
  return hash;
}

/** The hue of a person: the same everywhere, whoever else there is. */
export const hueOf = (personId: string): number => hues[hashOf(personId) % hues.length]!;

/** Hues of people who are shown together: their own, or the next that none of them has; they come round where there are more people than hues. */
export function huesOf(personIds: readonly string[]): ReadonlyMap<string, number> {
  const usedHues = new Set<number>();
  const result = new Map<string, number>();
  for (const id of [...new Set(personIds)].toSorted()) {
    if (usedHues.size === hues.length) usedHues.clear();
    let at = hashOf(id) % hues.length;
    while (usedHues.has(hues[at]!)) at = (at + 1) % hues.length;
    usedHues.add(hues[at]!);
    result.set(id, hues[at]!);
  }
  return result;
}

/** With the class `person`: the utilities `person-tint`, `person-edge`, `person-ink` have this hue. */
export const hueStyle = (hue: number): CSSProperties => ({ '--hue': hue }) as CSSProperties;
