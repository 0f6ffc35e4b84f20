import { setImmediate as nextTurn } from 'node:timers/promises';
import { LogUnavailable, type StoredEvent } from './event-log.js';
import { StoredDigests, type StoredDigest } from './stored-digests.js';
import { LogDigest } from './log-digest.js';

/** In one call: a long log is caught up with in steps. */
const pagesAtOnce = 20;

/** Bounded pages of the events after an ordinal. */
export interface PagedLog {
  page(after: number): readonly StoredEvent[];
}

/** The log’s content has changed since it was digested. The message is a sentence. */
export class LogChanged extends Error {
  override readonly name = 'LogChanged';
}

/** Updates a digest of the log as it grows, so that `doctor` can detect changes to it. */
export class DigestKeeper {
  private readonly digest: LogDigest;
  private readonly atStart: StoredDigest | undefined;
  private fresh: StoredDigest[] = [];
  private currentRun: Promise<void> | undefined;
  private isChanged = false;

  constructor(
    private readonly log: PagedLog,
    private readonly storedDigests: StoredDigests,
  ) {
    const lastComplete = storedDigests.lastWhole;
    this.digest = new LogDigest(lastComplete?.upTo, lastComplete?.digest);
    this.atStart = storedDigests.last;
  }

  /**
   * Continues from the last position; call it every few seconds. Rejects with LogChanged, once, when the log’s end has changed; otherwise with SQLite’s
   * error.
   */
  keepUp(): Promise<void> {
    return (this.currentRun ??= this.goOn().finally(() => (this.currentRun = undefined)));
  }

  async close(): Promise<void> {
    await this.keepUp().catch(() => undefined);
    this.storedDigests.close();
  }

  private async goOn(): Promise<void> {
    const before = this.digest.upTo;
    for (let pages = 0; pages < pagesAtOnce && !this.isChanged; pages += 1) {
      const events = this.log.page(this.digest.upTo);
      if (events.length === 0) break;
      for (const event of events) this.add(event);
      await nextTurn();
    }
    if (this.isChanged || (this.digest.upTo === before && this.fresh.length === 0)) return;
    const { upTo, value } = this.digest;
    this.storedDigests.put(this.digest.isWhole ? this.fresh : [...this.fresh, { upTo, digest: value }]);
    this.fresh = [];
  }

  private add(event: StoredEvent): void {
    if (this.isChanged) return;
    this.digest.add(event);
    const { upTo, value } = this.digest;
    if (upTo === this.atStart?.upTo && !value.equals(this.atStart.digest)) {
      // the stored digests stay unchanged: they are the evidence
      this.isChanged = true;
      throw new LogChanged(`The last events of the log, up to ${upTo}, were changed while Tocsin was stopped. Run “tocsin doctor”.`);
    }
    if (this.digest.isWhole) this.fresh.push({ upTo, digest: value });
  }
}

/** Throws LogUnavailable when the log ends before an event that it once contained. */
export const requireEnd = (storedDigests: StoredDigests, head: number, dir: string): void => {
  const { upTo } = storedDigests.last ?? { upTo: 0 };
  if (upTo <= head) return;
  throw new LogUnavailable(
    'not_applied',
    `The log in ${dir} ends with event ${head}, but it had ${upTo}: its end is missing, perhaps the file log.db-wal. Put it back, or restore a ` +
      `backup. To continue without the missing events, move digests.db, side and views away. Nothing was changed.`,
  );
};
