import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FoldFault } from '@tocsin/kernel/rows/memory-rows.js';
import type { AnyView } from '@tocsin/kernel/rows/view.js';
import { tickets, toyEvent, toyToken, toyViews, type Ticket } from '@tocsin/testing/toys/toy-views.js';
import { Projector, type ProjectorOptions } from './projector.js';
import { SqlViewStore } from './sql-view-store.js';
import { openSqliteViews } from './sqlite-dialect.js';
import type { Checkpoint, SavedRow } from './view-store.js';

const at = (minute: number): string => `2026-11-21T03:${String(minute).padStart(2, '0')}:00.000Z`;
const ticketOpened = (ordinal: number, id: string, minute = ordinal) =>
  toyEvent(ordinal, at(minute), 'TicketOpened', { id, title: 'disk', board: null, size: 1 });
const ticketMoved = (ordinal: number, id: string, state: string, minute = ordinal) =>
  toyEvent(ordinal, at(minute), 'TicketMoved', { id, state });
const other = (ordinal: number, minute = ordinal) => toyEvent(ordinal, at(minute), 'SomethingElse', {});

const throwError = (error: Error = new TypeError('this row can’t be made')): never => {
  throw error;
};

let folder: string;
let store: SqlViewStore;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tocsin-projector-'));
  store = new SqlViewStore(openSqliteViews(folder));
  await store.prepare(toyViews);
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const startProjector = async (options: Partial<ProjectorOptions> = {}): Promise<Projector> => {
  const projector = new Projector({ views: toyViews, store, ...options });
  await projector.start();
  return projector;
};

