import type { RoutedSignal } from '@tocsin/contracts/routing/routing.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import { millisBetween } from '@tocsin/kernel/time.js';
import { threadOf } from './shared/opened-group.js';
import type { EndedAlert, ThreadAlert, ThreadRow } from './shared/thread-row.js';

/** Outcomes by which an alert begins to fire, or stops ending. */
const fires: ReadonlySet<RoutedSignal['alerts'][number]['outcome']> = new Set(['fired', 'raised', 'began_again', 'resumed']);

/** Resolved by its sender: nothing fires behind it. */
export const closedThread = { alerts: {}, counted: 0, cutList: null, senderResolved: true } as const;

const marksOf = ({ storm, grouped }: RoutedSignal, before: ThreadRow | undefined): Pick<ThreadRow, 'storm' | 'flaps' | 'grouping'> => ({
  ...(storm ? { storm: true } : {}),
  ...(before?.flaps ? { flaps: true } : {}),
  ...(grouped ? { grouping: grouped.key } : {}),
});

/**
 * A thread while a run of signals is applied: alerts are copied once a run, not once a signal. The router reads it
 * between two signals; the view makes one and discards it.
 */
export class Thread {
  private head: ThreadRow | undefined;
  /** The alerts of `head`, once they were changed. */
  private changed: Map<string, ThreadAlert> | undefined;
  /** The ended alerts of `head`, once they were changed. */
  private ended: Map<string, EndedAlert> | undefined;

  constructor(row: ThreadRow | undefined) {
    this.head = row;
  }

  /** Without its alerts: use `alert`, `firing` and `endedAlert`. Undefined: no group was opened for it yet. */
  get row(): Omit<ThreadRow, 'alerts' | 'ended'> | undefined {
    return this.head;
  }

  /** Undefined: it does not fire. Own properties only, because a sender may name an alert `constructor`. */
  alert(key: string): ThreadAlert | undefined {
    if (this.changed) return this.changed.get(key);
    return this.head && Object.hasOwn(this.head.alerts, key) ? this.head.alerts[key] : undefined;
  }

  firing(): Iterable<readonly [key: string, alert: ThreadAlert]> {
    return this.changed ?? Object.entries(this.head?.alerts ?? {});
  }

  /** An alert that its sender resolved; undefined: it did not, or that is forgotten. */
  endedAlert(key: string): EndedAlert | undefined {
    if (this.ended) return this.ended.get(key);
    const ended = this.head?.ended;
    return ended && Object.hasOwn(ended, key) ? ended[key] : undefined;
  }

  get firingCount(): number {
    return this.changed ? this.changed.size : Object.keys(this.head?.alerts ?? {}).length;
  }

  take(item: RoutedSignal): void {
    if (item.outcome === 'opened' || item.outcome === 'joined' || item.outcome === 'reopened') return this.open(item);
    if (!this.head || isPassedOver(item)) return;
    this.head = applyToHead(this.head, item);
    if (item.outcome === 'resolved' || item.outcome === 'ignored') return this.close(this.head, item);
    this.change(item);
    if (item.over) this.leaveRest(item.signal.eventId);
  }

  private close(head: ThreadRow, { outcome, signal }: RoutedSignal): void {
    for (const [key, { startsAt }] of this.firing()) this.end(key, startsAt, signal.receivedAt);
    this.changed = undefined;
    const resolvedFields = outcome === 'resolved' ? ({ open: false, resolvedAt: signal.receivedAt, resolvedBy: 'sender' } as const) : {};
    this.head = { ...head, ...closedThread, ...resolvedFields };
  }

  private end(key: string, startsAt: string | null, at: string): void {
    if (startsAt === null) return;
    this.ended ??= new Map(
      Object.entries(this.head?.ended ?? {}).filter(([, one]) => millisBetween(one.at, at) < alertGroupLimits.quietAfterHandResolve),
    );
    this.ended.delete(key);
    this.ended.set(key, { startsAt, at });
    if (this.ended.size > alertGroupLimits.sizes.alertsPerGroup) this.ended.delete(this.ended.keys().next().value!);
  }

  toRow(): ThreadRow | undefined {
    if (!this.head || !(this.changed || this.ended)) return this.head;
    const { ended: before, ...head } = this.head;
    const ended = this.ended ? Object.fromEntries(this.ended) : before;
    return {
      ...head,
      ...(this.changed ? { alerts: Object.fromEntries(this.changed) } : {}),
      ...(ended && Object.keys(ended).length > 0 ? { ended } : {}),
    };
  }

