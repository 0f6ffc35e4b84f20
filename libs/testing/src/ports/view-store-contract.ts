import { listsContract } from './view-store-lists.js';
import { pastContract } from './view-store-past.js';
import { rowsContract } from './view-store-rows.js';
import { saysOf, type OpenStore } from './view-store-says.js';
import { standingContract } from './view-store-standing.js';

/**
 * What every store of views must do. `open` answers a store over an empty database, or `undefined` where there is no such database on this
 * machine and the report of the test run says so.
 */
export const viewStoreContract = (name: string, open: OpenStore): void => {
  for (const contract of [rowsContract, listsContract, pastContract, standingContract]) contract(name, saysOf(open));
};
