import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FoldFault } from '@tocsin/kernel/rows/memory-rows.js';
import type { AnyView } from '@tocsin/kernel/rows/view.js';
import { tickets, toyEvent, toyToken, toyViews, type Ticket } from '@tocsin/testing/toys/toy-views.js';
import { Projector, type ProjectorOptions } from './projector.js';
import { SqlViewStore } from './sql-view-store.js';
import { sqliteViews } from './sqlite-dialect.js';
import type { Checkpoint, RowSaved } from './view-store.js';

const at = (minute: number): string => `2026-11-21T03:${String(minute).padStart(2, '0')}:00.000Z`;
const opened = (ordinal: number, id: string, minute = ordinal) =>
  toyEvent(ordinal, at(minute), 'TicketOpened', { id, title: 'disk', board: null, size: 1 });
const moved = (ordinal: number, id: string, state: string, minute = ordinal) => toyEvent(ordinal, at(minute), 'TicketMoved', { id, state });
const other = (ordinal: number, minute = ordinal) => toyEvent(ordinal, at(minute), 'SomethingElse', {});

const failing = (error: Error = new TypeError('this row can’t be made')): never => {
  throw error;
};

let folder: string;
let store: SqlViewStore;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tocsin-projector-'));
  store = new SqlViewStore(sqliteViews(folder));
  await store.prepare(toyViews);
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const started = async (options: Partial<ProjectorOptions> = {}): Promise<Projector> => {
  const projector = new Projector({ views: toyViews, store, ...options });
  await projector.start();
  return projector;
};