  private open(item: RoutedSignal): void {
    const isAgain = item.outcome === 'reopened' || (item.outcome === 'joined' && this.head?.groupId === item.groupId);
    const before = isAgain ? this.head : undefined;
    if (!before) this.changed = undefined;
    this.head = {
      id: item.thread,
      integrationId: item.integrationId,
      senderKey: threadOf(item.integrationId, item.key),
      groupId: item.groupId!,
      serviceId: item.serviceId,
      number: item.number!,
      open: true,
      ...marksOf(item, before),
      alerts: before?.alerts ?? {},
      ...(this.head?.ended ? { ended: this.head.ended } : {}),
      ...countUnlisted(before ?? { counted: 0, cutList: null }, item),
      last: lastOf(item),
      resolvedAt: null,
      resolvedBy: null,
      senderResolved: false,
    };
    this.change(item);
  }

  /** The sender resolves the whole: what still fires is ending. */
  private leaveRest(signal: string): void {
    const changedAlerts = (this.changed ??= new Map(Object.entries(this.head!.alerts)));
    for (const [key, alert] of changedAlerts) if (alert.ending === undefined) changedAlerts.set(key, { ...alert, ending: signal });
    this.head = { ...this.head!, over: this.head!.over ?? signal };
  }

  /** Alerts that this signal left out did not fire again: they are resolved. */
  endLeft(signal: string): void {
    const changedAlerts = (this.changed ??= new Map(Object.entries(this.head?.alerts ?? {})));
    for (const [key, { ending }] of changedAlerts) if (ending === signal) changedAlerts.delete(key);
  }

  private change({ alerts, signal }: RoutedSignal): void {
    if (alerts.length === 0) return;
    if (alerts.some(({ outcome }) => fires.has(outcome))) this.head = clearResolution(this.head!);
    const changedAlerts = (this.changed ??= new Map(Object.entries(this.head!.alerts)));
    for (const one of alerts) {
      const knownAlert = changedAlerts.get(one.fingerprint);
      const alert = applyToAlert(knownAlert, one, signal.eventId);
      if (one.outcome === 'resolved') this.end(one.fingerprint, latest(knownAlert?.startsAt ?? null, one.startsAt), signal.receivedAt);
      if (!alert) changedAlerts.delete(one.fingerprint);
      else changedAlerts.set(one.fingerprint, alert);
    }
  }
}

/** Items that the thread’s head ignores: outdated ones, and those ignored for another reason than a person’s resolve. */
const isPassedOver = ({ outcome, reason }: RoutedSignal): boolean =>
  reason === 'older_than_known' || (outcome === 'ignored' && reason !== 'resolved_by_person');

type CountedAlerts = Pick<ThreadRow, 'counted' | 'cutList'>;

/** The alerts beyond the listed ones; unchanged if the item does not mention them. */
const countUnlisted = (before: CountedAlerts, { counted, cutList }: RoutedSignal): CountedAlerts => ({
  counted: counted?.alerts ?? before.counted,
  cutList: cutList === undefined ? before.cutList : cutList,
});

const applyToHead = ({ closing: _closing, ...before }: ThreadRow, item: RoutedSignal): ThreadRow => {
  const repeats = item.outcome === 'repeat' ? applyRepeat(before, item.signal.receivedAt) : {};
  const head: ThreadRow = { ...before, ...repeats, last: lastOf(item), ...countUnlisted(before, item) };
  return item.counted && item.counted.alerts > 0 ? clearResolution(head) : head;
};

/** An alert that fires, after its signal; undefined: it does not fire. */
const applyToAlert = (
  knownAlert: ThreadAlert | undefined,
  { outcome, startsAt, severity, words = knownAlert?.words }: RoutedSignal['alerts'][number],
  signal: string,
): ThreadAlert | undefined => {
  if (outcome === 'resolved') return undefined;
  if (outcome === 'ending') return knownAlert && { ...knownAlert, ending: knownAlert.ending ?? signal };
  return { startsAt: startsAt ?? knownAlert?.startsAt ?? null, severity, ...(words === undefined ? {} : { words }) };
};

const latest = (one: string | null, other: string | null): string | null => (one !== null && (other === null || one > other) ? one : other);

const clearResolution = ({ over: _over, ...head }: ThreadRow): ThreadRow => head;

const lastOf = ({ signal: { receivedAt, inbox } }: RoutedSignal): ThreadRow['last'] => ({ receivedAt, inbox });

/** An immediate repeat is a duplicate, and says nothing about how often the sender repeats. */
const applyRepeat = ({ last, repeats }: Pick<ThreadRow, 'last' | 'repeats'>, at: string): Pick<ThreadRow, 'repeats'> => {
  const gap = millisBetween(last.receivedAt, at);
  if (gap < alertGroupLimits.stale.duplicate) return {};
  return { repeats: { count: (repeats?.count ?? 0) + 1, longest: Math.max(repeats?.longest ?? 0, gap) } };
};
