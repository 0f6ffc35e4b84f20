import { join } from 'node:path';
import type { StoredEvent } from '@tocsin/platform/event-log/event-log.js';
import { SqliteEventLog } from '@tocsin/platform/event-log/sqlite-event-log.js';
import { ItemCollector } from '../await-items.js';

/** Follows a log that another process writes. */
export class LogTail {
  private readonly events = new ItemCollector<StoredEvent>('event');
  private readonly log;
  private readonly following;

  constructor(data: string) {
    this.log = SqliteEventLog.openReadOnly(join(data, 'log'));
    this.following = this.log.follow(0, (events) => events.forEach((event) => this.events.add(event)));
  }

  waitFor(isMatching: (event: StoredEvent) => boolean): Promise<StoredEvent> {
    return this.events.waitFor(isMatching);
  }

  /** Resolves as soon as the log has this many events; polls as often as it can. */
  async waitForLength(count: number, until: Promise<unknown>): Promise<void> {
    const ended = { is: false };
    void until.finally(() => (ended.is = true));
    while (!ended.is && (await this.log.head()).ordinal < count) await new Promise(setImmediate);
  }

  async close(): Promise<void> {
    await this.following.stop();
    await this.log.close();
  }
}
