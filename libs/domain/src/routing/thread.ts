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

  /** Without its alerts: use `alert` and `firing`. Undefined: no group has been opened behind it. */
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
    if (!this.head || item.reason === 'older_than_known') return;
    if (item.outcome === 'ignored' && item.reason !== 'resolved_by_person') return;
    const { closing: _closing, ...head } = this.head;
    this.head = {
      ...head,
      ...(item.outcome === 'repeat' ? repeatsAfter(head, item.signal.receivedAt) : {}),
      last: lastOf(item),
      counted: item.counted?.alerts ?? head.counted,
      cutList: item.cutList === undefined ? head.cutList : item.cutList,
    };
    if (item.counted && item.counted.alerts > 0) this.head = notOver(this.head);
    if (item.outcome !== 'resolved' && item.outcome !== 'ignored') {
      this.change(item);
      return item.over ? this.leaveRest(item.signal.eventId) : undefined;
    }
    this.changed = undefined;
    const { receivedAt } = item.signal;
    const over = item.outcome === 'resolved' ? ({ open: false, resolvedAt: receivedAt, resolvedBy: 'sender' } as const) : {};
    this.head = { ...this.head, ...closed, ...over };
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
      counted: item.counted?.alerts ?? before?.counted ?? 0,
      cutList: item.cutList === undefined ? (before?.cutList ?? null) : item.cutList,
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
    for (const { fingerprint, outcome, startsAt, severity } of alerts) {
      const known = changed.get(fingerprint);
      if (outcome === 'resolved') changed.delete(fingerprint);
      else if (outcome === 'ending') {
        if (known) changed.set(fingerprint, { ...known, ending: known.ending ?? signal.eventId });
      } else if (known || changed.size < limits.alertsPerGroup)
        changed.set(fingerprint, { startsAt: startsAt ?? known?.startsAt ?? null, severity });
      // an event of an older release, which listed all of them
      else beyond += 1;
    }
    if (beyond > 0) this.head = { ...this.head!, counted: this.head!.counted + beyond };
  }
}

const notOver = ({ over: _over, ...head }: ThreadRow): ThreadRow => head;

const lastOf = ({ signal: { receivedAt, inbox } }: Routed): ThreadRow['last'] => ({ receivedAt, inbox });

/** An immediate repeat is a duplicate, and says nothing about how often the sender repeats. */
const repeatsAfter = ({ last, repeats }: Pick<ThreadRow, 'last' | 'repeats'>, at: string): Pick<ThreadRow, 'repeats'> => {
  const gap = between(last.receivedAt, at);
  if (gap < limits.stale.duplicate) return {};
  return { repeats: { count: (repeats?.count ?? 0) + 1, longest: Math.max(repeats?.longest ?? 0, gap) } };
};
