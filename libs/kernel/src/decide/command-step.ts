import type { RoutedCommand, DecisionStep, NewBatch, Order, ReadStream } from './decision-step.js';
import type { Nothing, Refusal } from './refusal.js';
import { waitFor, type MaybePromise, type Step } from '../step.js';

export interface CommandPorts<Appended, Read extends ReadStream = ReadStream> {
  now(): string;
  read(routedCommand: RoutedCommand): MaybePromise<Read>;
  append(batch: NewBatch, routedCommand: RoutedCommand, streamRead: Read): MaybePromise<Appended>;
  /** Whether to read the stream again and retry after a failed append. Throws when the caller must get a different error. */
  isWorthAnotherTry(error: unknown, stream: string, tries: number): boolean;
  /**
   * Waits until no other decision of this sequence is in progress and memory has folded what they wrote. Returns the function that leaves the sequence.
   * Absent where only one command is decided at a time.
   */
  enter?(sequence: string): MaybePromise<() => void>;
}

/** `known`: a command with this id was decided before, so nothing was decided again. */
export type CommandOutcome<Appended, Read> =
  | { readonly kind: 'done'; readonly stream: string; readonly batch: NewBatch; readonly appended: Appended }
  | { readonly kind: 'known'; readonly stream: string; readonly read: Read }
  | { readonly kind: 'nothing'; readonly stream: string; readonly says: Nothing['says'] }
  | { readonly kind: 'refused'; readonly refused: Refusal };

/** Every command becomes events through this function: reads the stream, decides, appends; after a conflict it starts over. */
export const runCommand = function* <Appended, Read extends ReadStream>(
  decisions: DecisionStep,
  order: Order,
  routedCommand: RoutedCommand,
  ports: CommandPorts<Appended, Read>,
): Step<CommandOutcome<Appended, Read>> {
  const { stream } = routedCommand;
  let leave: (() => void) | undefined;
  try {
    for (let tries = 1; ;) {
      const streamRead = yield* waitFor(ports.read(routedCommand));
      const decision = decisions.decide(order, routedCommand, streamRead, ports.now());
      if (decision.kind === 'known') return { kind: 'known', stream, read: streamRead };
      if (decision.kind === 'nothing') return { kind: 'nothing', stream, says: decision.says };
      if (decision.kind === 'refused') return decision;
      const { batch, sequence } = decision;
      if (sequence !== undefined && ports.enter && !leave) {
        leave = yield* waitFor(ports.enter(sequence));
        // now with the other decisions’ events
        continue;
      }
      try {
        return { kind: 'done', stream, batch, appended: yield* waitFor(ports.append(batch, routedCommand, streamRead)) };
      } catch (error) {
        if (!ports.isWorthAnotherTry(error, stream, tries)) throw error;
        tries += 1;
      }
    }
  } finally {
    leave?.();
  }
};