describe('a projector', () => {
  it('keeps what a row was between two events of one batch', async () => {
    const projector = await started();
    await projector.apply([opened(1, 't1'), moved(2, 't1', 'held'), moved(3, 't1', 'done')], toyToken(3));
    const states = await Promise.all([1, 2, 3].map(async (minute) => (await store.get('tickets', 't1', at(minute)))?.row));
    expect(states.map((row) => (row as { state: string }).state)).toEqual(['open', 'held', 'done']);
    expect((await store.get('tallies', 'all'))?.row).toEqual({ TicketOpened: 1, TicketMoved: 2 });
  });

  it('goes on from its checkpoint, and passes over what it has seen', async () => {
    await (await started()).apply([opened(1, 't1'), moved(2, 't1', 'held')], toyToken(2));
    const projector = await started();
    expect(projector.position).toEqual({ ordinal: 2, logTime: at(2), token: toyToken(2) });
    await projector.apply([moved(2, 't1', 'held'), moved(3, 't1', 'done')], toyToken(3));
    expect((await store.get('tallies', 'all'))?.row).toEqual({ TicketOpened: 1, TicketMoved: 2 });
  });

  it('moves on, and moves log time on, with events that no view asks for', async () => {
    const projector = await started();
    await projector.apply([opened(1, 't1', 10), other(2, 30)], toyToken(2));
    await projector.apply([moved(3, 't1', 'done', 20)], toyToken(3));
    expect(projector.position).toEqual({ ordinal: 3, logTime: at(30), token: toyToken(3) });
    expect((await store.get('tickets', 't1', at(29)))?.ordinal).toBe(1);
    expect((await store.get('tickets', 't1', at(30)))?.ordinal).toBe(3);
  });

  it('will not leave out an event', async () => {
    const projector = await started();
    await expect(projector.apply([opened(1, 't1'), other(3)], toyToken(3))).rejects.toThrow('after event 1 came 3');
    expect(projector.position.ordinal).toBe(0);
  });

  it('tells the last row of each id after the commit, also of those that are gone', async () => {
    const told: { rows: readonly RowSaved[]; checkpoint: Checkpoint }[] = [];
    const projector = await started({ onSaved: (rows, checkpoint) => told.push({ rows, checkpoint }) });
    const removed = toyEvent(4, at(4), 'TicketRemoved', { id: 't2' });
    await projector.apply([opened(1, 't1'), opened(2, 't2'), moved(3, 't1', 'done'), removed], toyToken(4));
    await projector.apply([other(5)], toyToken(5));
    expect(told.map(({ rows, checkpoint }) => [rows.length, checkpoint.ordinal])).toEqual([
      [4, 4],
      [0, 5],
    ]);
    expect(told[0]!.checkpoint).toEqual({ ordinal: 4, logTime: at(4), token: toyToken(4) });
    expect(told[0]!.rows.filter(({ view }) => view === 'tickets').map(({ id, ordinal, row }) => [id, ordinal, row === null])).toEqual([
      ['t1', 3, false],
      ['t2', 4, true],
    ]);
  });

  it('saves a long batch in parts, each complete in itself, and lets others have their turn in between', async () => {
    const saves: number[] = [];
    let turns = 0;
    const projector = await started({ rowsPerSave: 4, onSaved: (_rows, { ordinal }) => saves.push(ordinal) });
    const isDone = { yet: false };
    const watch = (): void => {
      turns += 1;
      if (!isDone.yet) setImmediate(watch);
    };
    setImmediate(watch);
    await projector.apply(
      Array.from({ length: 9 }, (_, n) => opened(n + 1, `t${n}`)),
      toyToken(9),
    );
    isDone.yet = true;
    expect(saves).toEqual([2, 4, 6, 8, 9]);
    expect(turns).toBeGreaterThanOrEqual(4);
  });

  it('starts the batch again after a failure, and counts nothing twice', async () => {
    let failures = 1;
    const failing = Object.create(store, {
      save: {
        value: async (rows: readonly RowSaved[], checkpoint: Checkpoint, after?: number) => {
          if (checkpoint.ordinal === 4 && failures-- > 0) throw new Error('the disk is full');
          await store.save(rows, checkpoint, after);
        },
      },
    }) as SqlViewStore;
    const projector = await started({ store: failing, rowsPerSave: 4 });
    const batch = Array.from({ length: 5 }, (_, n) => opened(n + 1, `t${n}`));
    await expect(projector.apply(batch, toyToken(5))).rejects.toThrow('the disk is full');
    expect((await store.checkpoint()).ordinal).toBe(2);
    await projector.apply(batch, toyToken(5));
    expect((await store.get('tallies', 'all'))?.row).toEqual({ TicketOpened: 5 });
  });

  it('finds out what became of a save whose answer was lost, and goes on behind it', async () => {
    let losses = 1;
    const told: RowSaved[] = [];
    const losing = Object.create(store, {
      save: {
        value: async (rows: readonly RowSaved[], checkpoint: Checkpoint, after?: number) => {
          await store.save(rows, checkpoint, after);
          if (losses-- > 0) throw new Error('Connection terminated unexpectedly');
        },
      },
    }) as SqlViewStore;
    const projector = await started({ store: losing, onSaved: (rows) => told.push(...rows) });
    const batch = [opened(1, 't1'), opened(2, 't2')];
    await expect(projector.apply(batch, toyToken(2))).rejects.toThrow('terminated');
    await projector.apply([...batch, opened(3, 't3')], toyToken(3));
    expect((await store.get('tallies', 'all'))?.row).toEqual({ TicketOpened: 3 });
    expect(projector.position).toEqual({ ordinal: 3, logTime: at(3), token: toyToken(3) });
    expect(told.filter(({ view }) => view === 'tickets').map(({ id }) => id)).toEqual(['t1', 't2', 't3']);
  });

  it('goes on with the other views, and with later events, when one throws at an event; the row stays as it was', async () => {
    const fragile: AnyView = {
      ...tickets,
      on: {
        ...tickets.on,
        TicketMoved: {
          keys: ({ ordinal, data }) => (ordinal === 3 ? failing() : [data.id]),
          row: (row, event) => (event.ordinal === 2 ? failing() : tickets.on.TicketMoved!.row(row as Ticket, event, '')),
        },
      },
    };
    const faults: FoldFault[] = [];
    const views = toyViews.map((view) => (view.name === 'tickets' ? fragile : view));
    const projector = await started({ views, onFault: (fault) => faults.push(fault) });
    const batch = [opened(1, 't1'), moved(2, 't1', 'held'), moved(3, 't1', 'held'), opened(4, 't2')];
    await projector.apply(batch, toyToken(4));
    await projector.apply([moved(5, 't1', 'done')], toyToken(5));
    expect(faults.map(({ view, event }) => `${view} ${event.ordinal}`)).toEqual(['tickets 2', 'tickets 3']);
    expect((await store.get('tallies', 'all'))?.row).toEqual({ TicketOpened: 2, TicketMoved: 3 });
    expect((await store.get('tickets', 't1', at(4)))?.row).toMatchObject({ state: 'open' });
    expect((await store.get('tickets', 't1'))?.row).toMatchObject({ state: 'done' });
  });

  it('waits where it is the store that does not answer', async () => {
    const busy = Object.assign(new Error('locked'), { code: 'SQLITE_BUSY' });
    const away: AnyView = { ...tickets, on: { ...tickets.on, TicketOpened: { keys: () => ['t1'], row: () => failing(busy) } } };
    const projector = await started({ views: [away], onFault: () => {} });
    await expect(projector.apply([opened(1, 't1')], toyToken(1))).rejects.toThrow('locked');
    expect(projector.position.ordinal).toBe(0);
  });

  it('gives way when another projector has saved', async () => {
    const [one, two] = [await started(), await started()];
    await one.apply([opened(1, 't1')], toyToken(1));
    await expect(two.apply([opened(1, 't1')], toyToken(1))).rejects.toThrow('no longer at ordinal 0');
  });

  it('says when a token or an ordinal is reached, or that it is late', async () => {
    const projector = await started();
    const [token, ordinal] = [projector.reached(toyToken(2), 60_000), projector.reachedOrdinal(2, 60_000)];
    await projector.apply([opened(1, 't1')], toyToken(1));
    expect(await projector.reached(toyToken(1), 0)).toBe(true);
    expect(await projector.reached(toyToken(2), 0)).toBe(false);
    await projector.apply([other(2)], toyToken(2));
    expect(await Promise.all([token, ordinal])).toEqual([true, true]);
    expect(await projector.reachedOrdinal(3, 0)).toBe(false);
  });

  it('keeps nobody waiting once it has ended', async () => {
    const projector = await started();
    await projector.apply([opened(1, 't1')], toyToken(1));
    const waits = [projector.reached(toyToken(2), 3_600_000), projector.reachedOrdinal(2, 3_600_000)];
    projector.end();
    expect(await Promise.all(waits)).toEqual([false, false]);
    expect(await projector.reached(toyToken(2), 3_600_000)).toBe(false);
    expect(await projector.reached(toyToken(1), 3_600_000)).toBe(true);
  });
});
