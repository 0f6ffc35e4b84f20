import type { Effect } from './effect.js';

/** The effects of several tables, by the type of their event. Two owners of one effect throw: the second would silently win. */
export const oneTable = (tables: readonly Readonly<Record<string, Effect>>[]): Readonly<Record<string, Effect>> => {
  const all: Record<string, Effect> = {};
  for (const [type, effect] of tables.flatMap((table) => Object.entries(table))) {
    if (all[type]) throw new Error(`two effects follow from ${type}`);
    all[type] = effect;
  }
  return all;
};
