import { openOrReplace } from '@tocsin/platform/data-folder/quarantine-file.js';
import { StoredTree, treeFile } from '@tocsin/platform/proof/stored-tree.js';
import { requireEnd } from '@tocsin/platform/proof/tree-keeper.js';

interface HashedLog {
  /** The folder of the hashes. */
  readonly dir: string;
  /** The last ordinal of the log. */
  readonly head: number;
  readonly isLogHere: boolean;
  readonly started: string;
  readonly onReplaced: (sentence: string) => void;
}

/** Throws LogUnavailable when the log has lost events whose hashes are here. Damaged hashes are replaced. */
export const requireHashed = ({ dir, head, isLogHere, started, onReplaced }: HashedLog): void => {
  const file = { file: treeFile(dir), now: started, consequence: 'The hashes of the log are made again.', tell: onReplaced };
  const stored = openOrReplace(file, () => StoredTree.open(dir, head));
  try {
    // an empty log is a different problem, and its own check has a better message
    if (head > 0) requireEnd(stored, head, dir, isLogHere);
  } finally {
    stored.close();
  }
};
