import { dayOf } from './days.js';

interface DayGroup<Item> {
  /** `2026-11-21`, in the zone of the browser. */
  readonly day: string;
  readonly items: readonly Item[];
}

/** Items in their order, under their days. */
export function byDay<Item>(items: readonly Item[], atOf: (item: Item) => string): readonly DayGroup<Item>[] {
  const groups: { day: string; items: Item[] }[] = [];
  for (const item of items) {
    const day = dayOf(new Date(atOf(item)));
    const last = groups.at(-1);
    if (last?.day === day) last.items.push(item);
    else groups.push({ day, items: [item] });
  }
  return groups;
}
