import type { Change } from './merge.js';

/** Rows whose last word is kept, for answers that are on their way: a storm’s, of half a minute. */
const maxChanges = 2_000;

const last = new Map<string, Change>();
const keyOf = ({ view, id }: Pick<Change, 'view' | 'id'>) => `${view} ${id}`;

/** Remembers a change that the socket sent. At most 2,000 are kept: the oldest is dropped. */
export function rememberChange(change: Change): void {
  const key = keyOf(change);
  // to the end of the map
  last.delete(key);
  last.set(key, change);
  if (last.size > maxChanges) last.delete(last.keys().next().value!);
}

/** The latest live changes of rows, applied to answers that were in flight when they arrived. */
export const recentChanges = (view: string): readonly Change[] => [...last.values()].filter((change) => change.view === view);

/** The last word about one row, if it was told lately. */
export const recentChangeOf = (view: string, id: string): Change | undefined => last.get(keyOf({ view, id }));

/** Forgets what was told of these views; of all of them when none are named. */
export function forgetChanges(views?: readonly string[]): void {
  if (!views) return last.clear();
  for (const [key, { view }] of last) if (views.includes(view)) last.delete(key);
}
