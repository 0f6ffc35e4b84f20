import type { Recorded } from '@tocsin/contracts/envelope.js';
import { maxTries, backOffOf } from '@tocsin/kernel/react/failure.js';
import { answerIdOf, outcomeIdOf, type PlannedCommand } from '@tocsin/kernel/react/process.js';
import { pause, type MonotonicClock } from '../clock/monotonic-clock.js';
import type { EachOutcome, Effect } from './effect.js';
import { effectOf, type Effects } from './effects-table.js';
import { isWaitedOut, pauseOfOutage, reasonOf } from './faults.js';
import { inLanes } from './lanes.js';
import type { BackgroundTasks } from './background-tasks.js';

export interface CallsDependencies {
  readonly effects: Effects;
  /** Types whose effects are done at least once: OpenEffects starts them. */
  readonly tracked: readonly string[];
  readonly underWay: BackgroundTasks;
  readonly monotonic: MonotonicClock;
  readonly onTrouble: (error: unknown) => void;
  readonly send: (plannedCommand: PlannedCommand) => Promise<unknown>;
  /** Resolves when the call of this event may start. */
  readonly waitForPlace: (event: Recorded) => Promise<void>;
  readonly giveUp: (event: Recorded, stream: string, reason: string) => Promise<void>;
  /** Called when the call has ended, and once more when all of its outcome is recorded. */
  readonly onEnded: (event: Recorded) => void;
}

/** Effects that are started once, when their event is read: if the outcome stays unknown, the process that asked for the call plans another one. */
export class Calls {
  /** Effects up to this ordinal have started: a page of the log that is handled again starts none twice. */
  private startedUpTo = 0;
  private isStopped = false;

  constructor(private readonly dependencies: CallsDependencies) {}

  beginAfter(ordinal: number): void {
    this.startedUpTo = ordinal;
  }

  stop(): void {
    this.isStopped = true;
  }

  begin(event: Recorded): void {
    const { effects, tracked, underWay } = this.dependencies;
    const effect = effectOf(effects, event.type);
    if (!effect || tracked.includes(event.type) || event.ordinal <= this.startedUpTo) return;
    this.startedUpTo = event.ordinal;
    underWay.add(this.call(effect, event));
  }

  private async call(effect: Effect, event: Recorded): Promise<void> {
    try {
      await this.dependencies.waitForPlace(event);
      const outcome = await effect(event);
      // recording the outcome of each of thousands of claims takes long: other calls may start meanwhile, above all where nothing was called
      if (outcome?.kind === 'unneeded' || (outcome && 'each' in outcome)) this.dependencies.onEnded(event);
      if (outcome?.record) await this.record(event, { ...outcomeOf(event), command: outcome.record });
      if (outcome && 'each' in outcome) await this.recordEach(event, outcome.each ?? []);
    } finally {
      this.dependencies.onEnded(event);
    }
  }

  /** Each outcome answers its own claim: it has its own command id, and fails alone. */
  private async recordEach(event: Recorded, each: readonly EachOutcome[]): Promise<void> {
    const { correlationId } = event.meta;
    await inLanes(
      each,
      ({ claimedBy }) => claimedBy.id,
      ({ claimedBy, record: command }) =>
        this.record(event, { commandId: answerIdOf(claimedBy), causationId: claimedBy.id, correlationId, command }),
      this.dependencies.monotonic,
    );
  }

  /** While the log does not respond, the outcome is kept and retried; an outcome that can’t be decided is abandoned. */
  private async record(event: Recorded, plannedCommand: PlannedCommand): Promise<void> {
    const { send, onTrouble, monotonic, giveUp } = this.dependencies;
    for (let tries = 1; ;) {
      try {
        await send(plannedCommand);
        return;
      } catch (error) {
        if (this.isStopped) throw error;
        onTrouble(error);
        const isWaiting = isWaitedOut(error);
        if (!isWaiting && tries === maxTries) return giveUp(event, event.stream, reasonOf(error));
        await pause(monotonic, isWaiting ? pauseOfOutage : backOffOf(tries));
        if (!isWaiting) tries += 1;
      }
    }
  }
}

export const outcomeOf = (event: Recorded): Omit<PlannedCommand, 'command'> => ({
  commandId: outcomeIdOf(event),
  causationId: event.id,
  correlationId: event.meta.correlationId,
});
