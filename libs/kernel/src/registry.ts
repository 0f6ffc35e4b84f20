import type { AnyDecider } from './decider.js';
import type { AnyProcess, Timer } from './process.js';
import type { AnyView } from './view.js';

/** How the command behind a recorded batch of input events is found again, keyed by the type of its first event. */
export type Inputs = Readonly<Record<string, (data: never) => { readonly type: string; readonly data: unknown }>>;

/** What the program knows how to do. The domain fills it; kernel and platform run it without naming a noun. */
export interface Domain {
  /** The version of the rule modules: recorded with every decision. */
  readonly logic: string;
  readonly deciders: readonly AnyDecider[];
  readonly processes: readonly AnyProcess[];
  /** Kept for screens. */
  readonly views: readonly AnyView[];
  /** Folded in memory, for decisions. */
  readonly memory: readonly AnyView[];
  /** A view of `memory` whose rows have timers: its name, the category of their streams, and when each row wants what. */
  readonly timers: readonly { readonly view: string; readonly category: string; readonly due: (row: never, epoch: number) => readonly Timer[] }[];
  readonly upcasters: Readonly<Record<string, (data: never) => unknown>>;
}

/** Command name → the decider that owns it. Two owners of one name are a mistake, said at start. */
export const owners = (deciders: readonly AnyDecider[]): ReadonlyMap<string, AnyDecider> => {
  const table = new Map<string, AnyDecider>();
  for (const decider of deciders) {
    for (const type of Object.keys(decider.decide)) {
      if (table.has(type)) throw new Error(`${type} is decided by ${table.get(type)!.category} and by ${decider.category}`);
      table.set(type, decider);
    }
  }
  return table;
};

export const byCategory = (deciders: readonly AnyDecider[]): ReadonlyMap<string, AnyDecider> =>
  new Map(deciders.map((decider) => [decider.category, decider]));
