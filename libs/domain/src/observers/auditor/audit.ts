import type { AuditReport } from '@tocsin/contracts/auditor/audit.js';
import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import * as auditorLimits from '@tocsin/contracts/auditor/limits.js';
import { laterOf, toInstant, toMillis } from '@tocsin/kernel/time.js';
import { Dues, excuseDowntime, findOverdue, giveTimeAgain, type AuditedGroup, type DueItem } from './dues.js';
import { groupReadings, type AuditContext } from './group-facts.js';
import {
  absenceIn,
  expectOpening,
  applyAlertsLapsed,
  applyLapsePostponed,
  applySignalReceived,
  applySignalsRouted,
} from './signal-facts.js';
import { Tally, type TallyOptions, type TallyState } from './tally.js';

type Absence = AuditReport['absences'][number];

/** The stored part of a group: ids, and due items. */
type StoredGroup = Omit<AuditedGroup, 'dues'> & { readonly dues: readonly (readonly [key: string, due: DueItem])[] };

/** The whole state of an audit, as JSON: it resumes from there. */
export interface AuditState {
  readonly ordinal: number;
  readonly logTime: string;
  readonly groups: readonly StoredGroup[];
  readonly signals: StoredGroup['dues'];
  readonly tally: TallyState;
  readonly absences: readonly Absence[];
  readonly seenAt: number | null;
  readonly excusedUpTo: number;
}

export interface AuditOptions {
  /** Resumes from this state. */
  readonly state?: AuditState;
  /** Items due before this instant are not counted. */
  readonly since?: string;
  readonly counts?: TallyOptions;
}

/** Before the first event of a log. */
const atStart: Omit<AuditState, 'tally'> & { readonly tally?: undefined } = {
  ordinal: 0,
  logTime: '',
  groups: [],
  signals: [],
  absences: [],
  seenAt: null,
  excusedUpTo: 0,
};

/** An absence shorter than this is a restart, in milliseconds. */
const isReported = auditorLimits.audit.late;
/** Number of groups and overdue items listed in a report. */
const maxListed = 20;

const hourOf = (instant: string): string => instant.slice(0, 13);

const toStoredGroup = ({ dues, ...group }: AuditedGroup): StoredGroup => ({ ...group, dues: [...dues] });

/** Event types that affect due items. */
export const auditedTypes: readonly string[] = [
  ...Object.keys(groupReadings),
  ...Object.keys(absenceIn),
  'SignalReceived',
  'SignalsRouted',
  'AlertsLapsed',
  'LapsePostponed',
  'PageRequested',
  'ReactorProgressed',
];

/**
 * Reads the log from its start and checks when everything due was done, if at all. It stores open items; ended ones are counted. Written
 * independently of the deciding rules, so that it notices omissions.
 */
export class Audit {
  ordinal: number;
  logTime: string;
  private readonly groups: Map<string, AuditedGroup>;
  private readonly signals: AuditedGroup;
  private readonly tally: Tally;
  private readonly dues: Dues;
  private absences: readonly Absence[];
  /** When a reactor wrote its last fact, in milliseconds. */
  private seenAt: number | null;
  /** Time up to here is excused already; none is excused twice. */
  private excusedUpTo: number;

  constructor({ state, since, counts }: AuditOptions = {}) {
    const { ordinal, logTime, groups, signals, tally, absences, seenAt, excusedUpTo } = { ...atStart, ...state };
    this.ordinal = ordinal;
    this.logTime = logTime;
    this.groups = new Map(groups.map((group) => [group.groupId!, { ...group, dues: new Map(group.dues) }]));
    this.signals = { groupId: null, number: null, dues: new Map(signals) };
    this.tally = new Tally(tally, counts);
    this.dues = new Dues(this.tally, since === undefined ? 0 : toMillis(since));
    this.absences = absences;
    this.seenAt = seenAt;
    this.excusedUpTo = excusedUpTo;
  }

