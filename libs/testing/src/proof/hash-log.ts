import { SqliteEventLog } from '@tocsin/platform/event-log/sqlite-event-log.js';
import { StoredTree } from '@tocsin/platform/proof/stored-tree.js';
import { TreeKeeper, type TreeHead } from '@tocsin/platform/proof/tree-keeper.js';

/** Hashes what was appended to the log of this folder since, as its server does. */
export const hashLog = async (folder: string): Promise<TreeHead | null> => {
  const log = new SqliteEventLog(folder);
  const keeper = new TreeKeeper(StoredTree.open(folder), (after) => log.page(after), folder);
  try {
    return await keeper.keepUp();
  } finally {
    keeper.close();
    await log.close();
  }
};
