import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { anEvent, aStream, idsOf, someEvents, DeliveredEvents } from '@tocsin/testing/ports/event-log-samples.js';
import { AppendConflict, AppendTooLarge, LogUnavailable, type EventLog } from './event-log.js';
import { SqliteEventLog, type SqliteEventLogOptions } from './sqlite-event-log.js';

let dir: string;
const openHandles: EventLog[] = [];

const open = (options?: SqliteEventLogOptions): SqliteEventLog => {
  const log = new SqliteEventLog(dir, options);
  openHandles.push(log);
  return log;
};
const openBeside = (): EventLog => {
  const log = SqliteEventLog.openReadOnly(dir);
  openHandles.push(log);
  return log;
};

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'tocsin-log-'));
});
afterEach(async () => {
  for (const log of openHandles.splice(0).toReversed()) await log.close();
  rmSync(dir, { recursive: true, force: true });
});

const appendOnes = (log: EventLog, count: number): Promise<readonly unknown[]> =>
  Promise.all(someEvents(count).map((event) => log.append(aStream(), 'none', [event])));

describe('group commit', () => {
  it('makes one transaction of all that wait', async () => {
    const log = open();
    await appendOnes(log, 64);
    expect(log.stats()).toMatchObject({ commits: 1, appended: 64, largestGroup: 64 });
    expect(log.stats().lastCommitMs).toBeGreaterThan(0);
    await log.append(aStream(), 'none', someEvents(3));
    expect(log.stats()).toMatchObject({ commits: 2, appended: 67, largestGroup: 64 });
  });
  it('does not make it longer than a few milliseconds', async () => {
    const log = open();
    await appendOnes(log, 600);
    expect(log.stats()).toMatchObject({ commits: 2, appended: 600, largestGroup: 512 });
  });
  it('makes one for each append when it is told to', async () => {
    const log = open({ ungrouped: true, syncDelayMs: 1 });
    await appendOnes(log, 5);
    expect(log.stats()).toMatchObject({ commits: 5, appended: 5, largestGroup: 1 });
    expect(log.stats().lastCommitMs).toBeGreaterThanOrEqual(1);
  });
  it('lets one that conflicts, or is too large, fail alone', async () => {
    const log = open();
    const [stream, other] = [aStream(), aStream()];
    const results = await Promise.allSettled([
      log.append(stream, 'none', someEvents(2)),
      log.append(stream, 'none', [anEvent()]),
      log.append(other, 3, [anEvent()]),
      log.append(other, 'none', [anEvent({ data: 'x'.repeat(1_000_000) })]),
      log.append(stream, 1, [anEvent()]),
      log.append(other, 'none', [anEvent()]),
    ]);
    expect(
      results.map((result) => (result.status === 'fulfilled' ? result.value.revision : (result.reason as object).constructor)),
    ).toEqual([1, AppendConflict, AppendConflict, AppendTooLarge, 2, 0]);
    expect(log.stats()).toMatchObject({ commits: 1, appended: 4 });
  });
  it('lets one that SQLite can’t take fail alone, and forgets what came before it', async () => {
    const log = open();
    const [stream, other] = [aStream(), aStream()];
    const broken = anEvent({ type: 'Broken', v: null as never });
    const results = await Promise.allSettled([
      log.append(stream, 'none', [anEvent(), broken]),
      log.append(stream, 'none', [anEvent({ type: 'Sound' })]),
      log.append(other, 'none', [anEvent()]),
    ]);
    expect(results.map((result) => result.status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
    const events = await log.readAll({ after: 0, limit: 9 });
    expect(events.map((event) => [event.ordinal, event.revision])).toEqual([
      [1, 0],
      [2, 0],
    ]);
  });
  it('writes what waits before it closes, and takes nothing afterwards', async () => {
    const log = open();
    const appending = appendOnes(log, 3);
    await log.close();
    expect(await appending).toHaveLength(3);
    await expect(log.append(aStream(), 'none', [anEvent()])).rejects.toBeInstanceOf(LogUnavailable);
    expect(await open().head()).toMatchObject({ ordinal: 3 });
  });
});

describe('a read of some types', () => {
  it('goes by their index: it looks at no event that it does not answer', async () => {
    const writer = open();
    for (const type of ['Common', 'Rare', 'Common', 'Other', 'Rare']) await writer.append(aStream(), 'none', [anEvent({ type })]);
    await writer.close();
    const log = open();
    const ordinals = async (types: readonly string[]) => (await log.readAll({ after: 0, limit: 9, types })).map(({ ordinal }) => ordinal);
    expect(await ordinals(['Rare', 'Other', 'NeverSaid'])).toEqual([2, 4, 5]);
    expect(await ordinals(['NeverSaid'])).toEqual([]);
    expect((await log.readBack({ before: 5, limit: 2, types: ['Rare', 'Other'] })).map(({ ordinal }) => ordinal)).toEqual([4, 2]);
    const statements = [...log['reader']['byTypes'].values()];
    expect(statements).toHaveLength(2);
    const plans = statements.flatMap(
      ({ source }) => log['database'].prepare(`EXPLAIN QUERY PLAN ${source}`).all(1, 0, 2, 0, 9) as object[],
    );
    const details = plans.map((step) => (step as { detail: string }).detail);
    expect(details.filter((detail) => /SCAN (?!f)|TEMP B-TREE/.test(detail))).toEqual([]);
    expect(details.filter((detail) => detail.includes('events_by_type'))).toHaveLength(4);
  });
});

describe('what was just appended', () => {
  it('is read as the same objects, so that it is decoded once', async () => {
    const log = open();
    const delivered = new DeliveredEvents();
    log.follow(0, delivered.handler);
    const events = ['Common', 'Rare', 'Common'].map((type) => anEvent({ type }));
    for (const event of events) await log.append(aStream(), 'none', [event]);
    await delivered.until(events[2]!);
    const [, rare, last] = delivered.events.items;
    const read = [...(await log.readAll({ after: 0, limit: 9, types: ['Rare'] })), ...(await log.readOrdinals([3, 2, 3, 99]))];
    expect(idsOf(read)).toEqual(idsOf([rare!, rare!, last!]));
    expect(read.map((event, n) => event === [rare, rare, last][n])).toEqual([true, true, true]);
  });
});

describe('a full disk', () => {
  it('is told to all who wait, and is over when there is room again', async () => {
    const log = open();
    const stream = aStream();
    await log.append(stream, 'none', [anEvent()]);
    const pages = log['database'].pragma('page_count', { simple: true }) as number;
    const room = log['database'].pragma('max_page_count', { simple: true }) as number;
    const large = (): ReturnType<typeof anEvent> => anEvent({ type: 'Large', data: JSON.stringify('x'.repeat(100_000)) });
    log['database'].pragma(`max_page_count = ${pages + 2}`);
    const results = await Promise.allSettled([log.append(stream, 0, [anEvent()]), log.append(aStream(), 'none', [large()])]);
    const diskFullError = { outcome: 'not_applied', message: expect.stringContaining('full') as string };
    expect(results).toMatchObject([{ reason: diskFullError }, { reason: diskFullError }]);
    await expect(log.append(stream, 0, [large()])).rejects.toBeInstanceOf(LogUnavailable);
    expect(await log.head()).toMatchObject({ ordinal: 1 });
    log['database'].pragma(`max_page_count = ${room}`);
    const retriedEvent = large();
    expect(await log.append(stream, 0, [retriedEvent])).toMatchObject({ revision: 1 });
    expect(await log.readOrdinals([2])).toMatchObject([{ id: retriedEvent.id, type: 'Large', stream }]);
    expect(log.stats()).toMatchObject({ commits: 2, appended: 2 });
  });
  it('still takes what fits', async () => {
    const log = open();
    await log.append(aStream(), 'none', [anEvent()]);
    log['database'].pragma(`max_page_count = ${log['database'].pragma('page_count', { simple: true }) as number}`);
    await expect(log.append(aStream(), 'none', [anEvent({ data: 'x'.repeat(50_000) })])).rejects.toBeInstanceOf(LogUnavailable);
    expect(await log.append(aStream(), 'none', [anEvent()])).toMatchObject({ revision: 0 });
  });
});

describe('a reader beside the writer', () => {
  it('sees and follows what is committed', async () => {
    const log = open();
    const reader = openBeside();
    const delivered = new DeliveredEvents();
    const following = reader.follow(0, delivered.handler);
    const events = someEvents(3, { type: 'Fresh' });
    await log.append(aStream(), 'none', events);
    expect(await reader.readAll({ after: 0, limit: 9, types: ['Fresh'] })).toEqual(await log.readAll({ after: 0, limit: 9 }));
    await delivered.until(events.at(-1)!);
    expect(delivered.ids).toEqual(idsOf(events));
    await following.stop();
    await expect(reader.append(aStream(), 'any', [anEvent()])).rejects.toMatchObject({ outcome: 'not_applied' });
    expect(await log.append(aStream(), 'none', [anEvent()])).toMatchObject({ revision: 0 });
    expect(await reader.head()).toEqual(await log.head());
  });
  it('may be another process', async () => {
    const log = open();
    await appendOnes(log, 5);
    const library = createRequire(__filename).resolve('better-sqlite3');
    const script = `const log = new (require(${JSON.stringify(library)}))(${JSON.stringify(join(dir, 'log.db'))}, { readonly: true });
      console.log(log.prepare('SELECT max(ordinal) FROM events').pluck().get());`;
    expect(execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' }).trim()).toBe('5');
    await appendOnes(log, 1);
    expect(await log.head()).toMatchObject({ ordinal: 6 });
  });
  it('reads a log that nobody writes', async () => {
    const log = open();
    await appendOnes(log, 2);
    await log.close();
    expect(await openBeside().head()).toMatchObject({ ordinal: 2 });
  });
  it('does not make a log where there is none', () => {
    expect(() => SqliteEventLog.openReadOnly(dir)).toThrow(LogUnavailable);
  });
});

describe('the file', () => {
  it('is flushed at every commit', () => {
    const log = open();
    const pragma = (name: string): unknown => log['database'].pragma(name, { simple: true });
    expect([pragma('journal_mode'), pragma('synchronous'), pragma('wal_autocheckpoint')]).toEqual(['wal', 2, 10_000]);
  });
  it('takes over what was written when the writer has a moment', async () => {
    const log = open();
    for (let n = 0; n < 8; n++) await log.append(aStream(), 'none', [anEvent({ data: 'x'.repeat(900_000) })]);
    await nextTurn();
    await nextTurn();
    expect(statSync(join(dir, 'log.db')).size).toBeGreaterThan(3_000_000);
  });
  it('survives a second writer who should not be there', async () => {
    const [log, other] = [open(), open()];
    const stream = aStream();
    await log.append(stream, 'none', [anEvent()]);
    await other.append(stream, 0, [anEvent()]);
    const late = await Promise.allSettled([log.append(stream, 0, [anEvent()]), log.append(stream, 1, [anEvent()])]);
    expect(late.map((result) => result.status)).toContain('fulfilled');
    const revisions = (await log.readStream(stream)).map((event) => event.revision);
    expect(revisions).toEqual([0, 1, 2]);
  });
});
