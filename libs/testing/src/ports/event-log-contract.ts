import type { EventLog } from '@tocsin/platform/event-log/event-log.js';
import { appendsContract } from './event-log-appends.js';
import { fencingContract } from './event-log-fencing.js';
import { followingContract } from './event-log-following.js';
import { interleavingsContract } from './event-log-interleavings.js';
import { readingContract } from './event-log-reading.js';
import type { Says } from './event-log-says.js';

/** An empty log. `reopen` closes it and opens it again on the same data; `close` closes whichever is open. */
export interface OpenedLog {
  readonly log: EventLog;
  readonly reopen?: () => Promise<EventLog>;
  close(): Promise<void>;
}

/** The contract of every event log adapter. */
export const eventLogContract = (name: string, open: () => Promise<OpenedLog>): void => {
  const says: Says = (sentence, check, timeoutMs = 30_000) => {
    it(
      sentence,
      async () => {
        const opened = await open();
        try {
          await check(opened.log, opened.reopen ?? (() => Promise.resolve(opened.log)));
        } finally {
          await opened.close();
        }
      },
      timeoutMs,
    );
  };
  describe(`the event log on ${name}`, () => {
    describe('appending', () => appendsContract(says));
    describe('fencing', () => fencingContract(says));
    describe('reading', () => readingContract(says));
    describe('following', () => followingContract(says));
    describe('any interleaving', () => interleavingsContract(says));
  });
};
