import type { Actor, Recorded } from '@tocsin/contracts/envelope.js';
import type { AnyDecider, Message } from './decide/decider.js';
import type { TrackedEffects } from './react/effects.js';
import type { Failures } from './react/failure.js';
import type { MemoryRows } from './rows/memory-rows.js';
import type { AnyProcess, Timer } from './react/process.js';
import type { AnyView } from './rows/view.js';

/** A run of consecutive events: `from` exclusive, `upTo` inclusive. */
export interface EventRun {
  readonly from: number;
  readonly upTo: number;
  readonly events: readonly Recorded[];
}

/** A kind of event that is decided in runs: all that came in since the last run is passed as one command. */
export interface Gathering {
  readonly type: string;
  /** A run ends when the sum of one of these measures over its events (such as count or size) reaches its bound. */
  readonly bounds: readonly { readonly most: number; readonly of: (event: never) => number }[];
  /** The command for one run. The first fact that it makes carries `from`, by which the run is found again. */
  readonly command: (run: EventRun) => Message;
  /** A simpler command for a run of one event, when the regular one can’t be made or decided. */
  readonly instead?: (run: EventRun) => Message;
  /** When even that fails: records that the event was passed over, so that it can be retried after later ones. */
  readonly passOver?: (run: EventRun) => Message;
  /** Whether the facts of such a command cover the whole run; if not, another command decides the rest. */
  readonly isWhole: (facts: readonly Message[], upTo: number) => boolean;
}

/** A memory view whose rows have timers: the category of their streams, and the timers of each row. */
export interface TimedRows {
  readonly view: string;
  readonly category: string;
  readonly due: (row: never, epoch: number) => readonly Timer[];
}

/**
 * How to reconstruct the command behind a batch of events, by the type of its first event and its actor: for acts of
 * people and answers of providers.
 */
export interface Inputs {
  readonly [type: string]: (data: never, batch: readonly Message[], actor: Actor) => Message;
}

/** The causes that a fact names in its data, besides the one in its metadata. */
export interface NamedCauses {
  /** Ids of events. */
  readonly of: (data: never) => readonly string[];
  /**
   * For a fact that follows from several events: the one that led to these effects of it, all decided together.
   * `named`: the causes of the effects. Undefined: none of them is known to be it.
   */
  readonly behind?: (data: never, effects: readonly Recorded[], named: readonly string[]) => string | undefined;
}

/** The application’s deciders, views, processes and timers. The domain fills it; kernel and platform run it without domain terms. */
export interface Domain {
  /** The version of the rules, a hash of them: recorded with every decision. */
  readonly logic: string;
  readonly deciders: readonly AnyDecider[];
  readonly processes: readonly AnyProcess[];
  readonly gatherings: readonly Gathering[];
  /** Stored for screens. */
  readonly views: readonly AnyView[];
  /** Folded in memory, for decisions. */
  readonly memory: readonly AnyView[];
  readonly timers: readonly TimedRows[];
  readonly inputs: Inputs;
  /** A command that records only how far the reactor has come: for times when it has nothing else to append. */
  readonly progress?: Message;
  /** Effects that are done at least once. Effects of other events are started once, and the requesting process handles the outcome. */
  readonly effects?: TrackedEffects;
  /** How a repeated failure is handled. Without it, everything waits until the failure is gone. */
  readonly failures?: Failures;
  readonly reads: (memory: MemoryRows) => unknown;
  readonly upcasters: Readonly<Record<string, (data: never) => unknown>>;
  /** By the type of the fact. */
  readonly causes: Readonly<Record<string, NamedCauses>>;
}

