import type { Change } from './merge.js';

/** Rows whose last word is kept, for answers that are on their way: a storm’s, of half a minute. */
const kept = 2_000;

const last = new Map<string, Change>();
const keyOf = ({ view, id }: Pick<Change, 'view' | 'id'>) => `${view} ${id}`;

/** A page that is open for weeks hears of more rows than it keeps: the one that was told longest ago goes. */
export function keepTold(change: Change): void {
  const key = keyOf(change);
  // to the end of the map
  last.delete(key);
  last.set(key, change);
  if (last.size > kept) last.delete(last.keys().next().value!);
}

/** The latest live changes of rows, applied to answers that were in flight when they arrived. */
export const toldLately = (view: string): readonly Change[] => [...last.values()].filter((change) => change.view === view);

/** The last word about one row, if it was told lately. */
export const toldOf = (view: string, id: string): Change | undefined => last.get(keyOf({ view, id }));

/** Forgets what was told of these views; of all of them when none are named. */
export function forgetTold(views?: readonly string[]): void {
  if (!views) return last.clear();
  for (const [key, { view }] of last) if (views.includes(view)) last.delete(key);
}
