import type { Place } from './settled.js';

/** The selection after a press; with shift from the last selected row to this one. */
export function toggled(before: ReadonlySet<string>, id: string, isRange: boolean, shown: readonly Place[]): ReadonlySet<string> {
  const next = new Set(before);
  const order = shown.map((place) => place.id);
  const from = isRange ? order.indexOf([...before].at(-1) ?? '') : -1;
  const to = order.indexOf(id);
  if (from >= 0 && to >= 0) order.slice(Math.min(from, to), Math.max(from, to) + 1).forEach((one) => next.add(one));
  else if (!next.delete(id)) next.add(id);
  return next;
}
