import type { SqlViewStore } from '@tocsin/platform/views/sql-view-store.js';
import { toyViews } from '../toys/toy-views.js';
import type { Says } from './view-store-samples.js';

/** Opens a store for a test; undefined where there is no such database on this machine. */
export type OpenStore = () => Promise<SqlViewStore | undefined>;

/** A test that has a store with the tables of the toy views to itself, and passes where there is none. */
export const saysOf =
  (open: OpenStore): Says =>
  (sentence, check) => {
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
