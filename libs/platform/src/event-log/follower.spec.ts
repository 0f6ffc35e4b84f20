import { setImmediate as nextTurn } from 'node:timers/promises';
import { ItemCollector } from '@tocsin/testing/await-items.js';
import { anEvent, someEvents, DeliveredEvents } from '@tocsin/testing/ports/event-log-samples.js';
import { Bell } from './bell.js';
import type { StoredEvent } from './event-log.js';
import { waitForReal, type Wait } from '../clock/wait.js';
import { Follower, type Source } from './follower.js';

const storedEvents = (count: number): readonly StoredEvent[] =>
  someEvents(count).map((event, n) => ({ ...event, stream: 'toy', revision: n, ordinal: n + 1, token: String(n + 1) }));

/** Two events at a time, as if from a disk. */
const sourceOf = (events: readonly StoredEvent[], bell = new Bell()): Source => ({
  next: (after) => ({ events: events.slice(after, after + 2), isRecent: false }),
  onArrival: (call) => bell.onArrival(call),
});

/** A wait that takes no time, and records every pause. */
const receipts = () => {
  const pauses = new ItemCollector<number>('pause');
  const wait: Wait = async (ms) => {
    pauses.add(ms);
    await nextTurn();
  };
  return { pauses, wait };
};

it('pauses twice as long after each failure, up to five seconds, and shortly again after a success', async () => {
  const events = storedEvents(4);
  const { pauses, wait } = receipts();
  const delivered = new DeliveredEvents();
  let failures = 9;
  const handler = (batch: readonly StoredEvent[]): void => {
    if (failures-- > 0) throw new Error('not yet');
    delivered.handler(batch);
    if (batch[0]!.ordinal === 1) failures = 1;
  };
  const follower = new Follower(sourceOf(events), 0, handler, undefined, wait);
  await delivered.until(events.at(-1)!);
  await follower.stop();
  expect(pauses.items).toEqual([50, 100, 200, 400, 800, 1600, 3200, 5000, 5000, 50]);
  expect(delivered.batches.map((batch) => batch.length)).toEqual([2, 2]);
});

it('reads again when the log could not be read', async () => {
  const events = storedEvents(2);
  const { pauses, wait } = receipts();
  const notifications: unknown[] = [];
  const delivered = new DeliveredEvents();
  const working = sourceOf(events);
  let failures = 2;
  const source: Source = {
    ...working,
    next: (after) => {
      if (failures-- > 0) throw new Error('gone');
      return working.next(after);
    },
  };
  const follower = new Follower(source, 0, delivered.handler, (error) => notifications.push(error), wait);
  await delivered.until(events[1]!);
  await follower.stop();
  expect(notifications).toMatchObject([{ message: 'gone' }, { message: 'gone' }]);
  expect(pauses.items).toEqual([50, 100]);
});

it('stops in the middle of a pause', async () => {
  const pausing = new ItemCollector<number>('pause');
  const wait: Wait = (ms, signal) => {
    pausing.add(ms);
    return waitForReal(1_000_000, signal);
  };
  const failAlways = (): void => {
    throw new Error('no');
  };
  const follower = new Follower(sourceOf(storedEvents(1)), 0, failAlways, undefined, wait);
  await pausing.waitFor();
  await follower.stop();
  expect(follower.position).toBe(0);
});

it('misses nothing that arrives while it looks', async () => {
  const bell = new Bell();
  const events: StoredEvent[] = [];
  const delivered = new DeliveredEvents();
  const source: Source = {
    onArrival: (call) => bell.onArrival(call),
    next: async (after) => {
      const page = events.slice(after);
      if (events.length === 0) {
        events.push({ ...anEvent(), stream: 'toy', revision: 0, ordinal: 1, token: '1' });
        bell.notify();
      }
      await nextTurn();
      return { events: page, isRecent: true };
    },
  };
  const follower = new Follower(source, 0, delivered.handler);
  await delivered.events.waitFor();
  await follower.stop();
  expect(follower.position).toBe(1);
});

