import type { Order } from '@tocsin/kernel/decide/decision-step.js';
import { restOf, systemActor, type Planned } from '@tocsin/kernel/react/process.js';
import type { CommandRunner, CommandResult } from '../bus/command-runner.js';
import type { MonotonicClock } from '../clock/monotonic-clock.js';
import { isWaitedOut } from './faults.js';
import { inLanes } from './lanes.js';

export interface SenderParts {
  readonly runner: CommandRunner;
  readonly epoch: number;
  readonly monotonic: MonotonicClock;
  readonly onTrouble: (error: unknown) => void;
  /** How far the reactor has come: what is sent says so. */
  readonly handledUpTo: () => number;
  /** So far is recorded now. */
  readonly recorded: (upTo: number) => void;
  /** One thing was handled. */
  readonly moved: () => void;
}

/** Sends the commands of a reactor: in Tocsin’s own name, fenced by its epoch, with how far it has come. */
export class Sender {
  constructor(private readonly parts: SenderParts) {}

  /** Throws what is to be waited out. */
  async send(planned: Planned): Promise<CommandResult> {
    const { runner, recorded, onTrouble } = this.parts;
    const order = this.order(planned);
    const settled = await runner.run(order);
    if (settled.kind === 'done') recorded(order.handledUpTo ?? 0);
    if (settled.kind === 'refused') onTrouble(new Error(`${planned.command.type} was refused: ${settled.refused.code}`));
    return settled;
  }

  /** In order where they are about one stream, else side by side. Answers with faults of their own, each at its place. */
  async sendAll(planned: readonly Planned[]): Promise<readonly unknown[]> {
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

  private async sendParts(planned: Planned): Promise<void> {
    for (let part: Planned | undefined = planned; part;) part = restOf(part, await this.send(part));
  }

  /** A command whose stream can’t even be named fails alone, when it is sent. */
  private laneOf(planned: Planned): string {
    try {
      return this.parts.runner.streamOf(this.order(planned));
    } catch {
      return planned.commandId;
    }
  }

  private order({ actor, rest: _rest, ...planned }: Planned): Order {
    return { ...planned, actor: actor ?? systemActor, epoch: this.parts.epoch, handledUpTo: this.parts.handledUpTo() };
  }
}
