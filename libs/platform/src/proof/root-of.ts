import { leafOf, MerkleTree } from './merkle.js';
import type { ReadPage } from './tree-keeper.js';

/** The number of events of a log, and the root over them in hex. */
export const rootOf = async (readPage: ReadPage): Promise<{ readonly size: number; readonly root: string }> => {
  const tree = new MerkleTree();
  for (let page = await readPage(0); page.length > 0; page = await readPage(tree.size)) for (const event of page) tree.push(leafOf(event));
  return { size: tree.size, root: tree.root().toString('hex') };
};