it('lets others have their turn between pages', async () => {
  const events = storedEvents(20);
  const delivered = new DeliveredEvents();
  let turns = 0;
  const counting = (): void => {
    turns++;
    if (delivered.batches.length < 10) setImmediate(counting);
  };
  const follower = new Follower(sourceOf(events), 0, delivered.handler);
  counting();
  await delivered.until(events.at(-1)!);
  await follower.stop();
  expect(turns).toBeGreaterThanOrEqual(10);
});

describe('a source that is read ahead', () => {
  /** Pages of two events; the test decides when each is delivered. */
  const slowSource = (events: readonly StoredEvent[], bell = new Bell()) => {
    const asked = new ItemCollector<{ readonly after: number; readonly give: () => void; readonly fail: () => void }>('page');
    const source: Source = {
      canReadAhead: true,
      next: (after) =>
        new Promise((resolve, reject) => {
          const page = { events: events.slice(after, after + 2), isRecent: false };
          asked.add({ after, give: () => resolve(page), fail: () => reject(new Error('gone')) });
        }),
      onArrival: (call) => bell.onArrival(call),
    };
    return { asked, source };
  };

  it('is asked for the next page while one is handled', async () => {
    const events = storedEvents(4);
    const { asked, source } = slowSource(events);
    const delivered = new DeliveredEvents();
    let letGo: () => void = () => {};
    const heldBatch = new Promise<void>((resolve) => (letGo = resolve));
    const follower = new Follower(source, 0, async (batch) => {
      await heldBatch;
      delivered.handler(batch);
    });
    (await asked.waitFor(({ after }) => after === 0)).give();
    (await asked.waitFor(({ after }) => after === 2)).give();
    expect(delivered.batches).toEqual([]);
    letGo();
    await delivered.until(events[3]!);
    (await asked.waitFor(({ after }) => after === 4)).give();
    await follower.stop();
    expect(asked.items.map(({ after }) => after)).toEqual([0, 2, 4]);
    expect(delivered.batches.map((batch) => batch.length)).toEqual([2, 2]);
  });

  it('is asked again for what arrived after it was asked', async () => {
    const events = [...storedEvents(2)];
    const bell = new Bell();
    const { asked, source } = slowSource(events, bell);
    const delivered = new DeliveredEvents();
    const follower = new Follower(source, 0, (batch) => {
      delivered.handler(batch);
      if (batch[0]!.ordinal > 1) return;
      // the page after this one was already requested, when the log ended here
      events.push(...storedEvents(4).slice(2));
      bell.notify();
    });
    (await asked.waitFor(({ after }) => after === 0)).give();
    (await asked.waitFor(({ after }) => after === 2)).give();
    await asked.waitFor((one) => one.after === 2 && asked.items.indexOf(one) === 2);
    asked.items[2]!.give();
    await delivered.until(events[3]!);
    (await asked.waitFor(({ after }) => after === 4)).give();
    await follower.stop();
  });

  it('tells its trouble when it is its turn, and reads again', async () => {
    const events = storedEvents(4);
    const { pauses, wait } = receipts();
    const { asked, source } = slowSource(events);
    const delivered = new DeliveredEvents();
    const notifications: unknown[] = [];
    const follower = new Follower(source, 0, delivered.handler, (error) => notifications.push(error), wait);
    (await asked.waitFor(({ after }) => after === 0)).give();
    (await asked.waitFor(({ after }) => after === 2)).fail();
    await asked.waitFor((one) => asked.items.indexOf(one) === 2);
    asked.items[2]!.give();
    await delivered.until(events[3]!);
    (await asked.waitFor(({ after }) => after === 4)).give();
    await follower.stop();
    expect(notifications).toMatchObject([{ message: 'gone' }]);
    expect(pauses.items).toEqual([50]);
  });
});
