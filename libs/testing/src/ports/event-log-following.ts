import { setImmediate as nextTurn } from 'node:timers/promises';
import type { StoredEvent } from '@tocsin/platform/event-log/event-log.js';
import { Awaited } from '../awaited.js';
import { anEvent, aStream, everything, Gate, idsOf, someEvents, Taken } from './event-log-samples.js';
import type { Says } from './event-log-says.js';

const order = (says: Says): void => {
  says('hands over everything from the beginning, then what comes', async (log) => {
    const [there, comes] = [someEvents(5), someEvents(5)];
    for (const event of there) await log.append(aStream(), 'none', [event]);
    const received = new Taken();
    const following = log.follow(0, received.handler);
    await received.until(there.at(-1)!);
    for (const event of comes) await log.append(aStream(), 'none', [event]);
    await received.until(comes.at(-1)!);
    expect(received.ids).toEqual(idsOf([...there, ...comes]));
    expect(received.events.items).toEqual(await log.readAll({ after: 0, limit: 99 }));
    await following.stop();
    expect(following.position).toBe(10);
  });
  says('resumes exactly after a position', async (log, again) => {
    const events = someEvents(7);
    await log.append(aStream(), 'none', events);
    const reopened = await again();
    const received = new Taken();
    reopened.follow(4, received.handler);
    await received.until(events.at(-1)!);
    expect(received.ids).toEqual(idsOf(events.slice(4)));
  });
  says('resumes exactly after each position there is, in the middle of an append and between large events too', async (log, again) => {
    const large = { data: JSON.stringify('x'.repeat(400 * 1024)) };
    for (let n = 0; n < 8; n++) await log.append(aStream(), 'none', n % 2 ? [anEvent(large), anEvent(large)] : someEvents(3));
    const reopened = await again();
    const all = await everything(reopened, undefined, 99);
    expect(all).toHaveLength(20);
    await Promise.all(
      all.slice(0, -1).map(async ({ ordinal }) => {
        const received = new Taken();
        reopened.follow(ordinal, received.handler);
        await received.until(all.at(-1)!);
        expect(received.ids).toEqual(idsOf(all.slice(ordinal)));
      }),
    );
  });
  says('waits at the head of an empty log', async (log) => {
    const received = new Taken();
    const following = log.follow(0, received.handler);
    await log.head();
    expect(following.position).toBe(0);
    const event = anEvent();
    await log.append(aStream(), 'none', [event]);
    await received.until(event);
    expect(received.ids).toEqual([event.id]);
  });
  says('skips and repeats nothing while many write', async (log) => {
    const received = new Taken();
    const late = new Taken();
    log.follow(0, received.handler);
    const events = someEvents(600);
    await Promise.all(events.slice(0, 300).map((event) => log.append(aStream(), 'none', [event])));
    log.follow(100, late.handler);
    await Promise.all(events.slice(300).map((event) => log.append(aStream(), 'none', [event])));
    const all = await log.readAll({ after: 0, limit: 999 });
    await Promise.all([received.until(all.at(-1)!), late.until(all.at(-1)!)]);
    expect(received.ids).toEqual(idsOf(all));
    expect(late.ids).toEqual(idsOf(all.slice(100)));
  });
};

