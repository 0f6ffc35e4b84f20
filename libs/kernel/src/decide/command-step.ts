import type { Addressed, DecisionStep, NewBatch, Order, ReadStream } from './decision-step.js';
import type { Nothing, Refused } from './refused.js';
import { waited, type MaybePromise, type Step } from '../step.js';

/** What a command needs of a log: `Appended` is whatever the log answers to an append. */
export interface CommandPorts<Appended, Read extends ReadStream = ReadStream> {
  now(): string;
  read(addressed: Addressed): MaybePromise<Read>;
  append(batch: NewBatch, addressed: Addressed, read: Read): MaybePromise<Appended>;
  /** Whether a failed append is worth another try, after the stream has been read again. Throws what must be told instead. */
  isWorthAnotherTry(error: unknown, stream: string, tries: number): boolean;
  /** Waits until no other decision goes on with this sequence, and memory has what they wrote. Answers with how to leave it. Absent where one is decided at a time. */
  enter?(sequence: string): MaybePromise<() => void>;
}

/** What became of a command. `known`: its id has been decided before; nothing was decided again. */
export type CommandOutcome<Appended, Read> =
  | { readonly kind: 'done'; readonly stream: string; readonly batch: NewBatch; readonly appended: Appended }
  | { readonly kind: 'known'; readonly stream: string; readonly read: Read }
  | { readonly kind: 'nothing'; readonly stream: string; readonly says: Nothing['says'] }
  | { readonly kind: 'refused'; readonly refused: Refused };

/** Reads, decides, appends, and does so again after a conflict: the one way by which a command becomes events. */
export const commandStep = function* <Appended, Read extends ReadStream>(
  decisions: DecisionStep,
  order: Order,
  addressed: Addressed,
  ports: CommandPorts<Appended, Read>,
): Step<CommandOutcome<Appended, Read>> {
  const { stream } = addressed;
  let leave: (() => void) | undefined;
  try {
    for (let tries = 1; ;) {
      const read = yield* waited(ports.read(addressed));
      const decided = decisions.decide(order, addressed, read, ports.now());
      if (decided.kind === 'known') return { kind: 'known', stream, read };
      if (decided.kind === 'nothing') return { kind: 'nothing', stream, says: decided.says };
      if (decided.kind === 'refused') return decided;
      const { batch, sequence } = decided;
      if (sequence !== undefined && ports.enter && !leave) {
        leave = yield* waited(ports.enter(sequence));
        // once more, with what the others wrote
        continue;
      }
      try {
        return { kind: 'done', stream, batch, appended: yield* waited(ports.append(batch, addressed, read)) };
      } catch (error) {
        if (!ports.isWorthAnotherTry(error, stream, tries)) throw error;
        tries += 1;
      }
    }
  } finally {
    leave?.();
  }
};
