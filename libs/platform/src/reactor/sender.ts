import type { Order } from '@tocsin/kernel/decide/decision-step.js';
import { restOf, systemActor, type PlannedCommand } from '@tocsin/kernel/react/process.js';
import type { CommandRunner, CommandResult } from '../bus/command-runner.js';
import type { MonotonicClock } from '../clock/monotonic-clock.js';
import { isWaitedOut } from './faults.js';
import { inLanes } from './lanes.js';

export interface SenderParts {
  readonly runner: CommandRunner;
  readonly epoch: number;
  readonly monotonic: MonotonicClock;
  readonly onTrouble: (error: unknown) => void;
  /** The reactor’s position, which each command records. */
  readonly handledUpTo: () => number;
  /** Called with the position that is now recorded. */
  readonly recorded: (upTo: number) => void;
  /** Called after each handled command. */
  readonly moved: () => void;
}

/** Sends the commands of a reactor: as the system actor, fenced by its epoch, with its position. */
export class Sender {
  constructor(private readonly parts: SenderParts) {}

  /** Throws temporary errors, for which the caller waits. */
  async send(planned: PlannedCommand): Promise<CommandResult> {
    const { runner, recorded, onTrouble } = this.parts;
    const order = this.order(planned);
    const settled = await runner.run(order);
    if (settled.kind === 'done') recorded(order.handledUpTo ?? 0);
    if (settled.kind === 'refused') onTrouble(new Error(`${planned.command.type} was refused: ${settled.refused.code}`));
    return settled;
  }

  /** Commands on one stream in order, others concurrently. Returns the faults, each at its command’s index. */
  async sendAll(planned: readonly PlannedCommand[]): Promise<readonly unknown[]> {
    const { onTrouble, moved, monotonic } = this.parts;
    const faults: unknown[] = [];
    await inLanes(
      [...planned.entries()],
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

  private async sendParts(planned: PlannedCommand): Promise<void> {
    for (let part: PlannedCommand | undefined = planned; part;) part = restOf(part, await this.send(part));
  }

  /** A command whose stream can’t be determined gets its own lane, so that it fails alone when it is sent. */
  private laneOf(planned: PlannedCommand): string {
    try {
      return this.parts.runner.streamOf(this.order(planned));
    } catch {
      return planned.commandId;
    }
  }

  private order({ actor, rest: _rest, ...planned }: PlannedCommand): Order {
    return { ...planned, actor: actor ?? systemActor, epoch: this.parts.epoch, handledUpTo: this.parts.handledUpTo() };
  }
}
