import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { AnyDecider, Context } from '@tocsin/kernel/decide/decider.js';
import type { AnyProcess, ProcessCommand, SeparateCommand as PieceOfReaction } from '@tocsin/kernel/react/process.js';
import type { Domain, EventRun, Gathering } from '@tocsin/kernel/registry.js';

/** A synchronous piece of work of the rules, which nothing can interrupt. */
export interface WorkItem {
  readonly what: string;
  /** The same at every try: the id of the command, or of the handled event. */
  readonly id: string;
  /** Ordinals, for a command on a run of events. */
  readonly events?: readonly [first: number, last: number];
}

/** Knows which piece is running while the thread is blocked, and which pieces never ended before. */
export interface WorkWatch {
  begin(workItem: WorkItem): void;
  end(): void;
  /** Whether the piece hung so often that it is not tried any more. */
  isAbandoned(id: string): boolean;
  /** Whether a run of events overlaps one that never ended. */
  shouldHalve(events: readonly [first: number, last: number]): boolean;
}

/** Thrown for a piece that never ended before: it is not tried again, and counts as its fault. */
export class HungWorkError extends Error {
  override readonly name = 'NeverEnds';
}

const runWatched = <T>(watch: WorkWatch, item: WorkItem, work: () => T): T => {
  if (watch.isAbandoned(item.id)) throw new HungWorkError(`${item.what} never ended before`);
  watch.begin(item);
  try {
    return work();
  } finally {
    watch.end();
  }
};

type WatchedCalls = WeakMap<object, readonly [first: number, last: number]>;

const watchDecider = (decider: AnyDecider, watch: WorkWatch, watchedCalls: WatchedCalls): AnyDecider => ({
  ...decider,
  decide: Object.fromEntries(
    Object.entries(decider.decide).map(([type, decide]) => [
      type,
      (data: object, state: unknown, context: Context) => {
        const events = watchedCalls.get(data);
        return runWatched(watch, { what: type, id: context.commandId, ...(events && { events }) }, () => decide(data, state, context));
      },
    ]),
  ),
});

type ReactionItem = ProcessCommand | PieceOfReaction;

const watchReaction =
  (
    process: AnyProcess,
    react: (event: Recorded, neededEvents: ReadonlyMap<number, Recorded>) => readonly ReactionItem[],
    watch: WorkWatch,
  ) =>
  (event: Recorded, neededEvents: ReadonlyMap<number, Recorded>): readonly ReactionItem[] => {
    const description = `the reaction “${process.name}” to ${event.type}`;
    const id = `${process.name} ${event.id}`;
    const commands = runWatched(watch, { what: description, id }, () => react(event, neededEvents));
    return commands.map((one, n) =>
      'ask' in one ? { ...one, ask: () => runWatched(watch, { what: description, id: `${id} ${n}` }, one.ask) } : one,
    );
  };

const watchProcess = (process: AnyProcess, watch: WorkWatch): AnyProcess => ({
  ...process,
  on: Object.fromEntries(
    Object.entries(process.on).map(([type, reaction]) => [type, { ...reaction!, then: watchReaction(process, reaction!.then, watch) }]),
  ),
});

/** A run that may contain a piece that never ended is not decided as a whole: it fails, and is halved until that piece is alone. */
const watchGathering = (gathering: Gathering, watch: WorkWatch, watchedCalls: WatchedCalls): Gathering => ({
  ...gathering,
  command: (run: EventRun) => {
    const events = [run.events[0]!.ordinal, run.events.at(-1)!.ordinal] as const;
    if (run.events.length > 1 && watch.shouldHalve(events)) throw new HungWorkError(`a run of ${gathering.type} never ended`);
    const command = gathering.command(run);
    watchedCalls.set(command.data as object, events);
    return command;
  },
});

export const watchDomain = (domain: Domain, watch: WorkWatch): Domain => {
  const watchedCalls: WatchedCalls = new WeakMap();
  return {
    ...domain,
    deciders: domain.deciders.map((decider) => watchDecider(decider, watch, watchedCalls)),
    processes: domain.processes.map((process) => watchProcess(process, watch)),
    gatherings: domain.gatherings.map((gathering) => watchGathering(gathering, watch, watchedCalls)),
  };
};
