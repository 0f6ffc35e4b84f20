import type { RoutedSignal } from '@tocsin/contracts/routing/routing.js';
import { itemBytesOf, itemBytes } from './items.js';
import { threadRulesOf } from './destinations.js';
import type { Item, ReceivedSignal } from './received-signal.js';
import type { RoutingReads } from './routing-reads.js';
import { RunRecordings } from './recordings.js';
import { RunThreads } from './run-threads.js';
import { stepsOf } from './steps/of-signal.js';
import type { Run } from './steps/step.js';
import { RunGroupings } from './groupings.js';
import { RunLinkings } from './linkings.js';
import { isShared } from './shared/thread-row.js';
import { StormRun } from './storm-run.js';
import { Thread } from './thread.js';

/**
 * Routes one run of signals in order, until the fact is full. Decisions about a signal are visible to those after it.
 */
export class Router implements Run {
  readonly threads: RunThreads;
  readonly recordings: RunRecordings;
  readonly storms: StormRun;
  readonly groupings: RunGroupings;
  readonly linkings: RunLinkings;
  private bytes = 0;
  readonly items: RoutedSignal[] = [];

  constructor(
    readonly reads: RoutingReads,
    public nextNumber: number,
    private readonly most: number = itemBytes,
  ) {
    this.storms = new StormRun(reads);
    this.groupings = new RunGroupings(reads, (groupId) => this.storms.sizeOf(groupId));
    this.linkings = new RunLinkings(reads);
    this.threads = new RunThreads(reads);
    this.recordings = new RunRecordings(reads);
  }

  /**
   * Null when the whole signal was routed; else the place from which to continue. `after`: the place reached by an
   * earlier fact.
   */
  route(received: ReceivedSignal, after: string = ''): string | null {
    let reached = after;
    for (const { place, thread, item: decided } of stepsOf(this, received, after)) {
      if (place <= after) continue;
      const item = decided();
      if (item && !this.put(this.whole(received, thread, item))) return reached;
      reached = place;
    }
    return null;
  }

  private whole({ eventId, ordinal, inbox, data }: ReceivedSignal, thread: string, item: Item): RoutedSignal {
    const row = this.threads.thread(thread)?.row;
    return {
      signal: { eventId, ordinal, receivedAt: data.receivedAt, inbox },
      integrationId: data.integrationId,
      serviceId: row?.serviceId ?? data.serviceId,
      key: data.signal.key,
      thread,
      by: threadRulesOf(this.reads, data.integrationId),
      groupId: row?.groupId ?? null,
      number: row?.number ?? null,
      alerts: [],
      ...item,
    };
  }

  /** False when the fact is full: the item goes into the next one. A single item always fits. */
  private put(item: RoutedSignal): boolean {
    const bytes = itemBytesOf(item);
    if (this.items.length > 0 && this.bytes + bytes > this.most) return false;
    this.bytes += bytes;
    if (item.outcome === 'opened') this.nextNumber += 1;
    const thread = this.threads.thread(item.thread) ?? new Thread(undefined);
    const { row } = thread;
    const isOfSeveral =
      item.storm !== undefined ||
      item.grouped !== undefined ||
      item.outcome === 'joined' ||
      (row !== undefined && isShared(row) && item.groupId === row.groupId && item.outcome !== 'opened');
    const routedItem = isOfSeveral ? this.storms.withTotals(item, thread) : item;
    if (!isOfSeveral) thread.take(item);
    this.items.push(routedItem);
    this.storms.note(routedItem);
    this.groupings.take(routedItem);
    this.linkings.take(routedItem);
    this.recordings.take(routedItem);
    this.threads.keepThread(thread, item);
    return true;
  }
}
