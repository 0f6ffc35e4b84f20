import { AppendConflict, AppendTooLarge, LogUnavailable, type EventLog } from '@tocsin/platform/event-log/event-log.js';
import { anEvent, aStream, readEverything, idsOf, refusalOf, someEvents } from './event-log-samples.js';
import type { StatesCheck } from './event-log-checks.js';

const kib = 1024;

const revisions = (statesCheck: StatesCheck): void => {
  statesCheck('answers the revision of the last event, counted from 0', async (log) => {
    const stream = aStream();
    expect(await log.append(stream, 'none', [anEvent()])).toMatchObject({ revision: 0 });
    expect(await log.append(stream, 0, someEvents(3))).toMatchObject({ revision: 3 });
    expect(await log.append(stream, 'any', [anEvent()])).toMatchObject({ revision: 4 });
    expect((await log.readStream(stream)).map((event) => event.revision)).toEqual([0, 1, 2, 3, 4]);
  });
  statesCheck('answers the token of the last event', async (log) => {
    const { token } = await log.append(aStream(), 'none', someEvents(3));
    expect((await readEverything(log)).at(-1)?.token).toBe(token);
  });
  statesCheck('takes any revision of a stream that does not exist', async (log) => {
    expect(await log.append(aStream(), 'any', someEvents(2))).toMatchObject({ revision: 1 });
  });
  statesCheck('says which revision it found instead', async (log) => {
    const stream = aStream();
    const missingStream = aStream();
    await log.append(stream, 'none', someEvents(3));
    const actualByExpected = { none: 2, 0: 2, 1: 2, 7: 2 };
    for (const [expectation, actual] of Object.entries(actualByExpected)) {
      const expectedRevision = expectation === 'none' ? 'none' : Number(expectation);
      const refusal = await refusalOf(log.append(stream, expectedRevision, [anEvent()]));
      expect(refusal).toBeInstanceOf(AppendConflict);
      expect(refusal).toMatchObject({ stream, expected: expectedRevision, actual });
    }
    expect(await refusalOf(log.append(missingStream, 4, [anEvent()]))).toMatchObject({ stream: missingStream, expected: 4, actual: -1 });
    expect(await log.readStream(missingStream)).toEqual([]);
    expect(await log.head()).toMatchObject({ ordinal: 3 });
  });
  statesCheck('lets exactly one of two writers win, however many pairs write at once', async (log) => {
    const streams = Array.from({ length: 100 }, aStream);
    await Promise.all(streams.map((stream) => log.append(stream, 'none', [anEvent()])));
    const pairs = await Promise.all(streams.map((stream) => pairOf(log, stream)));
    for (const [index, { won, lost }] of pairs.entries()) {
      expect(lost).toMatchObject([{ stream: streams[index], expected: 0, actual: 1 }]);
      expect((await log.readStream(streams[index]!, 1)).map((event) => event.id)).toEqual(won);
    }
  });
};

/** Two writers who have both read revision 0. */
const pairOf = async (log: EventLog, stream: string) => {
  const events = [anEvent(), anEvent()];
  const results = await Promise.allSettled(events.map((event) => log.append(stream, 0, [event])));
  return {
    won: events.filter((_, index) => results[index]?.status === 'fulfilled').map((event) => event.id),
    lost: results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : [])),
  };
};

const repeats = (statesCheck: StatesCheck): void => {
  statesCheck('answers a repeat as the first time, and writes nothing', async (log, restart) => {
    const [single, several] = [aStream(), aStream()];
    const [one, more] = [[anEvent()], someEvents(3)];
    await log.append(several, 'none', [anEvent()]);
    const first = [await log.append(single, 'none', one), await log.append(several, 0, more)];
    await log.append(single, 0, someEvents(2));
    await log.append(several, 3, someEvents(2));
    const appendTwice = async (to: EventLog) => [await to.append(single, 'none', one), await to.append(several, 0, more)];
    expect(await appendTwice(log)).toEqual(first);
    const reopened = await restart();
    expect(await appendTwice(reopened)).toEqual(first);
    expect(await reopened.head()).toMatchObject({ ordinal: 9 });
  });
  statesCheck('answers a repeat that comes while the first is on its way', async (log) => {
    const stream = aStream();
    const events = someEvents(2);
    const answers = await Promise.all([1, 2, 3].map(() => log.append(stream, 'none', events)));
    expect(new Set(answers.map(({ revision, token }) => `${revision} ${token}`)).size).toBe(1);
    expect(idsOf(await log.readStream(stream))).toEqual(idsOf(events));
  });
  statesCheck('takes the same ids at another revision for a conflict', async (log) => {
    const stream = aStream();
    const events = someEvents(2);
    await log.append(stream, 'none', [anEvent()]);
    await log.append(stream, 0, events);
    expect(await refusalOf(log.append(stream, 'none', events))).toMatchObject({ actual: 2 });
    expect(await refusalOf(log.append(stream, 1, events))).toMatchObject({ actual: 2 });
    expect(await refusalOf(log.append(stream, 0, [events[1]!, events[0]!]))).toMatchObject({ actual: 2 });
    expect(await refusalOf(log.append(stream, 0, [...events, anEvent()]))).toMatchObject({ actual: 2 });
    expect(await log.head()).toMatchObject({ ordinal: 3 });
  });
};

