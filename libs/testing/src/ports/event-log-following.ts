import { setImmediate as nextTurn } from 'node:timers/promises';
import type { StoredEvent } from '@tocsin/platform/event-log/event-log.js';
import { ItemCollector } from '../await-items.js';
import { anEvent, aStream, readEverything, Gate, idsOf, someEvents, DeliveredEvents } from './event-log-samples.js';
import type { StatesCheck } from './event-log-checks.js';

const order = (statesCheck: StatesCheck): void => {
  statesCheck('hands over everything from the beginning, then what comes', async (log) => {
    const [existingEvents, comes] = [someEvents(5), someEvents(5)];
    for (const event of existingEvents) await log.append(aStream(), 'none', [event]);
    const delivered = new DeliveredEvents();
    const following = log.follow(0, delivered.handler);
    await delivered.until(existingEvents.at(-1)!);
    for (const event of comes) await log.append(aStream(), 'none', [event]);
    await delivered.until(comes.at(-1)!);
    expect(delivered.ids).toEqual(idsOf([...existingEvents, ...comes]));
    expect(delivered.events.items).toEqual(await log.readAll({ after: 0, limit: 99 }));
    await following.stop();
    expect(following.position).toBe(10);
  });
  statesCheck('resumes exactly after a position', async (log, restart) => {
    const events = someEvents(7);
    await log.append(aStream(), 'none', events);
    const reopened = await restart();
    const delivered = new DeliveredEvents();
    reopened.follow(4, delivered.handler);
    await delivered.until(events.at(-1)!);
    expect(delivered.ids).toEqual(idsOf(events.slice(4)));
  });
  statesCheck(
    'resumes exactly after each position there is, in the middle of an append and between large events too',
    async (log, restart) => {
      const large = { data: JSON.stringify('x'.repeat(400 * 1024)) };
      for (let n = 0; n < 8; n++) await log.append(aStream(), 'none', n % 2 ? [anEvent(large), anEvent(large)] : someEvents(3));
      const reopened = await restart();
      const all = await readEverything(reopened, undefined, 99);
      expect(all).toHaveLength(20);
      await Promise.all(
        all.slice(0, -1).map(async ({ ordinal }) => {
          const delivered = new DeliveredEvents();
          reopened.follow(ordinal, delivered.handler);
          await delivered.until(all.at(-1)!);
          expect(delivered.ids).toEqual(idsOf(all.slice(ordinal)));
        }),
      );
    },
  );
  statesCheck('waits at the head of an empty log', async (log) => {
    const delivered = new DeliveredEvents();
    const following = log.follow(0, delivered.handler);
    await log.head();
    expect(following.position).toBe(0);
    const event = anEvent();
    await log.append(aStream(), 'none', [event]);
    await delivered.until(event);
    expect(delivered.ids).toEqual([event.id]);
  });
  statesCheck('skips and repeats nothing while many write', async (log) => {
    const delivered = new DeliveredEvents();
    const late = new DeliveredEvents();
    log.follow(0, delivered.handler);
    const events = someEvents(600);
    await Promise.all(events.slice(0, 300).map((event) => log.append(aStream(), 'none', [event])));
    log.follow(100, late.handler);
    await Promise.all(events.slice(300).map((event) => log.append(aStream(), 'none', [event])));
    const all = await log.readAll({ after: 0, limit: 999 });
    await Promise.all([delivered.until(all.at(-1)!), late.until(all.at(-1)!)]);
    expect(delivered.ids).toEqual(idsOf(all));
    expect(late.ids).toEqual(idsOf(all.slice(100)));
  });
};

