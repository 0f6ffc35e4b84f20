import type { DeliveryFigures, ReportOrder } from '@tocsin/contracts/reports.js';
import { limits } from '@tocsin/contracts/limits.js';
import { toMillis } from '@tocsin/kernel/time.js';
import { byKey } from './by-key.js';
import { durationsOf } from './durations.js';
import type { FactKind, ReportFact } from './fact.js';
import { Openings } from './openings.js';
import type { Range } from './openings.js';

/** One attempt that was sent to a provider. */
interface Attempt {
  readonly channel: string;
  readonly startedAt: number;
  readonly dueAt: number;
  readonly isRetry: boolean;
  sentAt: number | null;
  deliveredAt: number | null;
  isRead: boolean;
  failure: string | null;
}

interface Planned {
  readonly channel: string;
  readonly dueAt: number;
  readonly n: number;
}

interface Step {
  readonly dueAt: number;
  /** How much later than due it was; null: it was not taken. */
  readonly late: number | null;
}

/**
 * The delivery report: what was sent by which channel and its outcome, and whether the steps that were due were taken.
 */
export class Delivery {
  private readonly range: Range;
  private readonly groups;
  private readonly planned = new Map<string, Planned>();
  private readonly attempts = new Map<string, Attempt>();
  private readonly list: Attempt[] = [];
  private readonly due = new Map<string, number>();
  private readonly steps: Step[] = [];
  private time = 0;

  constructor(private readonly order: ReportOrder) {
    this.range = { from: toMillis(order.from), to: toMillis(order.to) };
    this.groups = new Openings(this.range);
  }

  take(fact: ReportFact): void {
    this.time = fact.at;
    this.groups.take(fact);
    // tests are not among the groups here
    const group = this.groups.groupOf(fact.words[0] ?? '');
    const { service, team, urgency } = this.order;
    if (!group || (service !== null && group.serviceId !== service) || (team !== null && group.teamId !== team)) return;
    if (urgency !== null && group.urgency !== urgency) return;
    this.takings[fact.kind]?.(fact);
  }

  figures(): DeliveryFigures {
    const open = [...this.due.values()]
      .filter((dueAt) => dueAt <= this.time && this.isIn(dueAt))
      .map((dueAt): Step => ({ dueAt, late: null }));
    const steps = [...this.steps, ...open];
    return {
      channels: byKey(this.list, ({ channel }) => channel).map(([channel, some]) => channelOf(channel, some)),
      steps: {
        due: steps.length,
        done: steps.filter(({ late }) => late !== null).length,
        late: steps.filter(({ late }) => late !== null && late > limits.audit.late).length,
        lateness: durationsOf(steps.flatMap(({ late }) => late ?? [])),
      },
    };
  }

  private readonly takings: Partial<Record<FactKind, (fact: ReportFact) => void>> = {
    attempt_planned: ({ words: [, , slot = '', channel = ''], numbers: [dueAt = 0, n = 1] }) =>
      void this.planned.set(slot, { channel, dueAt, n }),
    attempt_started: ({ at, words: [, , slot = '', attemptId = ''] }) => this.start(slot, attemptId, at),
    cancelled: ({ words: [, , slot = ''] }) => void this.planned.delete(slot),
    notified: ({ at, words: [, , attemptId = ''] }) => this.change(attemptId, (attempt) => (attempt.sentAt ??= at)),
    delivered: ({ at, words: [, , attemptId = ''] }) => this.change(attemptId, (attempt) => (attempt.deliveredAt ??= at)),
    read: ({ at, words: [, , attemptId = ''] }) =>
      this.change(attemptId, (attempt) => {
        attempt.deliveredAt ??= at;
        attempt.isRead = true;
      }),
    failed: ({ words: [, , attemptId = '', reason = ''] }) => this.change(attemptId, (attempt) => (attempt.failure = reason)),
    stale: ({ words: [, , attemptId = '', reason = ''] }) => this.change(attemptId, (attempt) => (attempt.failure = reason)),
    step_planned: ({ words: [groupId = ''], numbers: [, dueAt = 0] }) => void this.due.set(groupId, dueAt),
    step_taken: ({ at, words: [groupId = ''] }) => {
      const dueAt = this.due.get(groupId);
      this.due.delete(groupId);
      // taken at once, by a person or together with the opening, it was not due before
      this.step(dueAt ?? at, Math.max(0, at - (dueAt ?? at)));
    },
    stopped: ({ at, words: [groupId = ''] }) => this.drop(groupId, at),
    resolved: ({ at, words: [groupId = ''] }) => this.drop(groupId, at),
  };

  private start(slot: string, attemptId: string, at: number): void {
    const planned = this.planned.get(slot);
    this.planned.delete(slot);
    if (!planned || !this.isIn(at)) return;
    const { channel, dueAt, n } = planned;
    const attempt: Attempt = {
      channel,
      startedAt: at,
      dueAt,
      isRetry: n > 1,
      sentAt: null,
      deliveredAt: null,
      isRead: false,
      failure: null,
    };
    this.attempts.set(attemptId, attempt);
    this.list.push(attempt);
  }

  private change(attemptId: string, change: (attempt: Attempt) => unknown): void {
    const attempt = this.attempts.get(attemptId);
    if (attempt) change(attempt);
  }

  /** Nothing is due any more; what had become due by then was not done. */
  private drop(groupId: string, at: number): void {
    const dueAt = this.due.get(groupId);
    this.due.delete(groupId);
    if (dueAt !== undefined && dueAt < at - limits.audit.late) this.step(dueAt, null);
  }

  private step(dueAt: number, late: number | null): void {
    if (this.isIn(dueAt)) this.steps.push({ dueAt, late });
  }

  private isIn(at: number): boolean {
    return at >= this.range.from && at < this.range.to;
  }
}

function channelOf(channel: string, some: readonly Attempt[]): DeliveryFigures['channels'][number] {
  const between = (to: 'sentAt' | 'deliveredAt'): (number | null)[] =>
    some.filter((one) => one[to] !== null).map((one) => one[to]! - one.startedAt);
  const failed = some.filter(({ failure }) => failure !== null);
  return {
    channel,
    attempts: some.length,
    retries: some.filter(({ isRetry }) => isRetry).length,
    sent: some.filter(({ sentAt, deliveredAt }) => sentAt !== null || deliveredAt !== null).length,
    delivered: some.filter(({ deliveredAt }) => deliveredAt !== null).length,
    read: some.filter(({ isRead }) => isRead).length,
    failed: failed.length,
    toSent: durationsOf(between('sentAt')),
    toDelivered: durationsOf(between('deliveredAt')),
    failures: byKey(failed, ({ failure }) => failure!).map(([reason, those]) => ({ reason, count: those.length })),
  };
}
