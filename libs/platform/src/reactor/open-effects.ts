import type { Recorded } from '@tocsin/contracts/envelope.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import { openIn } from '@tocsin/kernel/react/due.js';
import type { EffectEnd, OpenEffect, TrackedEffects } from '@tocsin/kernel/react/effects.js';
import { maxTries, backOffOf } from '@tocsin/kernel/react/failure.js';
import type { MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';
import type { PlannedCommand } from '@tocsin/kernel/react/process.js';
import { addMillis } from '@tocsin/kernel/time.js';
import type { CommandResult } from '../bus/command-runner.js';
import type { Clock } from '../clock/clock.js';
import type { MonotonicClock } from '../clock/monotonic-clock.js';
import { CallSlots } from './call-slots.js';
import { outcomeOf } from './calls.js';
import type { Effect, EffectOutcome } from './effect.js';
import { effectOf, type Effects } from './effects-table.js';
import { isWaitedOut, pauseOfOutage, reasonOf } from './faults.js';
import type { BackgroundTasks } from './background-tasks.js';

export interface OpenEffectsDependencies {
  readonly tracked: TrackedEffects;
  readonly effects: Effects;
  readonly clock: Clock;
  readonly callsAtOnce: number;
  readonly monotonic: MonotonicClock;
  readonly underWay: BackgroundTasks;
  readonly readEvent: (ordinal: number) => Promise<Recorded | undefined>;
  readonly send: (plannedCommand: PlannedCommand) => Promise<CommandResult>;
  /** Records that the effect failed too often or can’t succeed. */
  readonly giveUp: (event: Recorded, stream: string, reason: string) => Promise<void>;
  readonly onTrouble: (error: unknown) => void;
}

type EffectResult = EffectOutcome | { readonly kind: 'expired' };

interface EffectRun {
  /** The row of memory in which it is open. */
  readonly about: string;
  readonly open: OpenEffect;
  tries: number;
  /** How often recording its outcome failed because of a bug. */
  faults: number;
  /** Until the outcome is recorded. */
  result: { readonly event: Recorded; readonly outcome: EffectResult } | undefined;
  isOver: boolean;
  cancelRest: () => void;
}

/**
 * Effects that are done at least once: each effect that is open in memory is started, also by a new leader, until its outcome is on the log. A failed one
 * is retried after a pause, beside the others, and finally abandoned.
 */
export class OpenEffects {
  /** By row of memory, then by ordinal. */
  private readonly runsByStream = new Map<string, Map<number, EffectRun>>();
  /** Limits concurrent effects of a type, so that a provider that hangs does not block the others. */
  private readonly slots: CallSlots;
  /** By type. */
  private since = new Map<string, number>();
  private isStopped = false;

  constructor(private readonly dependencies: OpenEffectsDependencies) {
    this.slots = new CallSlots(dependencies.callsAtOnce);
  }

  start(memory: MemoryRows): void {
    const { view, types, pendingSince } = this.dependencies.tracked;
    this.since = new Map(types.map((type) => [type, pendingSince(memory, type)]));
    memory.onChange((changedView, id, row) => {
      if (changedView === view) this.look(id, row);
    });
    // in the order in which they were requested, as before a restart
    const rows = [...memory.rows(view).entries()].map(([id, row]) => ({ id, row, asked: this.firstOf(row) }));
    for (const { id, row } of rows.toSorted((a, b) => (a.asked < b.asked ? -1 : 1))) this.look(id, row);
  }

  private firstOf(row: unknown): number {
    return Math.min(...openIn(this.dependencies.tracked, row).map(({ ordinal }) => ordinal));
  }

  /** Running effects continue; nothing is tried again. */
  stop(): void {
    this.isStopped = true;
    for (const streamRuns of this.runsByStream.values()) for (const run of streamRuns.values()) run.cancelRest();
  }

  private look(id: string, row: unknown): void {
    if (this.isStopped) return;
    const { tracked, effects } = this.dependencies;
    const isPending = ({ type, ordinal }: OpenEffect): boolean => effects[type] !== undefined && ordinal > (this.since.get(type) ?? 0);
    const open = openIn(tracked, row).filter(isPending);
    const before = this.runsByStream.get(id) ?? new Map<number, EffectRun>();
    const now = new Map<number, EffectRun>();
    for (const one of open) now.set(one.ordinal, before.get(one.ordinal) ?? createRun(id, one));
    if (now.size > 0) this.runsByStream.set(id, now);
    else this.runsByStream.delete(id);
    for (const [ordinal, run] of before) if (!now.has(ordinal)) this.end(run);
    for (const [ordinal, run] of now) if (!before.has(ordinal)) this.begin(run);
  }

  private end(run: EffectRun): void {
    run.isOver = true;
    run.cancelRest();
  }

  /** Returns whether the effect is still to be done: now, or when there is a slot. */
  private begin(run: EffectRun): boolean {
    if (run.isOver || this.isStopped) return false;
    const { type, ordinal } = run.open;
    const place = `${type} ${ordinal}`;
    if (this.slots.take([type], place)) this.dependencies.underWay.add(this.tryOnce(run).finally(() => this.slots.give(place)));
    else this.slots.wait([type], place, () => this.begin(run));
    return true;
  }

  private async tryOnce(run: EffectRun): Promise<void> {
    try {
      run.result ??= await this.call(run);
      if (run.result && !run.isOver) await this.record(run.about, run.result.event, run.result.outcome);
    } catch (error) {
      this.dependencies.onTrouble(error);
      await this.handleFailure(run, error);
    }
  }

  /** Tries again later, and finally gives up, unless only the log or the vault does not answer. An effect that has succeeded is not repeated for that. */
  private async handleFailure(run: EffectRun, error: unknown): Promise<void> {
    const retryLater = (rest: number): void => {
      run.cancelRest = this.dependencies.monotonic.after(rest, () => void this.begin(run), { mayBeEarly: true });
    };
    if (isWaitedOut(error)) return retryLater(pauseOfOutage);
    run.faults += 1;
    if (run.faults < maxTries) return retryLater(backOffOf(run.faults));
    if (!run.result || run.isOver) return;
    const { tracked, giveUp } = this.dependencies;
    await giveUp(run.result.event, `${tracked.category}-${run.about}`, reasonOf(error));
  }

  /** Undefined: it is tried again later, or its outcome has been recorded elsewhere in the meantime. */
  private async call(run: EffectRun): Promise<EffectRun['result']> {
    const { clock, effects, readEvent: read } = this.dependencies;
    const { type, ordinal, expiresAt } = run.open;
    const event = await read(ordinal);
    if (run.isOver) return undefined;
    const effect = effectOf(effects, type);
    if (!event || !effect) throw new Error(`the effect of ${type} at ${ordinal} can’t be started`);
    if (expiresAt !== null && expiresAt < clock.now()) return { event, outcome: { kind: 'expired' } };
    const outcome = (await this.runEffect(effect, event)) ?? { kind: 'done' };
    if (outcome.kind !== 'failed' || !outcome.retry || run.tries === maxTries) return { event, outcome };
    run.tries += 1;
    const retryAt = addMillis(clock.now(), outcome.retryAfter ?? alertGroupLimits.retryEvery);
    run.cancelRest = clock.at(retryAt, () => void this.begin(run));
    return undefined;
  }

  private async runEffect(effect: Effect, event: Recorded): Promise<EffectOutcome | void> {
    try {
      return await effect(event);
    } catch (error) {
      if (isWaitedOut(error)) throw error;
      this.dependencies.onTrouble(error);
      return { kind: 'failed', reason: reasonOf(error), retry: true };
    }
  }

  /** Records the outcome with the domain’s command, if there is one and it is accepted; otherwise only that the effect ended or was abandoned. */
  private async record(about: string, event: Recorded, outcome: EffectResult): Promise<void> {
    const { send, giveUp, tracked } = this.dependencies;
    const plannedOutcome = outcomeOf(event);
    if (outcome.kind !== 'expired' && outcome.record) {
      const commandResult = await send({ ...plannedOutcome, command: outcome.record });
      if (commandResult.kind === 'done' || commandResult.kind === 'known') return;
    } else if (outcome.kind === 'failed') return giveUp(event, `${tracked.category}-${about}`, outcome.reason);
    const kind: EffectEnd['outcome'] = outcome.kind === 'failed' ? 'unneeded' : outcome.kind;
    await send({ ...plannedOutcome, command: tracked.end({ about, askedBy: event.id, type: event.type, outcome: kind }) });
  }
}

const createRun = (about: string, open: OpenEffect): EffectRun => ({
  about,
  open,
  tries: 1,
  faults: 0,
  result: undefined,
  isOver: false,
  cancelRest: () => {},
});