const pressure = (statesCheck: StatesCheck): void => {
  statesCheck('never runs a handler twice at once', async (log) => {
    let runningHandlers = 0;
    let most = 0;
    const delivered = new DeliveredEvents();
    log.follow(0, async (batch) => {
      most = Math.max(most, ++runningHandlers);
      await nextTurn();
      delivered.handler(batch);
      await nextTurn();
      runningHandlers--;
    });
    const events = someEvents(60);
    const stream = aStream();
    for (const event of events) {
      await log.append(stream, 'any', [event]);
      await nextTurn();
    }
    await delivered.until(events.at(-1)!);
    expect(most).toBe(1);
    expect(delivered.ids).toEqual(idsOf(events));
  });
  statesCheck('holds nobody up for a handler that is slow', async (log) => {
    const gate = new Gate();
    const [slow, quick] = [new DeliveredEvents(), new DeliveredEvents()];
    const following = log.follow(0, (batch) => gate.whenOpened.then(() => slow.handler(batch)));
    log.follow(0, quick.handler);
    const events = someEvents(3);
    for (const event of events) await log.append(aStream(), 'none', [event]);
    await quick.until(events.at(-1)!);
    expect([slow.ids, following.position]).toEqual([[], 0]);
    gate.open();
    await slow.until(events.at(-1)!);
    expect(slow.ids).toEqual(idsOf(events));
  });
  statesCheck('lets a handler append', async (log) => {
    const delivered = new DeliveredEvents();
    log.follow(0, async (batch) => {
      delivered.handler(batch);
      for (const { type } of batch) if (type === 'Asked') await log.append(aStream(), 'none', [anEvent({ type: 'Answered' })]);
    });
    await log.append(aStream(), 'none', [anEvent({ type: 'Asked' })]);
    await delivered.events.waitFor(({ type }) => type === 'Answered');
    expect(delivered.events.items.map((event) => event.type)).toEqual(['Asked', 'Answered']);
  });
};

const failures = (statesCheck: StatesCheck): void => {
  statesCheck('hands a failing handler the same batch again, and skips nothing', async (log) => {
    const [first, laterEvents] = [someEvents(3), someEvents(2)];
    await log.append(aStream(), 'none', first);
    const attempts = new ItemCollector<readonly StoredEvent[]>('attempt');
    const errors: unknown[] = [];
    const delivered = new DeliveredEvents();
    const following = log.follow(
      0,
      async (batch) => {
        attempts.add(batch);
        if (attempts.items.length === 1) await log.append(aStream(), 'none', laterEvents);
        if (attempts.items.length < 3) throw new Error(`attempt ${attempts.items.length}`);
        delivered.handler(batch);
      },
      (error) => errors.push(error),
    );
    await delivered.until(laterEvents.at(-1)!);
    expect(attempts.items.slice(0, 3).map(idsOf)).toEqual(Array.from({ length: 3 }, () => idsOf(attempts.items[0]!)));
    expect(delivered.ids).toEqual(idsOf([...first, ...laterEvents]));
    expect(errors).toMatchObject([{ message: 'attempt 1' }, { message: 'attempt 2' }]);
    await following.stop();
    expect(following.position).toBe(5);
  });
  statesCheck('stays where it is while its handler fails, and can be stopped then', async (log) => {
    await log.append(aStream(), 'none', [anEvent()]);
    const errorsSeen = new ItemCollector<unknown>('trouble');
    const following = log.follow(
      0,
      () => {
        throw new Error('no');
      },
      (error) => {
        errorsSeen.add(error);
        throw new Error('also no');
      },
    );
    await errorsSeen.waitFor(() => errorsSeen.items.length === 2);
    await following.stop();
    expect(following.position).toBe(0);
  });
};

const stopping = (statesCheck: StatesCheck): void => {
  statesCheck('waits for the running handler when it is stopped', async (log) => {
    const gate = new Gate();
    const startedBatches = new ItemCollector<number>('batch');
    const following = log.follow(0, (batch) => {
      startedBatches.add(batch.length);
      return gate.whenOpened;
    });
    await log.append(aStream(), 'none', someEvents(2));
    await startedBatches.waitFor();
    let isStopped = false;
    const stop = following.stop().then(() => (isStopped = true));
    await log.head();
    await nextTurn();
    expect([isStopped, following.position]).toEqual([false, 0]);
    gate.open();
    await stop;
    expect(following.position).toBe(2);
  });
  statesCheck('hands over nothing once it is stopped, and can be stopped again', async (log) => {
    const [stoppedEvents, other] = [new DeliveredEvents(), new DeliveredEvents()];
    const [before, after] = [anEvent(), anEvent()];
    const following = log.follow(0, stoppedEvents.handler);
    await log.append(aStream(), 'none', [before]);
    await stoppedEvents.until(before);
    await following.stop();
    log.follow(0, other.handler);
    await log.append(aStream(), 'none', [after]);
    await other.until(after);
    await following.stop();
    expect(stoppedEvents.ids).toEqual([before.id]);
  });
};

/** Contract for followers of a log. */
export const followingContract = (statesCheck: StatesCheck): void => {
  order(statesCheck);
  pressure(statesCheck);
  failures(statesCheck);
  stopping(statesCheck);
};
