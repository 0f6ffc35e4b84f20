import type { SqlViewStore } from '@tocsin/platform/views/sql-view-store.js';
import { toyViews } from './toy-views.js';
import { listsContract } from './view-store-lists.js';
import { pastContract } from './view-store-past.js';
import { rowsContract } from './view-store-rows.js';
import type { Says } from './view-store-samples.js';
import { standingContract } from './view-store-standing.js';

/**
 * What every store of views must do. `open` answers a store over an empty database, or `undefined` where there is no such database on this
 * machine and the report of the test run says so.
 */
export const viewStoreContract = (name: string, open: () => Promise<SqlViewStore | undefined>): void => {
  const says: Says = (sentence, check) => {
    it(
      sentence,
      async () => {
        const store = await open();
        if (!store) return;
        try {
          await store.prepare(toyViews);
          await check(store);
        } finally {
          await store.close();
        }
      },
      60_000,
    );
  };

  for (const contract of [rowsContract, listsContract, pastContract, standingContract]) contract(name, says);
};