/** Everything one noun of the domain contributes. Parts that are absent don’t exist for that noun. */
export interface Noun {
  readonly deciders?: readonly AnyDecider[];
  readonly processes?: readonly AnyProcess[];
  readonly gatherings?: readonly Gathering[];
  readonly timers?: readonly TimedRows[];
  /** Memory views, by the names that decisions use. */
  readonly memory?: Readonly<Record<string, AnyView>>;
  readonly views?: readonly AnyView[];
  readonly inputs?: Inputs;
  /**
   * Upcasters: facts of an earlier version to the next one, keyed `Type@v`: pure, one to one. A released step is never
   * changed.
   */
  readonly upcasters?: Domain['upcasters'];
  readonly causes?: Domain['causes'];
  readonly effects?: TrackedEffects;
  readonly failures?: Failures;
  readonly progress?: Message;
}

/**
 * Combines nouns into one domain. Throws when a name has two owners: a command, a category of streams, a process, a type
 * that is gathered, a view and its timers, an input, the causes of a fact, the fact of an old version. A lookup by name would take the first.
 */
export function assemble(nouns: Readonly<Record<string, Noun>>): Omit<Domain, 'logic' | 'reads'> {
  const all = Object.entries(nouns);
  const list = <T>(part: (noun: Noun) => readonly T[] | undefined, nameOf: (one: T) => string): readonly T[] =>
    entriesByOwner(all.map(([name, noun]) => [name, (part(noun) ?? []).map((one) => [nameOf(one), one])])).map(([, one]) => one);
  const mergeTables = <T>(part: (noun: Noun) => Readonly<Record<string, T>> | undefined): Readonly<Record<string, T>> =>
    Object.fromEntries(entriesByOwner(all.map(([name, noun]) => [name, Object.entries(part(noun) ?? {})])));
  ownersOfCommands(all.flatMap(([, { deciders }]) => deciders ?? []));
  const singleParts = mergeTables(({ effects, failures, progress }) => ({
    ...(effects && { effects }),
    ...(failures && { failures }),
    ...(progress && { progress }),
  }));
  return {
    deciders: list(
      ({ deciders }) => deciders,
      ({ category }) => category,
    ),
    processes: list(
      ({ processes }) => processes,
      ({ name }) => name,
    ),
    gatherings: list(
      ({ gatherings }) => gatherings,
      ({ type }) => type,
    ),
    timers: list(
      ({ timers }) => timers,
      ({ view }) => view,
    ),
    memory: Object.values(mergeTables((noun) => noun.memory)),
    views: list(
      ({ views }) => views,
      ({ name }) => name,
    ),
    inputs: mergeTables((noun) => noun.inputs),
    upcasters: mergeTables((noun) => noun.upcasters),
    causes: mergeTables((noun) => noun.causes),
    ...singleParts,
  };
}

/** The entries of several owners as one list. Throws on a key that two of them own. */
function entriesByOwner<T>(parts: readonly (readonly [owner: string, readonly (readonly [string, T])[]])[]): (readonly [string, T])[] {
  const ownerOf = new Map<string, string>();
  for (const [owner, entries] of parts) {
    for (const [key] of entries) {
      if (ownerOf.has(key)) throw new Error(`${key} belongs to ${ownerOf.get(key)!} and to ${owner}`);
      ownerOf.set(key, owner);
    }
  }
  return parts.flatMap(([, entries]) => entries);
}

/** Command name → the decider that owns it. Throws at start when two deciders own one name. */
export const ownersOfCommands = (deciders: readonly AnyDecider[]): ReadonlyMap<string, AnyDecider> => {
  const table = new Map<string, AnyDecider>();
  for (const decider of deciders) {
    for (const type of Object.keys(decider.decide)) {
      if (table.has(type)) throw new Error(`${type} is decided by ${table.get(type)!.category} and by ${decider.category}`);
      table.set(type, decider);
    }
  }
  return table;
};

/** The decider of this stream; undefined for streams that are only written to. */
export const deciderOf = (deciders: readonly AnyDecider[], stream: string): AnyDecider | undefined =>
  deciders.find(({ category, isSingle: single }) => (single ? stream === category : stream.startsWith(`${category}-`)));