const bytes = (statesCheck: StatesCheck): void => {
  statesCheck('writes all events of an append or none', async (log) => {
    const stream = aStream();
    await log.append(stream, 'none', [anEvent()]);
    const attempts = Array.from({ length: 20 }, () => someEvents(5));
    const results = await Promise.allSettled(attempts.map((events) => log.append(stream, 0, events)));
    const won = attempts.filter((_, index) => results[index]?.status === 'fulfilled');
    expect(won).toHaveLength(1);
    expect(idsOf(await log.readStream(stream, 1))).toEqual(idsOf(won[0]!));
    expect(await log.head()).toMatchObject({ ordinal: 6 });
  });
  statesCheck('gives back every character of a large event', async (log, restart) => {
    const odd = 'åß漢字 🚨👩‍🚒 "quoted" \\ / \b\f\n\r\t \u0000\u001f\u007f\u2028\u2029\ufeff\ufffd \ud83d lone \udea8 e\u0301 é ';
    const times = Math.floor((850 * kib) / Buffer.byteLength(JSON.stringify(odd)));
    const event = anEvent({ data: JSON.stringify({ long: odd.repeat(times) }), meta: JSON.stringify({ odd }) });
    expect(Buffer.byteLength(event.data)).toBeGreaterThan(820 * kib);
    const stream = aStream();
    await log.append(stream, 'none', [event]);
    const [storedEvent] = await log.readStream(stream);
    expect(storedEvent!.data === event.data && storedEvent!.meta === event.meta).toBe(true);
    const [first] = await (await restart()).readAll({ after: 0, limit: 1 });
    expect(first!.data === event.data && first!.meta === event.meta).toBe(true);
  });
  statesCheck('refuses what is too large by its bytes, and writes nothing of it', async (log) => {
    const half = (): ReturnType<typeof anEvent> => anEvent({ data: JSON.stringify('x'.repeat(460 * kib)) });
    const euros = anEvent({ data: JSON.stringify('€'.repeat(310 * kib)) });
    const stream = aStream();
    await expect(log.append(stream, 'none', [half(), half()])).rejects.toBeInstanceOf(AppendTooLarge);
    await expect(log.append(stream, 'none', [euros])).rejects.toBeInstanceOf(AppendTooLarge);
    await expect(log.append(stream, 'none', [anEvent({ meta: euros.data })])).rejects.toBeInstanceOf(AppendTooLarge);
    expect(await log.readStream(stream)).toEqual([]);
    expect(await log.append(stream, 'none', [half()])).toMatchObject({ revision: 0 });
    expect(await log.head()).toMatchObject({ ordinal: 1 });
  });
  statesCheck('refuses an append without events', async (log) => {
    await expect(log.append(aStream(), 'any', [])).rejects.toBeInstanceOf(RangeError);
  });
  statesCheck('is unavailable once it is closed', async (log) => {
    await log.close();
    await expect(log.append(aStream(), 'any', [anEvent()])).rejects.toMatchObject({ outcome: 'not_applied' });
    await expect(log.head()).rejects.toBeInstanceOf(LogUnavailable);
    expect(() => log.follow(0, () => {})).toThrow(LogUnavailable);
    await log.close();
  });
};

/** Contract of appends, and their results. */
export const appendsContract = (statesCheck: StatesCheck): void => {
  revisions(statesCheck);
  repeats(statesCheck);
  bytes(statesCheck);
};
