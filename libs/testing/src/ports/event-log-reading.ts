import type { EventLog, NewEvent } from '@tocsin/platform/event-log/event-log.js';
import { anEvent, aStream, readEverything, idsOf, someEvents, DeliveredEvents } from './event-log-samples.js';
import type { StatesCheck } from './event-log-checks.js';
import { isDeep } from '../tier.js';

/** Twelve events of three types, in four streams. */
const appendDozen = async (log: EventLog): Promise<readonly NewEvent[]> => {
  const events = Array.from({ length: 12 }, (_, n) => anEvent({ type: `Type${n % 3}`, v: n + 1 }));
  const streams = Array.from({ length: 4 }, aStream);
  for (const [n, event] of events.entries()) await log.append(streams[n % 4]!, 'any', [event]);
  return events;
};

const streams = (statesCheck: StatesCheck): void => {
  statesCheck('finds nothing in a stream that does not exist', async (log) => {
    await log.append(aStream(), 'none', [anEvent()]);
    expect(await log.readStream(aStream())).toEqual([]);
    expect(await log.readStream(aStream(), 3, 5)).toEqual([]);
  });
  statesCheck('gives back what was appended, and where it stands', async (log) => {
    const stream = aStream();
    const events = someEvents(2, { type: 'SomethingElse', v: 3 });
    await log.append(stream, 'none', events);
    const places = [0, 1].map((n) => ({ stream, revision: n, ordinal: n + 1, token: expect.any(String) as string }));
    expect(await log.readStream(stream)).toEqual(places.map((place, n) => ({ ...events[n]!, ...place })));
    expect(await log.readAll({ after: 0, limit: 9 })).toEqual(await log.readStream(stream));
  });
  statesCheck('pages through a stream', async (log) => {
    const stream = aStream();
    const events = someEvents(7);
    await log.append(stream, 'none', events.slice(0, 4));
    await log.append(aStream(), 'none', someEvents(2));
    await log.append(stream, 3, events.slice(4));
    const page = async (from?: number, limit?: number) => idsOf(await log.readStream(stream, from, limit));
    const ids = idsOf(events);
    expect(await page()).toEqual(ids);
    expect(await page(0, 3)).toEqual(ids.slice(0, 3));
    expect(await page(3, 3)).toEqual(ids.slice(3, 6));
    expect(await page(6, 3)).toEqual(ids.slice(6));
    expect(await page(7, 3)).toEqual([]);
    expect(await page(5)).toEqual(ids.slice(5));
  });
  statesCheck('pages through a stream from its end', async (log) => {
    const stream = aStream();
    const events = someEvents(7);
    await log.append(stream, 'none', events.slice(0, 4));
    await log.append(aStream(), 'none', someEvents(2));
    await log.append(stream, 3, events.slice(4));
    const page = async (limit: number, before?: number) =>
      (await log.readStreamBack({ stream, limit, ...(before === undefined ? {} : { before }) })).map(({ revision }) => revision);
    expect(await page(3)).toEqual([6, 5, 4]);
    expect(await page(3, 4)).toEqual([3, 2, 1]);
    expect(await page(3, 1)).toEqual([0]);
    expect(await page(3, 0)).toEqual([]);
    expect(await page(99, 99)).toEqual([6, 5, 4, 3, 2, 1, 0]);
    expect(await log.readStreamBack({ stream, limit: 7 })).toEqual((await log.readStream(stream)).toReversed());
    expect(await log.readStreamBack({ stream: aStream(), limit: 3 })).toEqual([]);
  });
  statesCheck('ends a read early that would be long, and never without an event', async (log) => {
    const [stream, others] = [aStream(), aStream()];
    const large = () => anEvent({ type: 'Large', data: JSON.stringify({ text: 'x'.repeat(400_000) }) });
    for (let n = 0; n < 6; n += 1) {
      await log.append(stream, 'any', [large()]);
      // far apart, so that they are read one by one
      await log.append(others, 'any', someEvents(20));
    }
    const lengths = [
      await log.readStream(stream),
      await log.readStreamBack({ stream, limit: 9 }),
      await log.readAll({ after: 0, limit: 9, types: ['Large'] }),
    ].map(({ length }) => length);
    expect(lengths).toEqual([3, 3, 3]);
    expect((await log.readAll({ after: 0, limit: 999 })).length).toBeLessThan(100);
    const back = await log.readBack({ before: 999, limit: 999, types: ['Large'] });
    expect(back.slice(0, 3).map(({ revision }) => revision)).toEqual([5, 4, 3]);
    expect(await readEverything(log, undefined, 999)).toHaveLength(126);
    expect((await readEverything(log, ['Large'], 999)).map(({ revision }) => revision)).toEqual([0, 1, 2, 3, 4, 5]);
  });
};

