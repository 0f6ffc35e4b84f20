import type { RecordedOf } from '@tocsin/contracts/catalogue.js';
import type { EventLog, Subscription } from '@tocsin/platform/event-log/event-log.js';
import type { Decode } from '@tocsin/platform/feed/decoding.js';

/**
 * Calls back once a reactor of a later epoch has started: this server is then no longer the leader, whatever the lock says.
 * `after`: an ordinal.
 */
export const followSuccessors = (log: EventLog, decode: Decode, after: number, epoch: number, isOver: () => void): Subscription =>
  log.follow(after, (events) => {
    const starts = events
      .filter(({ type }) => type === 'ReactorStarted')
      .map((storedEvent) => decode(storedEvent) as RecordedOf<'ReactorStarted'>);
    if (starts.some(({ data }) => data.epoch > epoch)) isOver();
  });
