import type { EventCauses } from '@tocsin/platform/causes/cause-entries.js';
import { CausesMoved } from '@tocsin/platform/causes/cause-index.js';
import { toyViews } from '../toys/toy-views.js';
import { saysOf, type OpenStore } from './view-store-checks.js';

const links = (ordinal: number, id: string, ...causes: readonly string[]): EventCauses => ({ ordinal, id, causes });
const chain = [links(1, 'signal'), links(2, 'run', 'signal'), links(3, 'group', 'run', 'signal'), links(4, 'page', 'group')];

/** Contract of every index of causes. `open` as in the contract of view stores, whose tables are in the same database. */
export const causeIndexContract = (name: string, open: OpenStore): void => {
  const statesCheck = saysOf(open);

  describe(`an index of causes in ${name}`, () => {
    statesCheck('finds an event by its id, and what it led to, upwards', async ({ causes }) => {
      expect(await causes.begin(4)).toBe(0);
      await causes.save(chain, 0);
      expect(await causes.withId('group')).toEqual([3]);
      expect(await causes.effectsOf('signal', 0, 10)).toEqual([2, 3]);
      expect(await causes.effectsOf('page', 0, 10)).toEqual([]);
      expect(await causes.withId('another')).toEqual([]);
      expect(await causes.position()).toBe(4);
    });

    statesCheck('pages through ten thousand effects of one cause', async ({ causes }) => {
      await causes.begin(10_001);
      await causes.save([links(1, 'cause')], 0);
      const effects = Array.from({ length: 10_000 }, (_, n) => links(n + 2, `effect-${n}`, 'cause'));
      await causes.save(effects, 1);
      const ordinals: number[] = [];
      for (
        let page = await causes.effectsOf('cause', 0, 200);
        page.length > 0;
        page = await causes.effectsOf('cause', ordinals.at(-1)!, 200)
      ) {
        expect(page.length).toBeLessThanOrEqual(200);
        ordinals.push(...page);
      }
      expect(ordinals).toEqual(effects.map(({ ordinal }) => ordinal));
    });

    statesCheck('knows effects that were decided together as one, and those of far apart parts of the log', async ({ causes }) => {
      const many = Array.from({ length: 250 }, (_, n) => links(n + 2, `together-${n}`, 'cause', 'beside'));
      const far = [links(70_000, 'far', 'together-7'), links(70_001, 'farther', 'cause')];
      await causes.begin(70_001);
      await causes.save([links(1, 'cause'), ...many, ...far], 0);
      expect(await causes.effectsOf('cause', 0, 1_000)).toEqual([...many.map(({ ordinal }) => ordinal), 70_001]);
      expect(await causes.effectsOf('beside', 150, 3)).toEqual([151, 152, 153]);
      expect(await causes.effectsOf('cause', 251, 3)).toEqual([70_001]);
      expect(await causes.effectsOf('together-7', 0, 3)).toEqual([70_000]);
      expect([await causes.withId('together-7'), await causes.withId('farther')]).toEqual([[9], [70_001]]);
    });

    statesCheck('takes no batch from elsewhere than where it stands, and none twice', async ({ causes }) => {
      await causes.begin(4);
      await causes.save(chain.slice(0, 2), 0);
      await expect(causes.save(chain.slice(0, 2), 0)).rejects.toBeInstanceOf(CausesMoved);
      await expect(causes.save(chain.slice(3), 3)).rejects.toBeInstanceOf(CausesMoved);
      expect(await causes.effectsOf('group', 0, 10)).toEqual([]);
      await causes.save(chain.slice(2), 2);
      expect(await causes.effectsOf('group', 0, 10)).toEqual([4]);
    });

    statesCheck('goes on where it stood, and comes out the same when it is made again', async ({ causes }) => {
      await causes.begin(4);
      await causes.save(chain, 0);
      expect(await causes.begin(4)).toBe(4);
      await causes.reset();
      expect(await causes.begin(4)).toBe(0);
      await causes.save(chain, 0);
      expect(await causes.effectsOf('signal', 0, 10)).toEqual([2, 3]);
    });

    statesCheck('begins from nothing when the log ends before what it has seen', async ({ causes }) => {
      await causes.begin(4);
      await causes.save(chain, 0);
      expect(await causes.begin(3)).toBe(0);
    });

    statesCheck('is kept when the views are prepared again', async (store) => {
      await store.causes.begin(4);
      await store.causes.save(chain, 0);
      await store.prepare(toyViews.slice(1));
      expect(await store.causes.position()).toBe(4);
      expect(await store.causes.withId('run')).toEqual([2]);
    });
  });
};
