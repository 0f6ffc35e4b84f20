import { listsContract } from './view-store-lists.js';
import { pastContract } from './view-store-past.js';
import { rowsContract } from './view-store-rows.js';
import { saysOf, type OpenStore } from './view-store-checks.js';
import { currentRowsContract } from './view-store-current.js';

/**
 * The contract of every view store. `open` returns a store on an empty database, or `undefined` when this machine has no such database, which the
 * report of the test run says.
 */
export const viewStoreContract = (name: string, open: OpenStore): void => {
  for (const contract of [rowsContract, listsContract, pastContract, currentRowsContract]) contract(name, saysOf(open));
};
