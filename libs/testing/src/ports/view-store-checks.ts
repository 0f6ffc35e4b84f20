import type { SqlViewStore } from '@tocsin/platform/views/sql-view-store.js';
import { toyViews } from '../toys/toy-views.js';
import type { StatesCheck } from './view-store-samples.js';

/** Opens a store for a test; undefined when this machine has no such database. */
export type OpenStore = () => Promise<SqlViewStore | undefined>;

/** A test with its own store and the tables of the toy views; passes when there is no store. */
export const saysOf =
  (open: OpenStore): StatesCheck =>
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