const pressure = (says: Says): void => {
  says('never runs a handler twice at once', async (log) => {
    let running = 0;
    let most = 0;
    const received = new Taken();
    log.follow(0, async (batch) => {
      most = Math.max(most, ++running);
      await nextTurn();
      received.handler(batch);
      await nextTurn();
      running--;
    });
    const events = someEvents(60);
    const stream = aStream();
    for (const event of events) {
      await log.append(stream, 'any', [event]);
      await nextTurn();
    }
    await received.until(events.at(-1)!);
    expect(most).toBe(1);
    expect(received.ids).toEqual(idsOf(events));
  });
  says('holds nobody up for a handler that is slow', async (log) => {
    const gate = new Gate();
    const [slow, quick] = [new Taken(), new Taken()];
    const following = log.follow(0, (batch) => gate.opened.then(() => slow.handler(batch)));
    log.follow(0, quick.handler);
    const events = someEvents(3);
    for (const event of events) await log.append(aStream(), 'none', [event]);
    await quick.until(events.at(-1)!);
    expect([slow.ids, following.position]).toEqual([[], 0]);
    gate.open();
    await slow.until(events.at(-1)!);
    expect(slow.ids).toEqual(idsOf(events));
  });
  says('lets a handler append', async (log) => {
    const received = new Taken();
    log.follow(0, async (batch) => {
      received.handler(batch);
      for (const { type } of batch) if (type === 'Asked') await log.append(aStream(), 'none', [anEvent({ type: 'Answered' })]);
    });
    await log.append(aStream(), 'none', [anEvent({ type: 'Asked' })]);
    await received.events.waitFor(({ type }) => type === 'Answered');
    expect(received.events.items.map((event) => event.type)).toEqual(['Asked', 'Answered']);
  });
};

const trouble = (says: Says): void => {
  says('hands a failing handler the same batch again, and skips nothing', async (log) => {
    const [first, later] = [someEvents(3), someEvents(2)];
    await log.append(aStream(), 'none', first);
    const attempts = new Awaited<readonly StoredEvent[]>('attempt');
    const troubles: unknown[] = [];
    const received = new Taken();
    const following = log.follow(
      0,
      async (batch) => {
        attempts.add(batch);
        if (attempts.items.length === 1) await log.append(aStream(), 'none', later);
        if (attempts.items.length < 3) throw new Error(`attempt ${attempts.items.length}`);
        received.handler(batch);
      },
      (error) => troubles.push(error),
    );
    await received.until(later.at(-1)!);
    expect(attempts.items.slice(0, 3).map(idsOf)).toEqual(Array.from({ length: 3 }, () => idsOf(attempts.items[0]!)));
    expect(received.ids).toEqual(idsOf([...first, ...later]));
    expect(troubles).toMatchObject([{ message: 'attempt 1' }, { message: 'attempt 2' }]);
    await following.stop();
    expect(following.position).toBe(5);
  });
  says('stays where it is while its handler fails, and can be stopped then', async (log) => {
    await log.append(aStream(), 'none', [anEvent()]);
    const troubles = new Awaited<unknown>('trouble');
    const following = log.follow(
      0,
      () => {
        throw new Error('no');
      },
      (error) => {
        troubles.add(error);
        throw new Error('also no');
      },
    );
    await troubles.waitFor(() => troubles.items.length === 2);
    await following.stop();
    expect(following.position).toBe(0);
  });
};

const stopping = (says: Says): void => {
  says('waits for the running handler when it is stopped', async (log) => {
    const gate = new Gate();
    const started = new Awaited<number>('batch');
    const following = log.follow(0, (batch) => {
      started.add(batch.length);
      return gate.opened;
    });
    await log.append(aStream(), 'none', someEvents(2));
    await started.waitFor();
    let stopped = false;
    const stop = following.stop().then(() => (stopped = true));
    await log.head();
    await nextTurn();
    expect([stopped, following.position]).toEqual([false, 0]);
    gate.open();
    await stop;
    expect(following.position).toBe(2);
  });
  says('hands over nothing once it is stopped, and can be stopped again', async (log) => {
    const [stopped, other] = [new Taken(), new Taken()];
    const [before, after] = [anEvent(), anEvent()];
    const following = log.follow(0, stopped.handler);
    await log.append(aStream(), 'none', [before]);
    await stopped.until(before);
    await following.stop();
    log.follow(0, other.handler);
    await log.append(aStream(), 'none', [after]);
    await other.until(after);
    await following.stop();
    expect(stopped.ids).toEqual([before.id]);
  });
};

/** Contract for followers of a log. */
export const followingContract = (says: Says): void => {
  order(says);
  pressure(says);
  trouble(says);
  stopping(says);
};