const bothDirections = (statesCheck: StatesCheck): void => {
  statesCheck('pages upwards, after an ordinal and by type', async (log) => {
    const events = await appendDozen(log);
    const page = async (after: number, limit: number, types?: readonly string[]) =>
      (await log.readAll({ after, limit, ...(types ? { types } : {}) })).map((event) => event.ordinal);
    expect(idsOf(await readEverything(log, undefined, 5))).toEqual(idsOf(events));
    expect(await page(3, 4)).toEqual([4, 5, 6, 7]);
    expect(await page(12, 4)).toEqual([]);
    expect(await page(0, 3, ['Type1'])).toEqual([2, 5, 8]);
    expect(await page(8, 3, ['Type1'])).toEqual([11]);
    expect(await page(2, 4, ['Type2', 'Type0', 'NeverSaid'])).toEqual([3, 4, 6, 7]);
    expect(await page(0, 9, ['NeverSaid'])).toEqual([]);
    expect(await page(0, 9, [])).toEqual([]);
  });
  statesCheck('pages downwards, before an ordinal and by type', async (log) => {
    await appendDozen(log);
    const page = async (before: number, limit: number, types?: readonly string[]) =>
      (await log.readBack({ before, limit, ...(types ? { types } : {}) })).map((event) => event.ordinal);
    expect(await page(13, 3)).toEqual([12, 11, 10]);
    expect(await page(10, 2)).toEqual([9, 8]);
    expect(await page(3, 9)).toEqual([2, 1]);
    expect(await page(1, 9)).toEqual([]);
    expect(await page(12, 3, ['Type2'])).toEqual([9, 6, 3]);
    expect(await page(99, 2, ['Type1', 'Type2'])).toEqual([12, 11]);
  });
  statesCheck('finds ordinals, each once, in log order', async (log) => {
    const events = await appendDozen(log);
    const readEvents = await log.readOrdinals([11, 2, 7, 2, 99, 0]);
    expect(readEvents.map((event) => event.ordinal)).toEqual([2, 7, 11]);
    expect(idsOf(readEvents)).toEqual([1, 6, 10].map((n) => events[n]!.id));
    expect(await log.readOrdinals([])).toEqual([]);
  });
  statesCheck('knows its head, also when it is empty', async (log) => {
    const empty = await log.head();
    expect(empty.ordinal).toBe(0);
    const { token } = await log.append(aStream(), 'none', someEvents(3));
    expect(await log.head()).toEqual({ ordinal: 3, token });
    expect(empty.token < token).toBe(true);
  });
};

const order = (statesCheck: StatesCheck): void => {
  const count = isDeep ? 100_000 : 5000;
  statesCheck(
    `keeps the order of ${count} events over many streams`,
    async (log, restart) => {
      const sent = await appendMany(log, count);
      const all = await readEverything(log);
      expect(all.every((event, index) => event.ordinal === index + 1)).toBe(true);
      expect(all).toHaveLength(count);
      expect(all.every((event, index) => index === 0 || all[index - 1]!.token < event.token)).toBe(true);
      for (const [stream, events] of sent) expect(inStream(all, stream)).toEqual(idsOf(events));
      const delivered = new DeliveredEvents();
      log.follow(0, delivered.handler);
      await delivered.until(all.at(-1)!, 60_000);
      expect(delivered.ids).toEqual(idsOf(all));
      expect(await readEverything(await restart())).toEqual(all);
    },
    isDeep ? 300_000 : 60_000,
  );
  statesCheck('goes on after a restart where it stood', async (log, restart) => {
    const stream = aStream();
    await log.append(stream, 'none', someEvents(2, { type: 'Known' }));
    const reopened = await restart();
    expect(await reopened.append(stream, 1, [anEvent({ type: 'Known' }), anEvent({ type: 'New' })])).toMatchObject({ revision: 3 });
    expect((await reopened.readAll({ after: 0, limit: 9, types: ['Known'] })).map((event) => event.ordinal)).toEqual([1, 2, 3]);
    expect(await reopened.head()).toMatchObject({ ordinal: 4 });
  });
};

/** Fifty writers, each with four streams. Returns what each stream was sent. */
const appendMany = async (log: EventLog, count: number): Promise<ReadonlyMap<string, readonly NewEvent[]>> => {
  const sent = new Map<string, NewEvent[]>(Array.from({ length: 200 }, () => [aStream(), []]));
  const names = [...sent.keys()];
  const runWriter = async (n: number): Promise<void> => {
    for (let i = 0; i < count / 50; i++) {
      const stream = names[n * 4 + (i % 4)]!;
      const sentEvents = sent.get(stream)!;
      const event = anEvent({ type: `Type${i % 7}` });
      await log.append(stream, sentEvents.length === 0 ? 'none' : sentEvents.length - 1, [event]);
      sentEvents.push(event);
    }
  };
  await Promise.all(Array.from({ length: 50 }, (_, n) => runWriter(n)));
  return sent;
};

const inStream = (events: readonly (NewEvent & { readonly stream: string })[], stream: string): readonly string[] =>
  idsOf(events.filter((event) => event.stream === stream));

/** The contract of all reads. */
export const readingContract = (statesCheck: StatesCheck): void => {
  streams(statesCheck);
  bothDirections(statesCheck);
  order(statesCheck);
};
