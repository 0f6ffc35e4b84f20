import type { EventFigure, EventsBy } from '@tocsin/contracts/alert-groups/counted-figures.js';
import type { DeliveryFigures, EventsOfLine, ReportOrder } from '@tocsin/contracts/reports/reports.js';
import * as auditorLimits from '@tocsin/contracts/auditor/limits.js';
import { toMillis } from '@tocsin/kernel/time.js';
import { createWallClock } from '../../setup/schedules/shared/wall-clock.js';
import { byKey, dateOf } from './by-key.js';
import { entryOf, type CountedEvent, type EventsFold } from './counted-event.js';
import { durationsOf } from './durations.js';
import type { FactKind, ReportFact } from './fact.js';
import { Openings } from './openings.js';
import type { Range } from './openings.js';
import { isServiceInOrder } from './response.js';

/** One attempt that was sent to a provider. */
interface Attempt {
  readonly groupId: string;
  readonly ordinal: number;
  readonly channel: string;
  readonly startedAt: number;
  readonly dueAt: number;
  readonly isRetry: boolean;
  sentAt: number | null;
  deliveredAt: number | null;
  isRead: boolean;
  failure: string | null;
}

interface PlannedAttempt {
  readonly channel: string;
  readonly dueAt: number;
  readonly n: number;
}

interface DueStep {
  readonly groupId: string;
  /** The event that planned it, or that took it. */
  readonly ordinal: number;
  readonly dueAt: number;
}

interface Step extends DueStep {
  /** Lateness; null: it did not run. */
  readonly late: number | null;
}

type StepFigure = Extract<EventFigure<'delivery'>, `steps_${string}`>;

/** Which attempts and which steps each number counts: used for the counts, and for the lists behind them. */
const attemptsCounted: { readonly [F in Exclude<EventFigure<'delivery'>, StepFigure>]: (attempt: Attempt) => boolean } = {
  attempts: () => true,
  retries: ({ isRetry }) => isRetry,
  sent: ({ sentAt, deliveredAt }) => sentAt !== null || deliveredAt !== null,
  delivered: ({ deliveredAt }) => deliveredAt !== null,
  read: ({ isRead }) => isRead,
  failed: ({ failure }) => failure !== null,
};
const stepsCounted: { readonly [F in StepFigure]: (step: Step) => boolean } = {
  steps_due: () => true,
  steps_taken: ({ late }) => late !== null,
  steps_late: ({ late }) => late !== null && late > auditorLimits.audit.late,
};
const isOfStep = (figure: EventsOfLine['figure']): figure is StepFigure => Object.hasOwn(stepsCounted, figure);

const keys: { readonly [B in EventsBy<'delivery'>]: (attempt: Attempt, dayOf: (at: number) => string) => string } = {
  channel: ({ channel }) => channel,
  failure: ({ channel, failure }) => `${channel} ${failure}`,
  day: ({ startedAt }, dayOf) => dayOf(startedAt),
};

/**
 * The delivery report: what was sent by which channel and its outcome, and whether the steps that were due were taken.
 */
export class Delivery implements EventsFold {
  private readonly range: Range;
  private readonly groups;
  private readonly plannedAttempts = new Map<string, PlannedAttempt>();
  private readonly attempts = new Map<string, Attempt>();
  private readonly list: Attempt[] = [];
  private readonly due = new Map<string, DueStep>();
  private readonly steps: Step[] = [];
  private readonly clock;
  private time = 0;

  constructor(private readonly order: ReportOrder) {
    this.range = { from: toMillis(order.from), to: toMillis(order.to) };
    this.groups = new Openings(this.range);
    this.clock = createWallClock(order.zones, order.zone);
  }

  take(fact: ReportFact): void {
    this.time = fact.at;
    this.groups.take(fact);
    // tests are not among the groups here
    const group = this.groups.groupOf(fact.words[0] ?? '');
    const { team, urgency } = this.order;
    if (!group || !isServiceInOrder(this.order, group.serviceId) || (team !== null && group.teamId !== team)) return;
    if (urgency !== null && group.urgency !== urgency) return;
    this.takings[fact.kind]?.(fact);
  }

  figures(): DeliveryFigures {
    const steps = this.stepsDue();
    const count = (figure: StepFigure): number => steps.filter(stepsCounted[figure]).length;
    return {
      channels: byKey(this.list, ({ channel }) => channel).map(([channel, some]) => channelOf(channel, some)),
      steps: {
        due: count('steps_due'),
        done: count('steps_taken'),
        late: count('steps_late'),
        lateness: durationsOf(steps.flatMap(({ late }) => late ?? [])),
      },
      days: this.daysOf(steps),
    };
  }

  eventsOf({ figure, by, of }: EventsOfLine): readonly CountedEvent[] {
    if (isOfStep(figure)) {
      return this.stepsDue()
        .filter(stepsCounted[figure])
        .filter(({ dueAt }) => by !== 'day' || this.dayOf(dueAt) === of)
        .map(({ dueAt, ...rest }) => ({ ...rest, at: dueAt }));
    }
    const keyOf = by === null ? null : entryOf(keys, by);
    return this.list
      .filter(entryOf(attemptsCounted, figure))
      .filter((one) => keyOf === null || keyOf(one, this.dayOf) === of)
      .map(({ groupId, ordinal, startedAt, channel, failure }) => ({ groupId, ordinal, at: startedAt, channel, reason: failure }));
  }