  /** Takes the next event, in log order; events of other types may be left out. */
  take(event: Recorded): void {
    const { type, data, ordinal, meta } = event;
    this.ordinal = ordinal;
    this.moveTo(laterOf(this.logTime, meta.at));
    const at = toMillis(meta.at);
    const { signals, dues } = this;
    const context = { signals, groupOf: (groupId: string) => this.group(groupId), dues, at, ordinal };
    if (type === 'SignalReceived') applySignalReceived(context);
    else if (type === 'SignalsRouted') applySignalsRouted(data as FactOf<'SignalsRouted'>, context);
    else if (type === 'AlertsLapsed') applyAlertsLapsed(data as FactOf<'AlertsLapsed'>, context);
    else if (type === 'LapsePostponed') applyLapsePostponed(data as FactOf<'LapsePostponed'>, context);
    else if (type === 'PageRequested') {
      const { groupId, number } = data as FactOf<'PageRequested'>;
      expectOpening(groupId, number, context);
    } else if (Object.hasOwn(absenceIn, type)) this.excuse(...absenceIn[type as keyof typeof absenceIn](data as never, at, this.seenAt));
    else if (Object.hasOwn(groupReadings, type)) this.takeOfGroup(event, at);
    if (meta.handledUpTo !== undefined) this.seenAt = at;
  }

  /**
   * No reactor ran between two instants (in milliseconds), or a clock was set: lateness in that time does not count.
   */
  excuse(since: number, to: number): void {
    const from = Math.max(since, this.excusedUpTo);
    if (to <= from) return;
    this.excusedUpTo = to;
    if (to - from > isReported)
      this.absences = [...this.absences, { from: toInstant(from), to: toInstant(to) }].slice(-auditorLimits.audit.absences);
    for (const group of this.open())
      for (const [key, due] of group.dues) group.dues.set(key, giveTimeAgain(excuseDowntime(due, from, to), to));
  }

  /** The report as of an instant, when the log ends at `ordinal`. */
  report(now: string): AuditReport {
    const at = toMillis(now);
    const overdueFindings = this.open().flatMap((group) => findOverdue(group, at));
    const tally = new Tally(this.tally.state, this.tally.by);
    const neverDone = overdueFindings.filter(({ kind }) => kind === 'never');
    for (const { dueAt } of neverDone) tally.countNever(toMillis(dueAt));
    return {
      at: now,
      ordinal: this.ordinal,
      ...tally.shown,
      overdue: overdueFindings.toSorted((a, b) => (a.dueAt < b.dueAt ? -1 : 1)).slice(0, maxListed),
      overdueMuch: neverDone.length,
      absences: this.absences.toReversed(),
    };
  }

  /** Number of open groups, and of their due items. */
  get size(): { readonly groups: number; readonly dues: number } {
    let dues = this.signals.dues.size;
    for (const group of this.groups.values()) dues += group.dues.size;
    return { groups: this.groups.size, dues };
  }

  get state(): AuditState {
    const { ordinal, logTime, groups, signals, tally, absences, seenAt, excusedUpTo } = this;
    const open = { groups: [...groups.values()].map(toStoredGroup), signals: [...signals.dues] };
    return { ordinal, logTime, ...open, tally: tally.state, absences, seenAt, excusedUpTo };
  }

  private takeOfGroup({ type, data, ordinal, meta: { commandId } }: Recorded, at: number): void {
    const { groupId } = data as { readonly groupId: string };
    const group = this.group(groupId);
    const context: AuditContext = { group, dues: this.dues, at, ordinal, commandId };
    (groupReadings[type as keyof typeof groupReadings] as (data: unknown, context: AuditContext) => void)(data, context);
  }

  private group(groupId: string): AuditedGroup {
    let group = this.groups.get(groupId);
    if (!group) this.groups.set(groupId, (group = { groupId, number: null, dues: new Map() }));
    return group;
  }

  /**
   * Once an hour of log time, finished groups are dropped. Judged by the time before this event: whether it follows an
   * absence is known only from a later event.
   */
  private moveTo(logTime: string): void {
    const before = this.logTime;
    this.logTime = logTime;
    if (before === '' || hourOf(logTime) === hourOf(before)) return;
    for (const group of this.open()) this.dues.giveUp(group, toMillis(before));
    for (const [groupId, { isOver, dues }] of this.groups) if (isOver && dues.size === 0) this.groups.delete(groupId);
  }

  private open(): readonly AuditedGroup[] {
    return [this.signals, ...this.groups.values()];
  }
}
