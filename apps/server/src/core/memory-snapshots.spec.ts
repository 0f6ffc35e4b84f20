import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import { MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';
import { MemoryEventLog } from '@tocsin/platform/event-log/memory-event-log.js';
import type { ReadAll, StoredEvent } from '@tocsin/platform/event-log/event-log.js';
import { LogTimeMarks } from '@tocsin/platform/feed/log-time-marks.js';
import { refold } from '@tocsin/platform/feed/refold.js';
import { anEvent, aStream } from '@tocsin/testing/ports/event-log-samples.js';
import { measureHeap } from '@tocsin/testing/heap-usage.js';
import { boards, tallies, tickets } from '@tocsin/testing/toys/toy-views.js';
import { MemorySnapshots } from './memory-snapshots.js';

const views = [tickets, boards, tallies];
const vault = { mac: (purpose: string, text: string) => createHash('sha256').update(`${purpose} ${text}`).digest() };
const eventVersions = ['TicketOpened 1', 'TicketMoved 1', 'BoardRenamed 1', 'Chatter 1'];
const decode = (storedEvent: StoredEvent): Recorded => ({
  ...storedEvent,
  data: JSON.parse(storedEvent.data),
  meta: JSON.parse(storedEvent.meta),
});
const fingerprintsMade = { tickets: 'one', boards: 'one', tallies: 'one' };

const toyEventAt = (type: string, data: object, n: number) =>
  anEvent({ type, data: JSON.stringify(data), meta: JSON.stringify({ at: new Date(Date.UTC(2026, 10, 21, n)).toISOString() }) });

/** A log of some days, with mostly events that no view reads. */
const createHistory = async (): Promise<MemoryEventLog> => {
  const log = new MemoryEventLog();
  const stream = aStream();
  for (let n = 0; n < 60; n += 1) {
    const id = `t${n}`;
    await log.append(stream, 'any', [
      toyEventAt('Chatter', {}, n),
      toyEventAt('Chatter', {}, n),
      toyEventAt('TicketOpened', { id, title: id, board: n % 2 ? 'red' : 'blue', size: n }, n),
    ]);
    if (n % 3 === 0) await log.append(stream, 'any', [toyEventAt('TicketMoved', { id, state: 'done' }, n)]);
    if (n % 20 === 0) await log.append(stream, 'any', [toyEventAt('BoardRenamed', { board: 'red', name: `Red ${n}` }, n)]);
  }
  return log;
};

/** The memory of a server that starts with this code. */
class Start {
  readonly memory = new MemoryRows(views);
  readonly troubles: string[] = [];
  readonly reads: ReadAll[] = [];
  /** Types of the events that were read for folding again. */
  readonly read: string[] = [];
  readonly snapshots: MemorySnapshots;
  readonly marks = new LogTimeMarks();
  hasRoom = true;

  constructor(
    private readonly log: MemoryEventLog,
    room: string,
    fingerprints: Readonly<Record<string, string>> = fingerprintsMade,
    types: readonly string[] = eventVersions,
  ) {
    const { memory, marks, troubles } = this;
    const errorSink = { note: (_where: string, error: unknown) => void troubles.push((error as Error).message) };
    this.snapshots = new MemorySnapshots({
      room,
      vault,
      memory,
      marks,
      fingerprints,
      knows: types,
      troubles: errorSink,
      hasRoom: () => this.hasRoom,
    });
  }

  async run(): Promise<this> {
    await this.snapshots.restore(async () => (await this.log.head()).ordinal);
    const { memory } = this;
    const log = {
      readAll: async (query: ReadAll) => {
        this.reads.push(query);
        const page = await this.log.readAll(query);
        this.read.push(...page.map(({ type }) => type));
        return page;
      },
    };
    const staleViews = memory.viewsBehind();
    const staleDefinitions = views.filter(({ name }) => staleViews.includes(name));
    if (staleDefinitions.length > 0) await refold({ log, decode, memory }, staleDefinitions, memory.ordinal);
    for (const event of await this.log.readAll({ after: memory.ordinal, limit: 9_999 })) memory.apply(decode(event));
    return this;
  }

  async stop(): Promise<void> {
    await this.snapshots.write();
  }
}

describe('snapshots of memory', () => {
  let room: string;
  let log: MemoryEventLog;
  let heapBefore: ReturnType<typeof measureHeap>;
  const file = (name: string): string => join(room, 'memory', `${name}.snapshot`);
  beforeEach(async () => {
    room = mkdtempSync(join(tmpdir(), 'views-'));
    log = await createHistory();
    const first = await new Start(log, room).run();
    heapBefore = measureHeap(first.memory);
    await first.stop();
  });
  afterEach(() => rmSync(room, { recursive: true }));

  it('spare the next start the whole log', async () => {
    const { memory, reads, troubles } = await new Start(log, room).run();
    expect(measureHeap(memory)).toEqual(heapBefore);
    expect([reads, troubles]).toEqual([[], []]);
  });

  it('made by other code are folded again: that view alone, reading only the kinds of event that it asks for', async () => {
    const { memory, read } = await new Start(log, room, { ...fingerprintsMade, boards: 'two' }).run();
    expect(measureHeap(memory)).toEqual(heapBefore);
    expect(new Set(read)).toEqual(new Set(['TicketOpened', 'BoardRenamed']));
    expect(read).toHaveLength(60 + 3);
  });

  it('that are damaged or missing are folded again, each for itself', async () => {
    truncateSync(file('tickets'), 100);
    rmSync(file('boards'));
    const { memory, read, troubles } = await new Start(log, room).run();
    expect(measureHeap(memory)).toEqual(heapBefore);
    expect(read).toHaveLength(60 + 20 + 3);
    expect(troubles).toEqual([expect.stringContaining('tickets.snapshot is damaged')]);
  });

  it('are not kept of a view that threw at an event: the next start folds it again, and says so again', async () => {
    const { memory, marks } = await new Start(log, room).run();
    const faulty = Object.assign(Object.create(memory) as MemoryRows, { isFaulty: (view: string) => view === 'boards' });
    const troubles = { note: () => {} };
    await new MemorySnapshots({
      room,
      vault,
      memory: faulty,
      marks,
      fingerprints: fingerprintsMade,
      knows: eventVersions,
      troubles,
      hasRoom: () => true,
    }).replace();
    expect([existsSync(file('boards')), existsSync(file('tickets'))]).toEqual([false, true]);
    const third = await new Start(log, room).run();
    expect(new Set(third.read)).toEqual(new Set(['TicketOpened', 'BoardRenamed']));
    expect(measureHeap(third.memory)).toEqual(heapBefore);
  });

  it('without the one that says how far they are read the log over them', async () => {
    writeFileSync(file('log'), 'nonsense');
    expect(measureHeap((await new Start(log, room, { ...fingerprintsMade, tallies: 'two' }).run()).memory)).toEqual(heapBefore);
  });

  it('are kept for the next start once they are folded again', async () => {
    const second = await new Start(log, room, { ...fingerprintsMade, boards: 'two' }).run();
    await second.stop();
    expect((await new Start(log, room, { ...fingerprintsMade, boards: 'two' }).run()).reads).toEqual([]);
  });

  it('are not written while the disk is nearly full', async () => {
    const second = await new Start(log, room, { ...fingerprintsMade, boards: 'two' }).run();
    second.hasRoom = false;
    await second.stop();
    expect((await new Start(log, room, { ...fingerprintsMade, boards: 'two' }).run()).reads).not.toEqual([]);
  });

  it('of a log that was longer are not read', async () => {
    const { memory } = await new Start(new MemoryEventLog(), room).run();
    expect(memory.ordinal).toBe(0);
    expect(memory.rows('tickets').size).toBe(0);
  });

  it('of a program that could read more kinds of event spare this one none of them', async () => {
    const start = new Start(log, room, fingerprintsMade, ['TicketOpened 1']);
    await start.snapshots.restore(async () => (await log.head()).ordinal);
    expect(start.memory.ordinal).toBe(0);
  });

  it('leave none behind of views that are no more', async () => {
    writeFileSync(file('gone'), 'names');
    await new Start(log, room).run();
    expect(readdirSync(join(room, 'memory')).toSorted()).toEqual(['boards', 'log', 'tallies', 'tickets'].map((name) => `${name}.snapshot`));
  });

  it('written at once by two who ask are whole', async () => {
    const start = await new Start(log, room).run();
    await Promise.all([start.snapshots.replace(), start.snapshots.write(), start.snapshots.replace()]);
    expect(measureHeap((await new Start(log, room).run()).memory)).toEqual(heapBefore);
  });
});
