import { integrationTraits } from '@tocsin/contracts/integration-kinds.js';
import { duration } from '@tocsin/contracts/duration.js';
import { limits } from '@tocsin/contracts/limits.js';
import type { Routed } from '@tocsin/contracts/routing.js';
import { derivedId } from '@tocsin/kernel/ids.js';
import { between } from '@tocsin/kernel/time.js';
import { alertKey } from '../rules/alert-key.js';
import { absentFrom, beginning, isRefire, leavesOut, overIn, resolvedAlert, type Changed } from './changes.js';
import { StormRun } from './storm-run.js';
import type { StormGroup } from './shared/storm-row.js';
import { listedIn, portionsOf, type Portion } from './portions.js';
import { bytesOfItem, defaultRules, itemBytes } from './items.js';
import {
  cutBy,
  hasWaited,
  isConcerned,
  isOlder,
  isWholeGroup,
  listed,
  onOpen,
  remembered,
  repeatOf,
  type Item,
  type Received,
} from './received.js';
import type { RoutingReads } from './routing-reads.js';
import { RunThreads } from './run-threads.js';
import { Thread, threadOf } from './thread.js';

/** One thread that a signal concerns, with the decision about it. A signal concerns a thread once. */
interface Step {
  /** Sorts after the steps before it: when a fact is full, routing continues from here. */
  readonly place: string;
  readonly thread: string;
  /** Undefined: nothing to record. */
  readonly item: () => Item | undefined;
}

const places = { portions: '0', closings: '1', elsewhere: '2' } as const;

/**
 * Routes one run of signals in order, until the fact is full. Decisions about a signal are visible to those after it.
 */
export class Router {
  private readonly threads: RunThreads;
  private readonly storms: StormRun;
  private bytes = 0;
  readonly items: Routed[] = [];

  constructor(
    private readonly reads: RoutingReads,
    public nextNumber: number,
    private readonly most: number = itemBytes,
  ) {
    this.storms = new StormRun(reads);
    this.threads = new RunThreads(reads);
  }

  /**
   * Null when the whole signal was routed; else the place from which to continue. `after`: the place reached by an
   * earlier fact.
   */
  route(received: Received, after: string = ''): string | null {
    let reached = after;
    for (const { place, thread, item: decided } of this.steps(received, after)) {
      if (place <= after) continue;
      const item = decided();
      if (item && !this.put(this.whole(received, thread, item))) return reached;
      reached = place;
    }
    return null;
  }

  private *steps(received: Received, after: string): Iterable<Step> {
    const { signal } = received.data;
    if (signal.action === 'acknowledge') yield this.acknowledge(received);
    else if (signal.action === 'resolve') yield* this.resolve(received, after);
    else yield* this.trigger(received);
    yield* this.elsewhere(received);
  }

  private *trigger(received: Received): Iterable<Step> {
    const { signal, integrationId } = received.data;
    const named = new Set<string>();
    for (const [n, portion] of portionsOf(signal).entries()) {
      const thread = threadOf(integrationId, portion.thread);
      named.add(thread);
      yield { place: `${places.portions}${String(n).padStart(6, '0')}`, thread, item: () => this.onTrigger(received, portion, thread) };
    }
    if (!signal.splitByName || !signal.complete) return;
    for (const id of this.threads.threadsOf(threadOf(integrationId, signal.key))) {
      const { row } = this.threads.thread(id)!;
      if (isConcerned(row!) && !named.has(id) && !isOlder(received, row!)) yield this.ending(received, id, nothingListed);
    }
  }

  /** The sender resolves the whole: everything open under its key ends. */
  private *resolve(received: Received, after: string): Iterable<Step> {
    const { signal, integrationId } = received.data;
    const senderKey = threadOf(integrationId, signal.key);
    const ids = this.threads.threadsOf(senderKey);
    const concerned = ids.filter((id) => isConcerned(this.threads.thread(id)!.row!));
    const listed = { alerts: listedIn(signal) };
    // an empty list says nothing about missing alerts
    const isWhole = isWholeGroup(received) && listed.alerts.length > 0;
    for (const id of concerned) yield isWhole ? this.ending(received, id, listed) : this.closing(received, id);
    if (concerned.length > 0 || after !== '') return;
    const reason = ids.length === 0 && signal.shape === 'group' ? 'never_seen_firing' : 'no_open_alert';
    const thread = ids[0] ?? senderKey;
    yield { place: `${places.closings}${thread}`, thread, item: () => ({ outcome: 'ignored', reason }) };
  }

