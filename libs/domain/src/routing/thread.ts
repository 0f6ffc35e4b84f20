import type { Routed } from '@tocsin/contracts/routing.js';
import { limits } from '@tocsin/contracts/limits.js';
import { between } from '@tocsin/kernel/time.js';
import type { ThreadAlert, ThreadRow } from './shared/thread-row.js';

export const threadOf = (integrationId: string, key: string): string => `${integrationId}|${key}`;

/** Outcomes by which an alert begins to fire, or stops ending. */
const fires: ReadonlySet<Routed['alerts'][number]['outcome']> = new Set(['fired', 'raised', 'began_again', 'resumed']);

/** Resolved by its sender: nothing fires behind it. */
export const closed = { alerts: {}, counted: 0, cutList: null, senderResolved: true } as const;

/**
 * A thread while a run of signals is applied: alerts are copied once a run, not once a signal. The router reads it
 * between two signals; the view makes one and discards it.
 */
export class Thread {
  private head: ThreadRow | undefined;
  /** The alerts of `head`, once they were changed. */
  private changed: Map<string, ThreadAlert> | undefined;

  constructor(row: ThreadRow | undefined) {
    this.head = row;
  }

  /** Without its alerts: use `alert` and `firing`. Undefined: no group was opened for it yet. */
  get row(): Omit<ThreadRow, 'alerts'> | undefined {
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

  get firingCount(): number {
    return this.changed ? this.changed.size : Object.keys(this.head?.alerts ?? {}).length;
  }

  take(item: Routed): void {
    if (item.outcome === 'opened' || item.outcome === 'joined' || item.outcome === 'reopened') return this.open(item);
    if (!this.head || isPassedOver(item)) return;
    this.head = headAfter(this.head, item);
    if (item.outcome === 'resolved' || item.outcome === 'ignored') return this.close(this.head, item);
    this.change(item);
    if (item.over) this.leaveRest(item.signal.eventId);
  }

  private close(head: ThreadRow, { outcome, signal }: Routed): void {
    this.changed = undefined;
    const over = outcome === 'resolved' ? ({ open: false, resolvedAt: signal.receivedAt, resolvedBy: 'sender' } as const) : {};
    this.head = { ...head, ...closed, ...over };
  }

  toRow(): ThreadRow | undefined {
    if (!this.head || !this.changed) return this.head;
    return { ...this.head, alerts: Object.fromEntries(this.changed) };
  }

  private open(item: Routed): void {
    const isAgain = item.outcome === 'reopened' || (item.outcome === 'joined' && this.head?.groupId === item.groupId);
    const before = isAgain ? this.head : undefined;
    if (!before) this.changed = undefined;
    this.head = {
      id: item.thread,
      integrationId: item.integrationId,
      senderKey: threadOf(item.integrationId, item.key),
      groupId: item.groupId!,
      number: item.number!,
      open: true,
      ...(item.storm ? { storm: true } : {}),
      alerts: before?.alerts ?? {},
      ...unlistedAfter(before ?? { counted: 0, cutList: null }, item),
      last: lastOf(item),
      resolvedAt: null,
      resolvedBy: null,
      senderResolved: false,
    };
    this.change(item);
  }

  /** The sender resolves the whole: what still fires is ending. */
  private leaveRest(signal: string): void {
    const changed = (this.changed ??= new Map(Object.entries(this.head!.alerts)));
    for (const [key, alert] of changed) if (alert.ending === undefined) changed.set(key, { ...alert, ending: signal });
    this.head = { ...this.head!, over: this.head!.over ?? signal };
  }

  /** Alerts that this signal left out did not fire again: they are resolved. */
  endLeft(signal: string): void {
    const changed = (this.changed ??= new Map(Object.entries(this.head?.alerts ?? {})));
    for (const [key, { ending }] of changed) if (ending === signal) changed.delete(key);
  }

  private change({ alerts, signal }: Routed): void {
    if (alerts.length === 0) return;
    if (alerts.some(({ outcome }) => fires.has(outcome))) this.head = notOver(this.head!);
    const changed = (this.changed ??= new Map(Object.entries(this.head!.alerts)));
    let beyond = 0;
    for (const one of alerts) {
      const known = changed.get(one.fingerprint);
      const alert = alertAfter(known, one, signal.eventId);
      if (!alert) changed.delete(one.fingerprint);
      else if (known || changed.size < limits.alertsPerGroup) changed.set(one.fingerprint, alert);
      // an event of an older release, which listed all of them
      else beyond += 1;
    }
    if (beyond > 0) this.head = { ...this.head!, counted: this.head!.counted + beyond };
  }
}

/** Items that the thread’s head ignores: outdated ones, and those ignored for another reason than a person’s resolve. */
const isPassedOver = ({ outcome, reason }: Routed): boolean =>
  reason === 'older_than_known' || (outcome === 'ignored' && reason !== 'resolved_by_person');

type Unlisted = Pick<ThreadRow, 'counted' | 'cutList'>;

/** The alerts beyond the listed ones; unchanged if the item does not mention them. */
const unlistedAfter = (before: Unlisted, { counted, cutList }: Routed): Unlisted => ({
  counted: counted?.alerts ?? before.counted,
  cutList: cutList === undefined ? before.cutList : cutList,
});

const headAfter = ({ closing: _closing, ...before }: ThreadRow, item: Routed): ThreadRow => {
  const repeats = item.outcome === 'repeat' ? repeatsAfter(before, item.signal.receivedAt) : {};
  const head: ThreadRow = { ...before, ...repeats, last: lastOf(item), ...unlistedAfter(before, item) };
  return item.counted && item.counted.alerts > 0 ? notOver(head) : head;
};

/** An alert that fires, after its signal; undefined: it does not fire. */
const alertAfter = (known: ThreadAlert | undefined, { outcome, startsAt, severity }: Routed['alerts'][number], signal: string) => {
  if (outcome === 'resolved') return undefined;
  if (outcome === 'ending') return known && { ...known, ending: known.ending ?? signal };
  return { startsAt: startsAt ?? known?.startsAt ?? null, severity };
};

const notOver = ({ over: _over, ...head }: ThreadRow): ThreadRow => head;

const lastOf = ({ signal: { receivedAt, inbox } }: Routed): ThreadRow['last'] => ({ receivedAt, inbox });

/** An immediate repeat is a duplicate, and says nothing about how often the sender repeats. */
const repeatsAfter = ({ last, repeats }: Pick<ThreadRow, 'last' | 'repeats'>, at: string): Pick<ThreadRow, 'repeats'> => {
  const gap = between(last.receivedAt, at);
  if (gap < limits.stale.duplicate) return {};
  return { repeats: { count: (repeats?.count ?? 0) + 1, longest: Math.max(repeats?.longest ?? 0, gap) } };
};
