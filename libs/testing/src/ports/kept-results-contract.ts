import type { KeptResults } from '@tocsin/platform/side/kept-results.js';

export interface ResultsToTry {
  readonly results: KeptResults;
  /** The same store, opened by another server. */
  opened(): KeptResults;
}

/** The contract of every store of kept results. */
export const keptResultsContract = (adapter: string, open: () => Promise<ResultsToTry | undefined>): void => {
  describe(`kept results in ${adapter}`, () => {
    let store: ResultsToTry | undefined;
    beforeAll(async () => void (store = await open()));
    const sorted = async (results: KeptResults) => (await results.all()).toSorted((a, b) => (a.id < b.id ? -1 : 1));

    it('are found by a server that opens the store later, in their last version', async () => {
      if (!store) return;
      const { results } = store;
      await results.put('one', '{"n":1}');
      await results.put('two', '{"n":2}');
      await results.put('one', '{"n":"é€\u{1F514}"}');
      expect(await sorted(store.opened())).toEqual([
        { id: 'one', text: '{"n":"é€\u{1F514}"}' },
        { id: 'two', text: '{"n":2}' },
      ]);
    });

    it('have pages, which are no results of their own', async () => {
      if (!store) return;
      const { results } = store;
      expect(await results.putPage('two', 0, 'first')).toBeGreaterThan(0);
      await results.putPage('two', 10, 'x'.repeat(200_000));
      await results.putPage('two', 0, 'again');
      const other = store.opened();
      expect([await other.page('two', 0), (await other.page('two', 10))?.length]).toEqual(['again', 200_000]);
      expect([await other.page('two', 1), await other.page('one', 0)]).toEqual([undefined, undefined]);
      expect(await sorted(other)).toHaveLength(2);
    });

    it('go with their pages; pages go alone, too', async () => {
      if (!store) return;
      const { results } = store;
      await results.putPage('one', 0, 'of one');
      await results.removePages('two');
      await results.removePages('two');
      expect([await results.page('two', 0), await results.page('one', 0)]).toEqual([undefined, 'of one']);
      await results.remove('one');
      await results.remove('one');
      expect(await sorted(store.opened())).toEqual([{ id: 'two', text: '{"n":2}' }]);
      expect(await results.page('one', 0)).toBeUndefined();
    });
  });
};