  groupOf(groupId: string) {
    return this.groups.groupOf(groupId);
  }

  private readonly takings: Partial<Record<FactKind, (fact: ReportFact) => void>> = {
    attempt_planned: ({ words: [, , slot = '', channel = ''], numbers: [dueAt = 0, n = 1] }) =>
      void this.plannedAttempts.set(slot, { channel, dueAt, n }),
    attempt_started: (fact) => this.start(fact),
    cancelled: ({ words: [, , slot = ''] }) => void this.plannedAttempts.delete(slot),
    notified: ({ at, words: [, , attemptId = ''] }) => this.change(attemptId, (attempt) => (attempt.sentAt ??= at)),
    delivered: ({ at, words: [, , attemptId = ''] }) => this.change(attemptId, (attempt) => (attempt.deliveredAt ??= at)),
    read: ({ at, words: [, , attemptId = ''] }) =>
      this.change(attemptId, (attempt) => {
        attempt.deliveredAt ??= at;
        attempt.isRead = true;
      }),
    failed: ({ words: [, , attemptId = '', reason = ''] }) => this.change(attemptId, (attempt) => (attempt.failure = reason)),
    stale: ({ words: [, , attemptId = '', reason = ''] }) => this.change(attemptId, (attempt) => (attempt.failure = reason)),
    step_planned: ({ ordinal, words: [groupId = ''], numbers: [, dueAt = 0] }) => void this.due.set(groupId, { groupId, ordinal, dueAt }),
    step_taken: ({ at, ordinal, words: [groupId = ''] }) => {
      // taken at once, by a person or together with the opening, it was not due before
      const dueAt = this.due.get(groupId)?.dueAt ?? at;
      this.due.delete(groupId);
      this.step({ groupId, ordinal, dueAt }, Math.max(0, at - dueAt));
    },
    stopped: ({ at, words: [groupId = ''] }) => this.drop(groupId, at),
    resolved: ({ at, words: [groupId = ''] }) => this.drop(groupId, at),
  };

  private readonly dayOf = (at: number): string => dateOf(this.clock.date(at));

  private daysOf(steps: readonly Step[]): DeliveryFigures['days'] {
    const attempts = new Map(byKey(this.list, ({ startedAt }) => this.dayOf(startedAt)));
    const stepsByDay = new Map(byKey(steps, ({ dueAt }) => this.dayOf(dueAt)));
    return [...new Set([...attempts.keys(), ...stepsByDay.keys()])].toSorted().map((day) => {
      const [some, due] = [attempts.get(day) ?? [], stepsByDay.get(day) ?? []];
      return {
        day,
        attempts: some.length,
        sent: some.filter(attemptsCounted.sent).length,
        failed: some.filter(attemptsCounted.failed).length,
        due: due.length,
        late: due.filter(stepsCounted.steps_late).length,
      };
    });
  }

  private start({ at, ordinal, words: [groupId = '', , slot = '', attemptId = ''] }: ReportFact): void {
    const plannedAttempt = this.plannedAttempts.get(slot);
    this.plannedAttempts.delete(slot);
    if (!plannedAttempt || !this.isIn(at)) return;
    const { channel, dueAt, n } = plannedAttempt;
    const attempt: Attempt = {
      groupId,
      ordinal,
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

  /** Drops pending items; those that were due by then count as not done. */
  private drop(groupId: string, at: number): void {
    const due = this.due.get(groupId);
    this.due.delete(groupId);
    if (due && due.dueAt < at - auditorLimits.audit.late) this.step(due, null);
  }

  private step(due: DueStep, lateMs: number | null): void {
    if (this.isIn(due.dueAt)) this.steps.push({ ...due, late: lateMs });
  }

  /** Includes steps that are due but not taken at the end of the report’s data. */
  private stepsDue(): readonly Step[] {
    const open = [...this.due.values()].filter(({ dueAt }) => dueAt <= this.time && this.isIn(dueAt));
    return [...this.steps, ...open.map((due): Step => ({ ...due, late: null }))];
  }

  private isIn(at: number): boolean {
    return at >= this.range.from && at < this.range.to;
  }
}

function channelOf(channel: string, some: readonly Attempt[]): DeliveryFigures['channels'][number] {
  const durationsTo = (to: 'sentAt' | 'deliveredAt'): (number | null)[] =>
    some.filter((one) => one[to] !== null).map((one) => one[to]! - one.startedAt);
  const failedAttempts = some.filter(attemptsCounted.failed);
  const count = (figure: keyof typeof attemptsCounted): number => some.filter(attemptsCounted[figure]).length;
  return {
    channel,
    attempts: count('attempts'),
    retries: count('retries'),
    sent: count('sent'),
    delivered: count('delivered'),
    read: count('read'),
    failed: count('failed'),
    toSent: durationsOf(durationsTo('sentAt')),
    toDelivered: durationsOf(durationsTo('deliveredAt')),
    failures: byKey(failedAttempts, ({ failure }) => failure!).map(([reason, failedOnes]) => ({ reason, count: failedOnes.length })),
  };
}
