import type { Effect } from './effect.js';

/** Effects by the type of their event. Whoever knows the events says of each type which event its effect takes; here they are only handed over. */
export type Effects = { readonly [type: string]: Effect<never> | undefined };

/** One table of several. Two owners of one effect throw: the second would silently win. */
export const oneTable = <Table extends Effects>(tables: readonly Table[]): Table => {
  const all: Record<string, Effect<never>> = {};
  for (const [type, effect] of tables.flatMap((table) => Object.entries(table))) {
    if (all[type]) throw new Error(`two effects follow from ${type}`);
    if (effect) all[type] = effect;
  }
  return all as Table;
};

/** What follows from events of a type. The table said which event its effect takes: this is the only place that has to believe it. */
export const effectOf = (effects: Effects, type: string): Effect | undefined => effects[type] as Effect | undefined;
