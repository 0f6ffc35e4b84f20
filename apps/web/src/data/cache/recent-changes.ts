import type { Change } from './merge.js';

/** Rows whose last change is remembered for pending answers: enough for half a minute of a storm. */
const maxChanges = 2_000;

const last = new Map<string, Change>();
const keyOf = ({ view, id }: Pick<Change, 'view' | 'id'>) => `${view} ${id}`;

/** Remembers a change that the socket sent. At most 2,000 are kept: the oldest is dropped. */
export function rememberChange(change: Change): void {
  const key = keyOf(change);
  // moved to the end of the map
  last.delete(key);
  last.set(key, change);
  if (last.size > maxChanges) last.delete(last.keys().next().value!);
}

/** The latest live changes of rows, applied to answers that were in flight when they arrived. */
export const recentChanges = (view: string): readonly Change[] => [...last.values()].filter((change) => change.view === view);

/** The most recent live change of a row, while it is remembered. */
export const recentChangeOf = (view: string, id: string): Change | undefined => last.get(keyOf({ view, id }));

/** Forgets the live changes of these views, or of all. */
export function forgetChanges(views?: readonly string[]): void {
  if (!views) return last.clear();
  for (const [key, { view }] of last) if (views.includes(view)) last.delete(key);
}