  /**
   * Everything that fires behind a thread is resolved, and none of it is listed. If a person had resolved it before, it
   * is recorded: whatever fires from now on is new.
   */
  private closing(received: Received, id: string): Step {
    const { row } = this.threads.thread(id)!;
    const item: Item = isOlder(received, row!)
      ? { outcome: 'ignored', reason: 'older_than_known' }
      : row!.open
        ? { outcome: 'resolved' }
        : { outcome: 'ignored', reason: 'resolved_by_person' };
    return { place: `${places.closings}${id}`, thread: id, item: () => item };
  }

  /**
   * The sender resolves a thread in a complete message: alerts that the message leaves out are ending. For a thread
   * that a person resolved, this is recorded only once all alerts are listed.
   */
  private ending(received: Received, id: string, listed: Pick<Portion, 'alerts'>): Step {
    const closing = this.closing(received, id);
    const item = (): Item | undefined => {
      const thread = this.threads.thread(id)!;
      const { open, over, storm } = thread.row!;
      if (isOlder(received, thread.row!) || !leavesOut(listed, thread)) return closing.item();
      const alerts = [...overIn(listed, thread)];
      // in a storm, counted alerts have no timer of their own
      if (open && storm && alerts.length === thread.firingCount) return closing.item();
      if (alerts.length === 0 && (!open || over !== undefined)) return listed === nothingListed ? undefined : repeatOf(thread.row!);
      return { outcome: 'changed', alerts, ...cutBy(received, thread.row!.cutList), ...(open ? { over: true } : {}) };
    };
    return { ...closing, item };
  }

  /** Resolved alerts may still fire under another key of the same integration, when its sender regrouped. */
  private *elsewhere(received: Received): Iterable<Step> {
    const { signal, integrationId } = received.data;
    const own = threadOf(integrationId, signal.key);
    const over = new Map<string, Map<string, Changed>>();
    for (const alert of signal.alerts) {
      if (alert.state !== 'resolved') continue;
      const key = alertKey(alert);
      for (const id of this.threads.threadsWith(threadOf(integrationId, key))) {
        const thread = this.threads.thread(id)!;
        const known = thread.alert(key);
        if (!known || !thread.row!.open || thread.row!.senderKey === own || isOlder(received, thread.row!)) continue;
        const alerts = over.get(id) ?? new Map<string, Changed>();
        over.set(id, alerts.set(key, resolvedAlert(key, alert)));
      }
    }
    for (const [id, alerts] of [...over].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
      yield { place: `${places.elsewhere}${id}`, thread: id, item: () => this.onElsewhere(id, [...alerts.values()], integrationId) };
    }
  }

  private onElsewhere(id: string, alerts: readonly Changed[], integrationId: string): Item {
    const thread = this.threads.thread(id)!;
    const key = thread.row!.senderKey.slice(integrationId.length + 1);
    // while any alert is only counted, or was left out by the sender, it is unknown whether these were the last
    const isLast = thread.row!.counted === 0 && thread.row!.cutList === null && thread.firingCount === alerts.length;
    if (isLast) return { outcome: 'resolved', key };
    const rest = [...thread.firing()].filter(([one]) => !alerts.some(({ fingerprint }) => fingerprint === one));
    const isOver = thread.row!.counted === 0 && thread.row!.cutList === null && rest.every(([, { ending }]) => ending !== undefined);
    return { outcome: 'changed', key, alerts: [...alerts], ...(isOver ? { over: true } : {}) };
  }

  private acknowledge(received: Received): Step {
    const { signal, integrationId } = received.data;
    const thread = threadOf(integrationId, signal.key);
    return {
      place: places.portions,
      thread,
      item: () => {
        const row = this.threads.thread(thread)?.row;
        if (!row?.open) return { outcome: 'ignored', reason: 'no_open_alert' };
        return isOlder(received, row) ? { outcome: 'ignored', reason: 'older_than_known' } : { outcome: 'acknowledged' };
      },
    };
  }

  private onTrigger(received: Received, portion: Portion, id: string): Item {
    const thread = remembered(this.threads.thread(id), received.data.receivedAt);
    if (thread && hasWaited(received, thread.row!)) return { outcome: 'ignored', reason: 'older_than_known' };
    const isQuiet = !portion.alerts.some(({ alert }) => alert.state === 'firing');
    const { splitByName, complete } = received.data.signal;
    // The status `firing` is about the whole message: a part in which nothing fires is resolved.
    if (isQuiet && splitByName && complete && thread && isConcerned(thread.row!)) return this.ending(received, id, portion).item()!;
    if (thread?.row!.open) return onOpen(received, portion, thread, this.storms.besides(thread));
    if (isQuiet) return { outcome: 'ignored', reason: 'never_seen_firing' };
    return thread ? this.onResolved(received, portion, thread) : this.open(received, portion, id, null);
  }

