import type { Routed } from '@tocsin/contracts/routing.js';
import type { RoutingReads } from './routing-reads.js';
import type { ThreadRow } from './shared/thread-row.js';
import { Thread, threadOf } from './thread.js';

const noted = (index: Map<string, Set<string>>, value: string, id: string): void => {
  const ids = index.get(value);
  if (ids) ids.add(id);
  else index.set(value, new Set([id]));
};

const merged = (rows: readonly ThreadRow[], fresh: ReadonlySet<string> | undefined): readonly string[] =>
  [...new Set([...rows.map(({ id }) => id), ...(fresh ?? [])])].toSorted();

/** The threads of one run: from memory, with the run’s own changes. */
export class RunThreads {
  private readonly threads = new Map<string, Thread>();
  /** Additions of this run to memory’s indexes. */
  private readonly bySender = new Map<string, Set<string>>();
  private readonly byAlert = new Map<string, Set<string>>();

  constructor(private readonly reads: Pick<RoutingReads, 'thread' | 'threadsOf' | 'threadsWith'>) {}

  thread(id: string): Thread | undefined {
    const known = this.threads.get(id);
    if (known) return known;
    const row = this.reads.thread(id);
    if (!row) return undefined;
    const thread = new Thread(row);
    this.threads.set(id, thread);
    return thread;
  }

  threadsOf(senderKey: string): readonly string[] {
    return merged(this.reads.threadsOf(senderKey), this.bySender.get(senderKey));
  }

  threadsWith(alert: string): readonly string[] {
    return merged(this.reads.threadsWith(alert), this.byAlert.get(alert));
  }

  /** Keeps a decided thread, so that later signals of the run find it. */
  keep(thread: Thread, { thread: id, alerts }: Routed): void {
    const { row } = thread;
    if (!row) return;
    this.threads.set(id, thread);
    noted(this.bySender, row.senderKey, row.id);
    for (const { outcome, fingerprint } of alerts) {
      if (outcome !== 'resolved') noted(this.byAlert, threadOf(row.integrationId, fingerprint), row.id);
    }
  }
}
