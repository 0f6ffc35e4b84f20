import type { Effect } from './effect.js';

/** The domain’s own table types the event of each effect; here they are only passed on. */
export type Effects = { readonly [type: string]: Effect<never> | undefined };

/** Throws when an effect has two owners, because the second would silently win. */
export const mergeTables = <Table extends Effects>(tables: readonly Table[]): Table => {
  const all: Record<string, Effect<never>> = {};
  for (const [type, effect] of tables.flatMap((table) => Object.entries(table))) {
    if (all[type]) throw new Error(`two effects follow from ${type}`);
    if (effect) all[type] = effect;
  }
  return all as Table;
};

/** The domain’s table guarantees the event’s type: this cast is the only place that relies on it. */
export const effectOf = (effects: Effects, type: string): Effect | undefined => effects[type] as Effect | undefined;
