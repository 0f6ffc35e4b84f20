import { store } from '../../../data/store.js';
import type { Grouping } from './list-choice.js';

/** The groups that a person opened (false) or closed (true), until the page is loaded again. */
export const decidedGroups = store<{ readonly [G in Grouping]?: ReadonlyMap<string, boolean> }>({});

export function decideGroup(by: Grouping, key: string, isClosed: boolean): void {
  const before = decidedGroups.now();
  decidedGroups.set({ ...before, [by]: new Map(before[by]).set(key, isClosed) });
}
