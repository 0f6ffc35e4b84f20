import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import { MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';
import { ItemCollector } from '@tocsin/testing/await-items.js';
import { aStream, someEvents } from '@tocsin/testing/ports/event-log-samples.js';
import { systemMonotonicClock } from '../clock/monotonic-clock.js';
import { MemoryEventLog } from '../event-log/memory-event-log.js';
import type { StoredEvent } from '../event-log/event-log.js';
import { MemoryFeed } from './memory-feed.js';

const recordedOf = (storedEvent: StoredEvent): Recorded => ({
  ...storedEvent,
  data: JSON.parse(storedEvent.data),
  meta: JSON.parse(storedEvent.meta),
});

/** A feed with a memory that can be blocked, and a controllable clock. */
const setting = async () => {
  const log = new MemoryEventLog({ wait: () => nextTurn() });
  const troubles = new ItemCollector<unknown>('trouble');
  const state = { now: 0, stuck: false };
  const decode = (storedEvent: StoredEvent): Recorded => {
    if (state.stuck) throw new Error('an event that this release does not know');
    return recordedOf(storedEvent);
  };
  const feed = new MemoryFeed(log, decode, new MemoryRows([]), (error) => troubles.add(error), {
    ...systemMonotonicClock,
    now: () => state.now,
  });
  await feed.start();
  return { log, feed, state, troubles };
};

describe('how far memory is behind the log', () => {
  it('is nothing while memory keeps up', async () => {
    const { log, feed } = await setting();
    const { token } = await log.append(aStream(), 'none', someEvents(3));
    await feed.waitForToken(token);
    await feed.look();
    expect(feed.countBehind()).toBe(0);
    await feed.stop();
  });

  it('is the time since something was seen on the log that memory has not got', async () => {
    const { log, feed, state, troubles } = await setting();
    state.stuck = true;
    await log.append(aStream(), 'none', someEvents(1));
    await troubles.waitFor(() => true);
    await feed.look();
    state.now = 5_001;
    expect(feed.countBehind()).toBe(5_001);
    state.stuck = false;
    await feed.waitForToken((await log.head()).token);
    expect(feed.countBehind()).toBe(0);
    await feed.stop();
  });

  it('counts from the oldest event that is missing, however many come after it', async () => {
    const { log, feed, state, troubles } = await setting();
    state.stuck = true;
    for (const at of [0, 1_000, 2_000]) {
      state.now = at;
      await log.append(aStream(), 'none', someEvents(1));
      await feed.look();
    }
    await troubles.waitFor(() => true);
    state.now = 3_000;
    expect(feed.countBehind()).toBe(3_000);
    await feed.stop();
  });
});
