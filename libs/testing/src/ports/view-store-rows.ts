import { at, ticket, saved, checkpoint, idsOf, type Says } from './view-store-samples.js';

/** Contract of current rows. */
export const rowsContract = (name: string, says: Says): void => {
  describe(`views in ${name}: rows`, () => {
    says('are as they were saved, with the ordinal that made them', async (store) => {
      await store.save([saved('t1', ticket(), 1), saved('t2', ticket({ title: 'cpu' }), 2)], checkpoint(2));
      expect(await store.get('tickets', 't1')).toEqual({ id: 't1', row: ticket(), ordinal: 1 });
      expect(await store.get('tickets', 't3')).toBeUndefined();
      expect(await store.load('tickets', ['t2', 't3', 't2'])).toEqual(new Map([['t2', ticket({ title: 'cpu' })]]));
      expect(await store.checkpoint()).toEqual(checkpoint(2));
    });

    says('are replaced, removed, and made again', async (store) => {
      await store.save([saved('t1', ticket(), 1), saved('t2', ticket(), 1)], checkpoint(1));
      await store.save([saved('t1', ticket({ state: 'done' }), 2), saved('t2', null, 2)], checkpoint(2));
      expect(idsOf((await store.list('tickets', { limit: 10 })).rows)).toEqual(['t1']);
      await store.save([saved('t1', null, 3), saved('t2', ticket(), 3), saved('t2', null, 4), saved('t2', ticket(), 5)], checkpoint(5));
      expect(await store.get('tickets', 't1')).toBeUndefined();
      expect(await store.get('tickets', 't2')).toEqual({ id: 't2', row: ticket(), ordinal: 5 });
      expect(await store.count('tickets')).toBe(1);
    });

    says('keep every character, and a megabyte', async (store) => {
      const title = 'Ärger 漢字 🔥 \u0000 \ud800 \' " \\ %';
      const row = ticket({ title: title + 'x'.repeat(1_000_000) });
      await store.save([saved('ü🔥', row, 1), saved('t2', ticket({ title }), 1)], checkpoint(1));
      await store.save([saved('ü🔥', ticket(), 2, at('04:00:00'))], checkpoint(2));
      expect(await store.get('tickets', 'ü🔥', at('03:30:00'))).toEqual({ id: 'ü🔥', row, ordinal: 1 });
      expect(idsOf((await store.list('tickets', { where: { title }, limit: 10 })).rows)).toEqual(['t2']);
    });

    says('more than one statement holds are saved and loaded', async (store) => {
      const rows = Array.from({ length: 777 }, (_, n) => saved(`t${n}`, ticket({ size: n }), n + 1));
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
