import type { AnyView } from '@tocsin/kernel/rows/view.js';
import { CheckpointMoved } from '@tocsin/platform/views/meta-tables.js';
import { tickets, toyViews } from '../toys/toy-views.js';
import { testInstant, ticket, savedRow, checkpoint, dumpView, type StatesCheck } from './view-store-samples.js';

/** How far the views have come, and by which definitions. */
export const currentRowsContract = (name: string, statesCheck: StatesCheck): void => {
  describe(`views in ${name}: the checkpoint`, () => {
    statesCheck('stands at nothing in a new store', async (store) => {
      expect(await store.checkpoint()).toEqual({ ordinal: 0, logTime: '', token: '' });
    });

    statesCheck('and the rows stay as they were when a save fails', async (store) => {
      await store.save([savedRow('t1', ticket(), 1)], checkpoint(1));
      const failing = [
        savedRow('t1', ticket({ size: 7 }), 2, testInstant('05:00:00')),
        savedRow('x', {}, 2, testInstant('05:00:00'), 'nowhere'),
      ];
      await expect(store.save(failing, checkpoint(2))).rejects.toThrow('nowhere');
      expect(await store.checkpoint()).toEqual(checkpoint(1));
      expect(await dumpView(store, 'tickets')).toHaveLength(1);
      expect((await store.get('tickets', 't1'))?.ordinal).toBe(1);
    });

    statesCheck('lets only one of two projectors go on from it', async (store) => {
      const racing = (await Promise.allSettled([
        store.save([savedRow('t1', ticket(), 1)], checkpoint(1), 0),
        store.save([savedRow('t1', ticket(), 2)], checkpoint(2), 0),
      ])) as { status: string; reason?: unknown }[];
      expect(racing.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      expect(racing.find(({ status }) => status === 'rejected')?.reason).toBeInstanceOf(CheckpointMoved);
      const { ordinal } = await store.checkpoint();
      await expect(store.save([], checkpoint(9), ordinal + 1)).rejects.toThrow(CheckpointMoved);
      await store.save([], checkpoint(9), ordinal);
      expect(await store.checkpoint()).toEqual(checkpoint(9));
    });
  });

  describe(`views in ${name}: definitions`, () => {
    const otherViews = toyViews.filter((view) => view.name !== 'tickets');
    const changedViews: readonly AnyView[] = [{ ...tickets, version: 2 }, ...otherViews];

    statesCheck('that stay the same keep their rows', async (store) => {
      await store.save([savedRow('t1', ticket(), 1)], checkpoint(1));
      expect(await store.prepare(toyViews)).toEqual([]);
      expect(await store.count('tickets')).toBe(1);
    });

    statesCheck('that change empty their view alone, and name it until it is built again', async (store) => {
      await store.save([savedRow('t1', ticket(), 1), savedRow('all', { moved: 1 }, 1, testInstant('03:00:00'), 'tallies')], checkpoint(1));
      expect(await store.prepare(changedViews)).toEqual(['tickets']);
      expect(await store.prepare(changedViews)).toEqual(['tickets']);
      expect(await store.count('tickets')).toBe(0);
      expect(await store.count('tallies')).toBe(1);
      expect(await store.checkpoint()).toEqual(checkpoint(1));
      await store.beginRebuild([changedViews[0]!]);
      await store.swap([changedViews[0]!], checkpoint(1));
      expect(await store.prepare(changedViews)).toEqual([]);
    });

    statesCheck('that are built anew are put in place together, with the checkpoint, or not at all', async (store) => {
      await store.save([savedRow('t1', ticket(), 1), savedRow('all', { moved: 1 }, 1, testInstant('03:00:00'), 'tallies')], checkpoint(1));
      await store.beginRebuild([tickets]);
      await expect(store.swap(toyViews, checkpoint(2))).rejects.toThrow();
      expect(await store.checkpoint()).toEqual(checkpoint(1));
      expect([await store.count('tickets'), await store.count('tallies')]).toEqual([1, 1]);
      await store.swap([tickets], checkpoint(2));
      expect(await store.checkpoint()).toEqual(checkpoint(2));
      expect([await store.count('tickets'), await store.count('tallies')]).toEqual([0, 1]);
    });

    statesCheck('that are gone take their rows with them', async (store) => {
      await store.save([savedRow('t1', ticket(), 1)], checkpoint(1));
      expect(await store.prepare(otherViews)).toEqual([]);
      expect(await store.prepare(toyViews)).toEqual(['tickets']);
      expect(await store.count('tickets')).toBe(0);
    });

    statesCheck('need a name that can be a table', async (store) => {
      await expect(store.prepare([{ ...tickets, name: 'tick"ets' }])).rejects.toThrow('name of a view');
    });
  });
};