  /**
   * A resolved thread: a re-fire reopens its group or opens a new one; a mere re-send after a person resolved it stays
   * quiet for an hour.
   */
  private onResolved(received: Received, portion: Portion, thread: Thread): Item {
    const { id, groupId, number, resolvedAt, last } = thread.row!;
    const since = between(resolvedAt ?? last.receivedAt, received.data.receivedAt);
    const isFiring = portion.alerts.some(({ alert }) => alert.state === 'firing');
    const again = (over: readonly Changed[]): Partial<Routed> => ({
      ...listed(beginning(portion, thread, over, this.storms.besides(thread))),
      ...cutBy(received, thread.row!.cutList),
    });
    const over = (): readonly Changed[] => [...overIn(portion, thread), ...(isWholeGroup(received) ? absentFrom(portion, thread) : [])];
    // closed by age for silence: the silence ends
    if (thread.row!.resolvedBy === 'age' && !thread.row!.senderResolved && isFiring) {
      return { outcome: 'reopened', ...again(over()) };
    }
    const isRefired = portion.alerts.some((one) => one.alert.state === 'firing' && isRefire(one, thread));
    if (!isRefired && since < limits.quietAfterHandResolve) {
      return { outcome: 'still_firing', reason: 'resolved_by_person', alerts: [...overIn(portion, thread)] };
    }
    // other threads of the storm still fire: this one joins them again
    if (thread.row!.storm && this.storms.isOpen(groupId))
      return { outcome: 'joined', groupId, number, previousGroupId: groupId, ...again(overIn(portion, thread)) };
    const window = this.reopenWindow(received);
    if (isRefired && window > 0 && since <= window) return { outcome: 'reopened', ...again(over()) };
    return this.open(received, portion, id, groupId);
  }

  /**
   * In milliseconds; 0: a re-fire is always a new group. The service’s setting comes before the default of the
   * integration’s kind.
   */
  private reopenWindow({ data }: Received): number {
    const minutes = this.reads.service(data.serviceId)?.reopenWindowMinutes ?? null;
    if (minutes !== null) return minutes * duration.minute;
    return integrationTraits[data.kind].reopens ? limits.reopenWindow : 0;
  }

  private open(received: Received, portion: Portion, thread: string, previousGroupId: string | null): Item {
    const { receivedAt, serviceId, signal } = received.data;
    const fired = { ...listed(beginning(portion, undefined)), ...cutBy(received, null), previousGroupId };
    const place = signal.test ? ({ kind: 'alone' } as const) : this.storms.place(serviceId, receivedAt, fired.alerts.length);
    if (place.kind === 'joins') return { outcome: 'joined', groupId: place.groupId, number: place.number, ...fired };
    const groupId = derivedId(receivedAt, received.eventId, thread, 'group');
    return {
      outcome: 'opened',
      groupId,
      number: this.nextNumber,
      ...fired,
      ...(signal.test ? { test: true } : {}),
      ...(place.kind === 'begins' ? { storm: beginningOf(place.follows) } : {}),
    };
  }

  private whole({ eventId, ordinal, inbox, data }: Received, thread: string, item: Item): Routed {
    const row = this.threads.thread(thread)?.row;
    return {
      signal: { eventId, ordinal, receivedAt: data.receivedAt, inbox },
      integrationId: data.integrationId,
      serviceId: data.serviceId,
      key: data.signal.key,
      thread,
      by: defaultRules,
      groupId: row?.groupId ?? null,
      number: row?.number ?? null,
      alerts: [],
      ...item,
    };
  }

  /** False when the fact is full: the item goes into the next one. A single item always fits. */
  private put(item: Routed): boolean {
    const bytes = bytesOfItem(item);
    if (this.items.length > 0 && this.bytes + bytes > this.most) return false;
    this.bytes += bytes;
    if (item.outcome === 'opened') this.nextNumber += 1;
    const thread = this.threads.thread(item.thread) ?? new Thread(undefined);
    const isOfStorm =
      item.storm !== undefined || item.outcome === 'joined' || (thread.row?.storm === true && item.groupId === thread.row.groupId);
    const routedItem = isOfStorm ? this.storms.around(item, thread) : item;
    if (!isOfStorm) thread.take(item);
    this.items.push(routedItem);
    this.storms.note(routedItem);
    this.threads.keep(thread, item);
    return true;
  }
}

const nothingListed: Pick<Portion, 'alerts'> = { alerts: [] };

/** The storm data of a group that a storm opens. `follows`: the group before it, which is full. */
const beginningOf = (follows: StormGroup | null): Routed['storm'] => ({
  open: 0,
  counted: 0,
  follows: follows?.groupId ?? null,
  ...(follows ? { linked: { first: follows.first ?? follows.groupId, number: follows.number } } : {}),
});
