import type { Order } from '@tocsin/kernel/decide/decision-step.js';
import { restOf, systemActor, type PlannedCommand } from '@tocsin/kernel/react/process.js';
import type { CommandRunner, CommandResult } from '../bus/command-runner.js';
import type { MonotonicClock } from '../clock/monotonic-clock.js';
import { isWaitedOut } from './faults.js';
import { inLanes } from './lanes.js';

export interface SenderDependencies {
  readonly runner: CommandRunner;
  readonly epoch: number;
  readonly monotonic: MonotonicClock;
  readonly onTrouble: (error: unknown) => void;
  /** The reactor’s position, which each command records. */
  readonly handledUpTo: () => number;
  readonly onRecorded: (upTo: number) => void;
  readonly onMoved: () => void;
}

/** Sends the commands of a reactor: as the system actor, fenced by its epoch, with its position. */
export class Sender {
  constructor(private readonly dependencies: SenderDependencies) {}

  /** Throws temporary errors, for which the caller waits. */
  async send(plannedCommand: PlannedCommand): Promise<CommandResult> {
    const { runner, onRecorded: recorded, onTrouble } = this.dependencies;
    const order = this.toOrder(plannedCommand);
    const result = await runner.run(order);
    if (result.kind === 'done') recorded(order.handledUpTo ?? 0);
    if (result.kind === 'refused' && !plannedCommand.ifRefused)
      onTrouble(new Error(`${plannedCommand.command.type} was refused: ${result.refused.code}`));
    return result;
  }

  /** Commands on one stream in order, others concurrently. Returns the faults, each at its command’s index. */
  async sendAll(plannedCommands: readonly PlannedCommand[]): Promise<readonly unknown[]> {
    const { onTrouble, onMoved: moved, monotonic } = this.dependencies;
    const faults: unknown[] = [];
    await inLanes(
      [...plannedCommands.entries()],
      ([, one]) => this.laneOf(one),
      async ([n, one]) => {
        try {
          await this.sendParts(one);
        } catch (error) {
          if (isWaitedOut(error)) throw error;
          onTrouble(error);
          faults[n] = error;
        }
        moved();
      },
      monotonic,
    );
    return faults;
  }

  private async sendParts(plannedCommand: PlannedCommand): Promise<void> {
    for (let part: PlannedCommand | undefined = plannedCommand; part;) part = restOf(part, await this.send(part));
  }

  /** A command whose stream can’t be determined gets its own lane, so that it fails alone when it is sent. */
  private laneOf(plannedCommand: PlannedCommand): string {
    try {
      return this.dependencies.runner.streamOf(this.toOrder(plannedCommand));
    } catch {
      return plannedCommand.commandId;
    }
  }

  private toOrder({ actor, rest: _rest, next: _next, ifRefused: _ifRefused, ...planned }: PlannedCommand): Order {
    return { ...planned, actor: actor ?? systemActor, epoch: this.dependencies.epoch, handledUpTo: this.dependencies.handledUpTo() };
  }
}
