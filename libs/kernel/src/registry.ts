import type { Actor, Recorded } from '@tocsin/contracts/envelope.js';
import type { AnyDecider, Message } from './decide/decider.js';
import type { TrackedEffects } from './react/effects.js';
import type { Failures } from './react/failure.js';
import type { MemoryRows } from './rows/memory-rows.js';
import type { AnyProcess, Timer } from './react/process.js';
import type { AnyView } from './rows/view.js';

/** `from` exclusive, `upTo` inclusive. */
export interface EventRun {
  readonly from: number;
  readonly upTo: number;
  readonly events: readonly Recorded[];
}

/** A kind of event that is decided in runs: all that came in since the last run becomes one command. */
export interface Gathering {
  readonly type: string;
  /** A run ends when the sum of one of these measures (such as count or size) reaches its bound. */
  readonly bounds: readonly { readonly most: number; readonly of: (event: never) => number }[];
  /** Its first fact carries `from`, by which a replay finds the run again. */
  readonly command: (run: EventRun) => Message;
  /** A simpler command for a run of one event, when the regular one can’t be made or decided. */
  readonly instead?: (run: EventRun) => Message;
  /** When even that fails: records the event as passed over, so that it can be retried after later ones. */
  readonly passOver?: (run: EventRun) => Message;
  /** Whether these facts cover the whole run; if not, another command decides the rest. */
  readonly isWhole: (facts: readonly Message[], upTo: number) => boolean;
}

/** A memory view whose rows have timers. `category`: that of their streams. */
export interface TimedRows {
  readonly view: string;
  readonly category: string;
  readonly due: (row: never, epoch: number) => readonly Timer[];
  /** They look whether there is something to decide: most leave no event. */
  readonly looks?: true;
}

/** Reconstructs the command behind a batch by the type of its first event and its actor: for acts of people and answers of providers. */
export interface Inputs {
  readonly [type: string]: (data: never, batch: readonly Message[], actor: Actor) => Message;
}

/** The causes that a fact names in its data. */
export interface NamedCauses {
  readonly of: (data: never) => readonly string[];
  /**
   * For a fact that follows from several events: the one that led to `effects`, which were decided together and name `named` as their causes. Undefined:
   * none of them is known to be it.
   */
  readonly behind?: (data: never, effects: readonly Recorded[], named: readonly string[]) => string | undefined;
}

/** Filled by the domain; kernel and platform run it without domain terms. */
export interface Domain {
  /** A hash of the rules: recorded with every decision. */
  readonly logic: string;
  readonly deciders: readonly AnyDecider[];
  readonly processes: readonly AnyProcess[];
  readonly gatherings: readonly Gathering[];
  readonly views: readonly AnyView[];
  readonly memory: readonly AnyView[];
  readonly timers: readonly TimedRows[];
  readonly inputs: Inputs;
  /** Records only how far the reactor has come, when it has nothing else to append. */
  readonly progress?: Message;
  /** Effects that are done at least once. Others are started once, and the requesting process handles the outcome. */
  readonly effects?: TrackedEffects;
  /** Without it, everything waits until a repeated failure is gone. */
  readonly failures?: Failures;
  readonly reads: (memory: MemoryRows) => unknown;
  readonly upcasters: Readonly<Record<string, (data: never) => unknown>>;
  /** By the type of the fact. */
  readonly causes: Readonly<Record<string, NamedCauses>>;
}

export interface Noun {
  readonly deciders?: readonly AnyDecider[];
  readonly processes?: readonly AnyProcess[];
  readonly gatherings?: readonly Gathering[];
  readonly timers?: readonly TimedRows[];
  /** Memory views, by the names that decisions use. */
  readonly memory?: Readonly<Record<string, AnyView>>;
  readonly views?: readonly AnyView[];
  readonly inputs?: Inputs;
  /** Facts of an earlier version to the next one, keyed `Type@v`: pure, one to one. A released step is never changed. */
  readonly upcasters?: Domain['upcasters'];
  readonly causes?: Domain['causes'];
  readonly effects?: TrackedEffects;
  readonly failures?: Failures;
  readonly progress?: Message;
}

/** Throws when a name has two owners (such as a command, a stream category or a view): a lookup by name would take the first. */
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

/** Throws on a key that two owners have. */
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

/** By command name. Throws when two deciders own one name. */
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

/** Undefined for streams that are only written to. */
export const deciderOf = (deciders: readonly AnyDecider[], stream: string): AnyDecider | undefined =>
  deciders.find(({ category, isSingle: single }) => (single ? stream === category : stream.startsWith(`${category}-`)));
