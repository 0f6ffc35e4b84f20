import type { AuditCounts, AuditFinding } from '@tocsin/contracts/auditor/audit.js';
import { duration } from '@tocsin/contracts/duration.js';
import * as auditorLimits from '@tocsin/contracts/auditor/limits.js';
import { toInstant } from '@tocsin/kernel/time.js';
import { LatenessHistogram, type LatenessesState } from './latenesses.js';

type Count = Exclude<keyof AuditCounts, 'due'>;
type Counts = Record<Count, number>;

export interface TallyState {
  readonly all: Counts;
  /** The beginning of each hour, in milliseconds. */
  readonly hours: readonly (readonly [hour: number, counts: Counts])[];
  readonly lateness: LatenessesState;
  readonly findings: readonly AuditFinding[];
  readonly alarms: number;
  readonly lastAlarm: number | null;
}

/** The length of one line of counts in milliseconds, and how many lines are kept. */
export interface TallyOptions {
  readonly every: number;
  readonly kept: number;
}

const zeroCounts = (): Counts => ({ done: 0, late: 0, never: 0, away: 0 });
const toAuditCounts = ({ done, late, never, away }: Counts): AuditCounts => ({ due: done + late + never, done, late, never, away });

const emptyTally: TallyState = {
  all: zeroCounts(),
  hours: [],
  lateness: { counts: [], most: 0 },
  findings: [],
  alarms: 0,
  lastAlarm: null,
};

/** Whether the audit fails because of it: every finding, except slight lateness. */
export const isAlarming = ({ kind, lateBy }: Pick<AuditFinding, 'kind' | 'lateBy'>): boolean =>
  kind !== 'late' || lateBy >= auditorLimits.audit.alarm;

/** Counts of ended items, by the hour of their due time, and the last findings that were late or wrong. */
export class Tally {
  private readonly all: Counts;
  private readonly hours: Map<number, Counts>;
  private readonly lateness: LatenessHistogram;
  private readonly findings: AuditFinding[];
  private alarms: number;
  private lastAlarm: number | null;

  constructor(
    state: TallyState = emptyTally,
    readonly by: TallyOptions = { every: duration.hour, kept: auditorLimits.audit.hours },
  ) {
    this.all = { ...state.all };
    this.hours = new Map(state.hours.map(([hour, counts]) => [hour, { ...counts }]));
    this.lateness = new LatenessHistogram(state.lateness);
    this.findings = [...state.findings];
    this.alarms = state.alarms;
    this.lastAlarm = state.lastAlarm;
  }

  ended(dueAt: number, lateBy: number, wasAway: boolean): void {
    this.lateness.add(lateBy);
    this.count(dueAt, lateBy > auditorLimits.audit.late ? 'late' : 'done');
    if (wasAway) this.count(dueAt, 'away');
  }

  countNever(dueAt: number): void {
    this.count(dueAt, 'never');
  }

  /** `at`: when it was found, in milliseconds. */
  found(finding: AuditFinding, at: number): void {
    this.findings.push(finding);
    if (this.findings.length > auditorLimits.audit.findings) this.findings.splice(this.findOldest(), 1);
    if (!isAlarming(finding)) return;
    this.alarms += 1;
    this.lastAlarm = at;
  }

  get shown() {
    return {
      all: toAuditCounts(this.all),
      lateness: this.lateness.shown,
      hours: [...this.hours].toSorted(([a], [b]) => a - b).map(([hour, counts]) => ({ hour: toInstant(hour), ...toAuditCounts(counts) })),
      findings: this.findings.toReversed(),
      alarms: { count: this.alarms, lastAt: this.lastAlarm === null ? null : toInstant(this.lastAlarm) },
    };
  }

  get state(): TallyState {
    const { all, findings, alarms, lastAlarm } = this;
    return { all: { ...all }, hours: [...this.hours], lateness: this.lateness.state, findings: [...findings], alarms, lastAlarm };
  }

  /** Slightly late findings are dropped first. */
  private findOldest(): number {
    return Math.max(
      this.findings.findIndex((finding) => !isAlarming(finding)),
      0,
    );
  }

  private count(dueAt: number, what: Count): void {
    const hour = Math.floor(dueAt / this.by.every) * this.by.every;
    const counts = this.hours.get(hour) ?? zeroCounts();
    this.hours.set(hour, counts);
    for (const one of [counts, this.all]) one[what] += 1;
    if (this.hours.size > this.by.kept) this.hours.delete(Math.min(...this.hours.keys()));
  }
}
