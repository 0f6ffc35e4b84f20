import type { EventLog } from '@tocsin/platform/event-log/event-log.js';
import { appendsContract } from './event-log-appends.js';
import { fencingContract } from './event-log-fencing.js';
import { followingContract } from './event-log-following.js';
import { interleavingsContract } from './event-log-interleavings.js';
import { readingContract } from './event-log-reading.js';
import type { StatesCheck } from './event-log-checks.js';

/** An empty log. `reopen` closes it and opens it again on the same data; `close` closes whichever is open. */
export interface ContractLog {
  readonly log: EventLog;
  readonly reopen?: () => Promise<EventLog>;
  close(): Promise<void>;
}

/** The contract of every event log adapter. */
export const eventLogContract = (name: string, open: () => Promise<ContractLog>): void => {
  const statesCheck: StatesCheck = (sentence, check, timeoutMs = 30_000) => {
    it(
      sentence,
      async () => {
        const contractLog = await open();
        try {
          await check(contractLog.log, contractLog.reopen ?? (() => Promise.resolve(contractLog.log)));
        } finally {
          await contractLog.close();
        }
      },
      timeoutMs,
    );
  };
  describe(`the event log on ${name}`, () => {
    describe('appending', () => appendsContract(statesCheck));
    describe('fencing', () => fencingContract(statesCheck));
    describe('reading', () => readingContract(statesCheck));
    describe('following', () => followingContract(statesCheck));
    describe('any interleaving', () => interleavingsContract(statesCheck));
  });
};
