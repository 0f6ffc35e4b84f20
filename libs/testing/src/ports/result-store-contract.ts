import { tellInOneTest, type Chapter } from '../stage/story.js';
import { AttemptSuperseded, type Claim, type ResultStore } from '@tocsin/platform/side/result-store.js';

export interface ResultStores {
  readonly results: ResultStore;
  /** The same store, opened by another server. */
  openAgain(): ResultStore;
}

/** The contract of every store of kept results. */
export const resultStoreContract = (adapter: string, open: () => Promise<ResultStores | undefined>): void => {
  const [first, second]: [Claim, Claim] = [
    { attempt: 1, owner: 'ana’s server' },
    { attempt: 2, owner: 'bo’s server' },
  ];

  const tell = (chapter: Chapter): void => {
    let store: ResultStores | undefined;
    beforeAll(async () => void (store = await open()));
    const readSorted = async (results: ResultStore) => (await results.all()).toSorted((a, b) => (a.id < b.id ? -1 : 1));

    chapter('are found by a server that opens the store later, in their last version, with the attempt they belong to', async () => {
      if (!store) return;
      const { results } = store;
      await results.begin('one', '{"n":1}', first, null);
      await results.begin('two', '{"n":2}', second, null);
      await results.put('one', '{"n":"é€\u{1F514}"}', first);
      expect(await readSorted(store.openAgain())).toEqual([
        { id: 'one', text: '{"n":"é€\u{1F514}"}', claim: first },
        { id: 'two', text: '{"n":2}', claim: second },
      ]);
    });

    chapter('have pages, which are no results of their own', async () => {
      if (!store) return;
      const { results } = store;
      expect(await results.putPage('two', 0, 'first', second)).toBeGreaterThan(0);
      await results.putPage('two', 10, 'x'.repeat(200_000), second);
      await results.putPage('two', 0, 'again', second);
      const other = store.openAgain();
      expect([await other.page('two', 0), (await other.page('two', 10))?.length]).toEqual(['again', 200_000]);
      expect([await other.page('two', 1), await other.page('one', 0)]).toEqual([undefined, undefined]);
      expect(await readSorted(other)).toHaveLength(2);
    });

    chapter('go with their pages; pages go alone, too', async () => {
      if (!store) return;
      const { results } = store;
      await results.putPage('one', 0, 'of one', first);
      await results.removePages('two', second);
      await results.removePages('two', second);
      expect([await results.page('two', 0), await results.page('one', 0)]).toEqual([undefined, 'of one']);
      await results.remove('one', first);
      await results.remove('one', first);
      expect(await readSorted(store.openAgain())).toEqual([{ id: 'two', text: '{"n":2}', claim: second }]);
      expect(await results.page('one', 0)).toBeUndefined();
    });

    chapter('belong to an attempt that another server has begun: the server before writes and removes nothing of them', async () => {
      if (!store) return;
      const [before, after] = [store.results, store.openAgain()];
      await before.begin('three', 'of the first', first, null);
      await before.putPage('three', 0, 'page of the first', first);
      await before.putPage('three', 1, 'page of the first', first);
      await after.begin('three', 'of the second', second, first);
      // pages of two attempts are never mixed
      expect([await after.page('three', 0), await after.page('three', 1)]).toEqual([undefined, undefined]);
      await after.putPage('three', 0, 'page of the second', second);
      const refusedCalls: readonly (() => Promise<unknown>)[] = [
        () => before.put('three', 'late', first),
        () => before.putPage('three', 0, 'late', first),
        () => before.putPage('three', 1, 'late', first),
        () => before.removePages('three', first),
        () => before.remove('three', first),
        () => before.begin('three', 'late', first, null),
        () => before.begin('three', 'late', { ...first, attempt: 2 }, first),
        // the same number, from another server
        () => before.put('three', 'late', { ...second, owner: first.owner }),
      ];
      for (const write of refusedCalls) {
        const error = await write().catch((caught: unknown) => caught);
        expect(error).toBeInstanceOf(AttemptSuperseded);
        expect(error).toMatchObject({ foundClaim: second });
      }
      expect((await after.all()).find(({ id }) => id === 'three')).toEqual({ id: 'three', text: 'of the second', claim: second });
      expect([await after.page('three', 0), await after.page('three', 1)]).toEqual(['page of the second', undefined]);
      await after.remove('three', second);
      // it does not come back
      for (const write of [refusedCalls[0]!, refusedCalls[1]!, refusedCalls[3]!, refusedCalls[6]!]) {
        const error = await write().catch((caught: unknown) => caught);
        expect(error).toBeInstanceOf(AttemptSuperseded);
        expect(error).toMatchObject({ foundClaim: null });
      }
      expect((await after.all()).map(({ id }) => id)).not.toContain('three');
    });

    chapter('may be begun again by the same attempt, whose answer may have been lost', async () => {
      if (!store) return;
      const { results } = store;
      for (const text of ['once', 'twice']) await results.begin('four', text, first, null);
      for (const text of ['once', 'twice']) await results.begin('four', text, second, first);
      expect((await results.all()).find(({ id }) => id === 'four')).toMatchObject({ text: 'twice', claim: second });
      await results.remove('four', second);
    });
  };
  describe(`kept results in ${adapter}`, () => tellInOneTest(tell));
};
