import type { AuditFinding, DueKind, DueOutcome } from '@tocsin/contracts/auditor/audit.js';
import * as auditorLimits from '@tocsin/contracts/auditor/limits.js';
import * as routingLimits from '@tocsin/contracts/routing/limits.js';
import { toInstant } from '@tocsin/kernel/time.js';
import type { Tally } from './tally.js';

/** Something that must happen. Times are in milliseconds. */
export interface DueItem {
  readonly what: DueKind;
  readonly dueAt: number;
  /** The ordinal of the event that planned it. */
  readonly ordinal: number;
  /** For an attempt: its page. */
  readonly pageId?: string;
  /** For a step: its round and number. */
  readonly step?: string;
  /** Time without a reactor since it was due: it does not count as lateness. */
  readonly away?: number;
}

/** Audit state of an alert group: open due items only. */
export interface AuditedGroup {
  readonly groupId: string | null;
  number: number | null;
  readonly dues: Map<string, DueItem>;
  /** Resolved: the entry is dropped once nothing is due in it. */
  isOver?: boolean;
  /** The assignee gets a reminder; a monitoring system does not. */
  isReminded?: boolean;
  /** The last numbered step that was taken, with its round. */
  lastStep?: string;
  /** The decision in which another policy was applied last. */
  appliedBy?: string;
  /** The people whose pages began in the last decision that began one. */
  began?: { readonly commandId: string; readonly personIds: readonly string[] };
}

/** Links of the chain from a signal to a page that are done in the same turn: counted only if missing or late. */
const links: ReadonlySet<DueKind> = new Set(['route', 'open', 'escalate', 'answer']);

/** Lateness in milliseconds, without the time in which no reactor ran. */
const latenessOf = ({ dueAt, away = 0 }: DueItem, at: number): number => Math.max(at - dueAt - away, 0);

const findingOf = (
  { groupId, number }: AuditedGroup,
  due: DueItem,
  dueEnd: Pick<AuditFinding, 'kind' | 'lateBy'> & { readonly endedAt: number | null; readonly outcome: DueOutcome | null },
): AuditFinding => ({
  ...dueEnd,
  what: due.what,
  dueAt: toInstant(due.dueAt),
  endedAt: dueEnd.endedAt === null ? null : toInstant(dueEnd.endedAt),
  groupId,
  number,
  ordinal: due.ordinal,
});

/** Due items of a group, and how each ends. */
export class Dues {
  constructor(
    private readonly tally: Tally,
    /** Items due earlier are not counted. */
    private readonly since: number,
  ) {}

  /**
   * Something is due, or due at another time: the earlier plan under this key counts as moved. A wait (of a bundle, a
   * throttle) is a later time, too. A plan for the past is due now.
   */
  plan(group: AuditedGroup, key: string, due: DueItem, at: number): void {
    this.end(group, key, 'moved', at);
    group.dues.set(key, due.dueAt < at ? { ...due, dueAt: at } : due);
  }

  end(group: AuditedGroup, key: string, outcome: DueOutcome, at: number): void {
    const due = group.dues.get(key);
    if (!due) return;
    group.dues.delete(key);
    // an item dropped before its due time need not be done
    if (due.dueAt >= at && (outcome === 'moved' || outcome === 'cancelled')) return;
    this.judge(group, due, outcome, at);
  }

  /** Ends everything due in the group that matches. */
  endAll(group: AuditedGroup, isToEnd: (due: DueItem) => boolean, outcome: DueOutcome, at: number): void {
    for (const [key, due] of group.dues) if (isToEnd(due)) this.end(group, key, outcome, at);
  }

  /** It was done in the decision in which it became due. */
  endAtOnce(at: number): void {
    if (at >= this.since) this.tally.ended(at, 0, false);
  }

  /** Records a violation: an action that must not happen, or a due item that can no longer happen. */
  wrong(group: AuditedGroup, kind: 'not_planned' | 'not_paged' | 'never', due: DueItem, at: number): void {
    if (due.dueAt < this.since) return;
    if (kind !== 'not_planned') this.tally.countNever(due.dueAt);
    this.tally.found(findingOf(group, due, { kind, lateBy: latenessOf(due, at), endedAt: null, outcome: null }), at);
  }

  /** Something due was left out. */
  addMissed(group: AuditedGroup, key: string, at: number): void {
    const due = group.dues.get(key);
    group.dues.delete(key);
    if (due) this.wrong(group, 'never', due, at);
  }

  /** Abandons items that have been due for so long that they will not be done any more. */
  giveUp(group: AuditedGroup, at: number): void {
    for (const [key, due] of group.dues) if (latenessOf(due, at) >= auditorLimits.audit.givenUp) this.addMissed(group, key, at);
  }

  private judge(group: AuditedGroup, due: DueItem, outcome: DueOutcome, at: number): void {
    const lateness = latenessOf(due, at);
    const isLate = lateness > auditorLimits.audit.late;
    if (due.dueAt < this.since || (links.has(due.what) && !isLate)) return;
    this.tally.ended(due.dueAt, lateness, due.away !== undefined);
    if (isLate) this.tally.found(findingOf(group, due, { kind: 'late', lateBy: lateness, endedAt: at, outcome }), at);
  }
}

/** No reactor ran from one instant to another: that time does not count as lateness. */
export const excuseDowntime = (due: DueItem, from: number, to: number): DueItem => {
  const downtime = to - Math.max(due.dueAt, from);
  return downtime > 0 ? { ...due, away: (due.away ?? 0) + downtime } : due;
};

/** What nobody could say meanwhile may be said from then on: ends of alerts are later. */
export const giveTimeAgain = (due: DueItem, to: number): DueItem =>
  due.what === 'lapse' && due.dueAt < to + routingLimits.lapse.unsaid ? { ...due, dueAt: to + routingLimits.lapse.unsaid } : due;

/** Items overdue at an instant by more than the tolerance. */
export const findOverdue = (group: AuditedGroup, at: number): readonly AuditFinding[] =>
  [...group.dues.values()].flatMap((due) => {
    const lateness = latenessOf(due, at);
    const kind = lateness >= auditorLimits.audit.alarm ? 'never' : 'late';
    return lateness > auditorLimits.audit.late ? [findingOf(group, due, { kind, lateBy: lateness, endedAt: null, outcome: null })] : [];
  });