describe('a projector', () => {
  it('keeps what a row was between two events of one batch', async () => {
    const projector = await startProjector();
    await projector.apply([ticketOpened(1, 't1'), ticketMoved(2, 't1', 'held'), ticketMoved(3, 't1', 'done')], toyToken(3));
    const states = await Promise.all([1, 2, 3].map(async (minute) => (await store.get('tickets', 't1', at(minute)))?.row));
    expect(states.map((row) => (row as { state: string }).state)).toEqual(['open', 'held', 'done']);
    expect((await store.get('tallies', 'all'))?.row).toEqual({ TicketOpened: 1, TicketMoved: 2 });
  });

  it('goes on from its checkpoint, and passes over what it has seen', async () => {
    await (await startProjector()).apply([ticketOpened(1, 't1'), ticketMoved(2, 't1', 'held')], toyToken(2));
    const projector = await startProjector();
    expect(projector.position).toEqual({ ordinal: 2, logTime: at(2), token: toyToken(2) });
    await projector.apply([ticketMoved(2, 't1', 'held'), ticketMoved(3, 't1', 'done')], toyToken(3));
    expect((await store.get('tallies', 'all'))?.row).toEqual({ TicketOpened: 1, TicketMoved: 2 });
  });

  it('reads a row that changes again from the store once, and anew after a pause or a save that failed', async () => {
    const loads: string[] = [];
    let failures = 0;
    const watched = Object.create(store, {
      load: {
        value: (view: string, ids: readonly string[]) => {
          if (view === 'tickets') loads.push(...ids);
          return store.load(view, ids);
        },
      },
      save: {
        value: async (...args: Parameters<SqlViewStore['save']>) => {
          if (failures-- > 0) throw new Error('the disk is full');
          await store.save(...args);
        },
      },
    }) as SqlViewStore;
    const projector = await startProjector({ store: watched });
    for (const [n, state] of ['held', 'open', 'held', 'open'].entries()) {
      const event = n === 0 ? ticketOpened(1, 't1') : ticketMoved(n + 1, 't1', state);
      await projector.apply([event], toyToken(n + 1));
    }
    expect(loads).toEqual(['t1']);
    await projector.whilePaused(async () => {});
    await projector.apply([ticketMoved(5, 't1', 'held')], toyToken(5));
    expect(loads).toEqual(['t1', 't1']);
    failures = 1;
    await expect(projector.apply([ticketMoved(6, 't1', 'done')], toyToken(6))).rejects.toThrow('the disk is full');
    await projector.apply([ticketMoved(6, 't1', 'open')], toyToken(6));
    expect(loads).toEqual(['t1', 't1', 't1']);
    expect((await store.get('tickets', 't1'))?.row).toMatchObject({ state: 'open' });
  });

  it('moves on, and moves log time on, with events that no view asks for', async () => {
    const projector = await startProjector();
    await projector.apply([ticketOpened(1, 't1', 10), other(2, 30)], toyToken(2));
    await projector.apply([ticketMoved(3, 't1', 'done', 20)], toyToken(3));
    expect(projector.position).toEqual({ ordinal: 3, logTime: at(30), token: toyToken(3) });
    expect((await store.get('tickets', 't1', at(29)))?.ordinal).toBe(1);
    expect((await store.get('tickets', 't1', at(30)))?.ordinal).toBe(3);
  });

  it('will not leave out an event', async () => {
    const projector = await startProjector();
    await expect(projector.apply([ticketOpened(1, 't1'), other(3)], toyToken(3))).rejects.toThrow('after event 1 came 3');
    expect(projector.position.ordinal).toBe(0);
  });

  it('tells the last row of each id after the commit, also of those that are gone', async () => {
    const notifications: { rows: readonly SavedRow[]; checkpoint: Checkpoint }[] = [];
    const projector = await startProjector({ onSaved: (rows, checkpoint) => notifications.push({ rows, checkpoint }) });
    const ticketRemoved = toyEvent(4, at(4), 'TicketRemoved', { id: 't2' });
    await projector.apply([ticketOpened(1, 't1'), ticketOpened(2, 't2'), ticketMoved(3, 't1', 'done'), ticketRemoved], toyToken(4));
    await projector.apply([other(5)], toyToken(5));
    expect(notifications.map(({ rows, checkpoint }) => [rows.length, checkpoint.ordinal])).toEqual([
      [4, 4],
      [0, 5],
    ]);
    expect(notifications[0]!.checkpoint).toEqual({ ordinal: 4, logTime: at(4), token: toyToken(4) });
    expect(
      notifications[0]!.rows.filter(({ view }) => view === 'tickets').map(({ id, ordinal, row }) => [id, ordinal, row === null]),
    ).toEqual([
      ['t1', 3, false],
      ['t2', 4, true],
    ]);
  });

  it('saves a long batch in parts, each complete in itself, and lets others have their turn in between', async () => {
    const saves: number[] = [];
    let turns = 0;
    const projector = await startProjector({ rowsPerSave: 4, onSaved: (_rows, { ordinal }) => saves.push(ordinal) });
    const isDone = { yet: false };
    const watch = (): void => {
      turns += 1;
      if (!isDone.yet) setImmediate(watch);
    };
    setImmediate(watch);
    await projector.apply(
      Array.from({ length: 9 }, (_, n) => ticketOpened(n + 1, `t${n}`)),
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
        value: async (rows: readonly SavedRow[], checkpoint: Checkpoint, after?: number) => {
          if (checkpoint.ordinal === 4 && failures-- > 0) throw new Error('the disk is full');
          await store.save(rows, checkpoint, after);
        },
      },
    }) as SqlViewStore;
    const projector = await startProjector({ store: failing, rowsPerSave: 4 });
    const batch = Array.from({ length: 5 }, (_, n) => ticketOpened(n + 1, `t${n}`));
    await expect(projector.apply(batch, toyToken(5))).rejects.toThrow('the disk is full');
    expect((await store.checkpoint()).ordinal).toBe(2);
    await projector.apply(batch, toyToken(5));
    expect((await store.get('tallies', 'all'))?.row).toEqual({ TicketOpened: 5 });
  });

  it('finds out what became of a save whose answer was lost, and goes on behind it', async () => {
    let losses = 1;
    const notifications: SavedRow[] = [];
    const losing = Object.create(store, {
      save: {
        value: async (rows: readonly SavedRow[], checkpoint: Checkpoint, after?: number) => {
          await store.save(rows, checkpoint, after);
          if (losses-- > 0) throw new Error('Connection terminated unexpectedly');
        },
      },
    }) as SqlViewStore;
    const projector = await startProjector({ store: losing, onSaved: (rows) => notifications.push(...rows) });
    const batch = [ticketOpened(1, 't1'), ticketOpened(2, 't2')];
    await expect(projector.apply(batch, toyToken(2))).rejects.toThrow('terminated');
    await projector.apply([...batch, ticketOpened(3, 't3')], toyToken(3));
    expect((await store.get('tallies', 'all'))?.row).toEqual({ TicketOpened: 3 });
    expect(projector.position).toEqual({ ordinal: 3, logTime: at(3), token: toyToken(3) });
    expect(notifications.filter(({ view }) => view === 'tickets').map(({ id }) => id)).toEqual(['t1', 't2', 't3']);
  });

  it('goes on with the other views, and with later events, when one throws at an event; the row stays as it was', async () => {
    const fragile: AnyView = {
      ...tickets,
      on: {
        ...tickets.on,
        TicketMoved: {
          keys: ({ ordinal, data }) => (ordinal === 3 ? throwError() : [data.id]),
          row: (row, event) => (event.ordinal === 2 ? throwError() : tickets.on.TicketMoved!.row(row as Ticket, event, '')),
        },
      },
    };
    const faults: FoldFault[] = [];
    const views = toyViews.map((view) => (view.name === 'tickets' ? fragile : view));
    const projector = await startProjector({ views, onFault: (fault) => faults.push(fault) });
    const batch = [ticketOpened(1, 't1'), ticketMoved(2, 't1', 'held'), ticketMoved(3, 't1', 'held'), ticketOpened(4, 't2')];
    await projector.apply(batch, toyToken(4));
    await projector.apply([ticketMoved(5, 't1', 'done')], toyToken(5));
    expect(faults.map(({ view, event }) => `${view} ${event.ordinal}`)).toEqual(['tickets 2', 'tickets 3']);
    expect((await store.get('tallies', 'all'))?.row).toEqual({ TicketOpened: 2, TicketMoved: 3 });
    expect((await store.get('tickets', 't1', at(4)))?.row).toMatchObject({ state: 'open' });
    expect((await store.get('tickets', 't1'))?.row).toMatchObject({ state: 'done' });
  });

  it('waits where it is the store that does not answer', async () => {
    const busy = Object.assign(new Error('locked'), { code: 'SQLITE_BUSY' });
    const away: AnyView = { ...tickets, on: { ...tickets.on, TicketOpened: { keys: () => ['t1'], row: () => throwError(busy) } } };
    const projector = await startProjector({ views: [away], onFault: () => {} });
    await expect(projector.apply([ticketOpened(1, 't1')], toyToken(1))).rejects.toThrow('locked');
    expect(projector.position.ordinal).toBe(0);
  });

  it('gives way when another projector has saved', async () => {
    const [one, two] = [await startProjector(), await startProjector()];
    await one.apply([ticketOpened(1, 't1')], toyToken(1));
    await expect(two.apply([ticketOpened(1, 't1')], toyToken(1))).rejects.toThrow('no longer at ordinal 0');
  });

  it('says when a token or an ordinal is reached, or that it is late', async () => {
    const projector = await startProjector();
    const [token, ordinal] = [projector.waitForToken(toyToken(2), 60_000), projector.waitForOrdinal(2, 60_000)];
    await projector.apply([ticketOpened(1, 't1')], toyToken(1));
    expect(await projector.waitForToken(toyToken(1), 0)).toBe(true);
    expect(await projector.waitForToken(toyToken(2), 0)).toBe(false);
    await projector.apply([other(2)], toyToken(2));
    expect(await Promise.all([token, ordinal])).toEqual([true, true]);
    expect(await projector.waitForOrdinal(3, 0)).toBe(false);
  });

  it('keeps nobody waiting once it has ended', async () => {
    const projector = await startProjector();
    await projector.apply([ticketOpened(1, 't1')], toyToken(1));
    const waits = [projector.waitForToken(toyToken(2), 3_600_000), projector.waitForOrdinal(2, 3_600_000)];
    projector.end();
    expect(await Promise.all(waits)).toEqual([false, false]);
    expect(await projector.waitForToken(toyToken(2), 3_600_000)).toBe(false);
    expect(await projector.waitForToken(toyToken(1), 3_600_000)).toBe(true);
  });
});
