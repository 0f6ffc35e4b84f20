import { testInstant, ticket, savedRow, checkpoint, idsOf, type StatesCheck } from './view-store-samples.js';

/** Contract of current rows. */
export const rowsContract = (name: string, statesCheck: StatesCheck): void => {
  describe(`views in ${name}: rows`, () => {
    statesCheck('are as they were saved, with the ordinal that made them', async (store) => {
      await store.save([savedRow('t1', ticket(), 1), savedRow('t2', ticket({ title: 'cpu' }), 2)], checkpoint(2));
      expect(await store.get('tickets', 't1')).toEqual({ id: 't1', row: ticket(), ordinal: 1 });
      expect(await store.get('tickets', 't3')).toBeUndefined();
      expect(await store.load('tickets', ['t2', 't3', 't2'])).toEqual(new Map([['t2', ticket({ title: 'cpu' })]]));
      expect(await store.checkpoint()).toEqual(checkpoint(2));
    });

    statesCheck('are replaced, removed, and made again', async (store) => {
      await store.save([savedRow('t1', ticket(), 1), savedRow('t2', ticket(), 1)], checkpoint(1));
      await store.save([savedRow('t1', ticket({ state: 'done' }), 2), savedRow('t2', null, 2)], checkpoint(2));
      expect(idsOf((await store.list('tickets', { limit: 10 })).rows)).toEqual(['t1']);
      await store.save(
        [savedRow('t1', null, 3), savedRow('t2', ticket(), 3), savedRow('t2', null, 4), savedRow('t2', ticket(), 5)],
        checkpoint(5),
      );
      expect(await store.get('tickets', 't1')).toBeUndefined();
      expect(await store.get('tickets', 't2')).toEqual({ id: 't2', row: ticket(), ordinal: 5 });
      expect(await store.count('tickets')).toBe(1);
    });

    statesCheck('keep every character, and a megabyte', async (store) => {
      const title = 'Ärger 漢字 🔥 \u0000 \ud800 \' " \\ %';
      const row = ticket({ title: title + 'x'.repeat(1_000_000) });
      await store.save([savedRow('ü🔥', row, 1), savedRow('t2', ticket({ title }), 1)], checkpoint(1));
      await store.save([savedRow('ü🔥', ticket(), 2, testInstant('04:00:00'))], checkpoint(2));
      expect(await store.get('tickets', 'ü🔥', testInstant('03:30:00'))).toEqual({ id: 'ü🔥', row, ordinal: 1 });
      expect(idsOf((await store.list('tickets', { where: { title }, limit: 10 })).rows)).toEqual(['t2']);
      expect(idsOf((await store.list('tickets', { words: [{ text: '\u0000 \ud800' }], limit: 10 })).rows)).toEqual(['t2']);
      expect(await store.get('tickets', 't2\u0000')).toBeUndefined();
    });

    statesCheck('more than one statement holds are saved and loaded', async (store) => {
      const rows = Array.from({ length: 777 }, (_, n) => savedRow(`t${n}`, ticket({ size: n }), n + 1));
      await store.save(rows, checkpoint(777));
      expect(await store.count('tickets')).toBe(777);
      const loaded = await store.load(
        'tickets',
        rows.map((row) => row.id),
      );
      expect(loaded.size).toBe(777);
    });
  });
};
