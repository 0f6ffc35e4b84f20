import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { AnyDecider, Context } from '@tocsin/kernel/decide/decider.js';
import type { AnyProcess, ProcessCommand, SeparateCommand as PieceOfReaction } from '@tocsin/kernel/react/process.js';
import type { Domain, EventRun, Gathering } from '@tocsin/kernel/registry.js';

/** A synchronous piece of work of the rules, which nothing can interrupt. */
export interface Piece {
  /** A command or a reaction, in words. */
  readonly what: string;
  /** The same at every try: the id of the command, or of the handled event. */
  readonly id: string;
  /** Ordinals of the first and the last event, for a command on a run of events. */
  readonly events?: readonly [first: number, last: number];
}

/** Knows which piece is running while the thread is blocked, and which pieces never ended before. */
export interface PieceWatch {
  begins(piece: Piece): void;
  ends(): void;
  /** Whether it hung so often that it is not tried any more. */
  isGivenUp(id: string): boolean;
  /** Whether a run of events overlaps one that never ended. */
  mustBeHalved(events: readonly [first: number, last: number]): boolean;
}

/** Thrown for a piece that never ended before: it is not tried again, and counts as its fault. */
export class NeverEnds extends Error {
  override readonly name = 'NeverEnds';
}

const during = <T>(watch: PieceWatch, piece: Piece, work: () => T): T => {
  if (watch.isGivenUp(piece.id)) throw new NeverEnds(`${piece.what} never ended before`);
  watch.begins(piece);
  try {
    return work();
  } finally {
    watch.ends();
  }
};

type Runs = WeakMap<object, readonly [first: number, last: number]>;

const watchedDecider = (decider: AnyDecider, watch: PieceWatch, runs: Runs): AnyDecider => ({
  ...decider,
  decide: Object.fromEntries(
    Object.entries(decider.decide).map(([type, decide]) => [
      type,
      (data: object, state: unknown, context: Context) => {
        const events = runs.get(data);
        return during(watch, { what: type, id: context.commandId, ...(events && { events }) }, () => decide(data, state, context));
      },
    ]),
  ),
});

type ReactionItem = ProcessCommand | PieceOfReaction;

const watchedReaction =
  (process: AnyProcess, then: (event: Recorded, needed: ReadonlyMap<number, Recorded>) => readonly ReactionItem[], watch: PieceWatch) =>
  (event: Recorded, needed: ReadonlyMap<number, Recorded>): readonly ReactionItem[] => {
    const what = `the reaction “${process.name}” to ${event.type}`;
    const id = `${process.name} ${event.id}`;
    const commands = during(watch, { what, id }, () => then(event, needed));
    return commands.map((one, n) => ('ask' in one ? { ...one, ask: () => during(watch, { what, id: `${id} ${n}` }, one.ask) } : one));
  };

const watchedProcess = (process: AnyProcess, watch: PieceWatch): AnyProcess => ({
  ...process,
  on: Object.fromEntries(
    Object.entries(process.on).map(([type, reaction]) => [type, { ...reaction!, then: watchedReaction(process, reaction!.then, watch) }]),
  ),
});

/** A run that may contain a piece that never ended is not decided as a whole: it fails, and is halved until that piece is alone. */
const watchedGathering = (gathering: Gathering, watch: PieceWatch, runs: Runs): Gathering => ({
  ...gathering,
  command: (run: EventRun) => {
    const events = [run.events[0]!.ordinal, run.events.at(-1)!.ordinal] as const;
    if (run.events.length > 1 && watch.mustBeHalved(events)) throw new NeverEnds(`a run of ${gathering.type} never ended`);
    const command = gathering.command(run);
    runs.set(command.data as object, events);
    return command;
  },
});

/** The same rules, with each piece reported to the watch while it runs. */
export const underWatch = (domain: Domain, watch: PieceWatch): Domain => {
  const runs: Runs = new WeakMap();
  return {
    ...domain,
    deciders: domain.deciders.map((decider) => watchedDecider(decider, watch, runs)),
    processes: domain.processes.map((process) => watchedProcess(process, watch)),
    gatherings: domain.gatherings.map((gathering) => watchedGathering(gathering, watch, runs)),
  };
};
