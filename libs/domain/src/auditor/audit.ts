import type { AuditReport } from '@tocsin/contracts/audit.js';
import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import { limits } from '@tocsin/contracts/limits.js';
import { later, toInstant, toMillis } from '@tocsin/kernel/time.js';
import { Dues, excused, overdueIn, type AuditedGroup, type Due } from './dues.js';
import { groupReadings, type Seen } from './group-facts.js';
import { absenceIn, mustOpen, signalReceived, signalsRouted } from './signal-facts.js';
import { Tally, type TallyOptions, type TallyState } from './tally.js';

type Absence = AuditReport['absences'][number];

/** What is kept of a group: ids, and what is due. */
type KeptGroup = Omit<AuditedGroup, 'dues'> & { readonly dues: readonly (readonly [key: string, due: Due])[] };

/** All that an audit knows, as JSON: it goes on from there. */
export interface AuditState {
  readonly ordinal: number;
  readonly logTime: string;
  readonly groups: readonly KeptGroup[];
  readonly signals: KeptGroup['dues'];
  readonly tally: TallyState;
  readonly absences: readonly Absence[];
  readonly seenAt: number | null;
  readonly excusedUpTo: number;
}

export interface AuditOptions {
  /** Goes on from there. */
  readonly state?: AuditState;
  /** What was due before is not counted. */
  readonly since?: string;
  readonly counts?: TallyOptions;
}

/** An absence shorter than this is a restart, in milliseconds. */
const worthSaying = limits.audit.late;
/** Groups, and things overdue, that a report names. */
const named = 20;

const hourOf = (instant: string): string => instant.slice(0, 13);

const keep = ({ dues, ...group }: AuditedGroup): KeptGroup => ({ ...group, dues: [...dues] });

/** Kinds of event that say something about what was due. */
export const auditedTypes: readonly string[] = [
  ...Object.keys(groupReadings),
  ...Object.keys(absenceIn),
  'SignalReceived',
  'SignalsRouted',
  'PageRequested',
  'ReactorProgressed',
];

/**
 * Reads the log from its beginning and knows of everything that was due when it was done, if it was. It keeps what is open; what has ended is counted.
 * Written apart from the rules that decide: what they leave out is missed here.
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
  /** No time is excused twice. */
  private excusedUpTo: number;

  constructor({ state, since, counts }: AuditOptions = {}) {
    this.ordinal = state?.ordinal ?? 0;
    this.logTime = state?.logTime ?? '';
    this.groups = new Map(state?.groups.map((group) => [group.groupId!, { ...group, dues: new Map(group.dues) }]));
    this.signals = { groupId: null, number: null, dues: new Map(state?.signals) };
    this.tally = new Tally(state?.tally, counts);
    this.dues = new Dues(this.tally, since === undefined ? 0 : toMillis(since));
    this.absences = state?.absences ?? [];
    this.seenAt = state?.seenAt ?? null;
    this.excusedUpTo = state?.excusedUpTo ?? 0;
  }

  /** The next event in log order; those of other kinds may be left out. */
  take(event: Recorded): void {
    const { type, data, ordinal, meta } = event;
    this.ordinal = ordinal;
    this.moveTo(later(this.logTime, meta.at));
    const at = toMillis(meta.at);
    const { signals, dues } = this;
    const seen = { signals, groupOf: (groupId: string) => this.group(groupId), dues, at, ordinal };
    if (type === 'SignalReceived') signalReceived(seen);
    else if (type === 'SignalsRouted') signalsRouted(data as FactOf<'SignalsRouted'>, seen);
    else if (type === 'PageRequested') {
      const { groupId, number } = data as FactOf<'PageRequested'>;
      mustOpen(groupId, number, seen);
    } else if (Object.hasOwn(absenceIn, type)) this.excuse(...absenceIn[type as keyof typeof absenceIn](data as never, at, this.seenAt));
    else if (Object.hasOwn(groupReadings, type)) this.takeOfGroup(event, at);
    if (meta.handledUpTo !== undefined) this.seenAt = at;
  }

  /** Nobody was there from one instant to another (in milliseconds), or a clock was set: what was due by then was not to be done by anybody. */
  excuse(since: number, to: number): void {
    const from = Math.max(since, this.excusedUpTo);
    if (to <= from) return;
    this.excusedUpTo = to;
    if (to - from > worthSaying)
      this.absences = [...this.absences, { from: toInstant(from), to: toInstant(to) }].slice(-limits.audit.absences);
    for (const group of this.open()) for (const [key, due] of group.dues) group.dues.set(key, excused(due, from, to));
  }

  /** As of an instant, when the log up to `ordinal` is all there is. */
  report(now: string): AuditReport {
    const at = toMillis(now);
    const overdue = this.open().flatMap((group) => overdueIn(group, at));
    const tally = new Tally(this.tally.state, this.tally.by);
    const never = overdue.filter(({ kind }) => kind === 'never');
    for (const { dueAt } of never) tally.neverEnded(toMillis(dueAt));
    return {
      at: now,
      ordinal: this.ordinal,
      ...tally.shown,
      overdue: overdue.toSorted((a, b) => (a.dueAt < b.dueAt ? -1 : 1)).slice(0, named),
      overdueMuch: never.length,
      absences: this.absences.toReversed(),
    };
  }

  /** Open groups, and what is due in them. */
  get size(): { readonly groups: number; readonly dues: number } {
    let dues = this.signals.dues.size;
    for (const group of this.groups.values()) dues += group.dues.size;
    return { groups: this.groups.size, dues };
  }

  get state(): AuditState {
    const { ordinal, logTime, groups, signals, tally, absences, seenAt, excusedUpTo } = this;
    const open = { groups: [...groups.values()].map(keep), signals: [...signals.dues] };
    return { ordinal, logTime, ...open, tally: tally.state, absences, seenAt, excusedUpTo };
  }

  private takeOfGroup({ type, data, ordinal, meta: { commandId } }: Recorded, at: number): void {
    const { groupId } = data as { readonly groupId: string };
    const group = this.group(groupId);
    const seen: Seen = { group, dues: this.dues, at, ordinal, commandId };
    (groupReadings[type as keyof typeof groupReadings] as (data: unknown, seen: Seen) => void)(data, seen);
  }

  private group(groupId: string): AuditedGroup {
    let group = this.groups.get(groupId);
    if (!group) this.groups.set(groupId, (group = { groupId, number: null, dues: new Map() }));
    return group;
  }

  /** Each hour of log time, groups that are over are let go. By the time before: whether nobody was there since then, an event to come says. */
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
