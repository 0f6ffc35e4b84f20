import type { RoutedSignal } from '@tocsin/contracts/routing/routing.js';
import type { RoutingReads } from './routing-reads.js';
import type { ThreadRow } from './shared/thread-row.js';
import { threadOf } from './shared/opened-group.js';
import { Thread } from './thread.js';

const addToIndex = (index: Map<string, Set<string>>, value: string, id: string): void => {
  const ids = index.get(value);
  if (ids) ids.add(id);
  else index.set(value, new Set([id]));
};

const mergeIds = (rows: readonly ThreadRow[], newIds: ReadonlySet<string> | undefined): readonly string[] =>
  [...new Set([...rows.map(({ id }) => id), ...(newIds ?? [])])].toSorted();

/** The threads of one run: from memory, with the run’s own changes. */
export class RunThreads {
  private readonly threads = new Map<string, Thread>();
  /** Additions of this run to memory’s indexes. */
  private readonly bySender = new Map<string, Set<string>>();
  private readonly byAlert = new Map<string, Set<string>>();

  constructor(private readonly reads: Pick<RoutingReads, 'thread' | 'threadsOf' | 'threadsWith'>) {}

  thread(id: string): Thread | undefined {
    const existingThread = this.threads.get(id);
    if (existingThread) return existingThread;
    const row = this.reads.thread(id);
    if (!row) return undefined;
    const thread = new Thread(row);
    this.threads.set(id, thread);
    return thread;
  }

  threadsOf(senderKey: string): readonly string[] {
    return mergeIds(this.reads.threadsOf(senderKey), this.bySender.get(senderKey));
  }

  threadsWith(alert: string): readonly string[] {
    return mergeIds(this.reads.threadsWith(alert), this.byAlert.get(alert));
  }

  /** Keeps a decided thread, so that later signals of the run find it. */
  keepThread(thread: Thread, { thread: id, alerts }: RoutedSignal): void {
    const { row } = thread;
    if (!row) return;
    this.threads.set(id, thread);
    addToIndex(this.bySender, row.senderKey, row.id);
    for (const { outcome, fingerprint } of alerts) {
      if (outcome !== 'resolved') addToIndex(this.byAlert, threadOf(row.integrationId, fingerprint), row.id);
    }
  }
}
