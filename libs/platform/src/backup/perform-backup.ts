import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { leafOf, MerkleTree } from '../proof/merkle.js';
import { StoredTree, treeFile } from '../proof/stored-tree.js';
import type { ReadPage } from '../proof/tree-keeper.js';
import { startOf } from './backup-names.js';
import { requireOutsideData } from './outside-data.js';
import { openPlace, type PlaceSettings } from './open-place.js';
import { writeBackup, type BackupReport, type BackupRun } from './write-backup.js';

/** A run that a thread can be given. */
export interface BackupJob extends Omit<BackupRun, 'readPage' | 'treeAt'> {
  readonly place: PlaceSettings;
  /** Removes first what a killed run left unfinished: none other may be running. */
  readonly isFirst: boolean;
  /** The place must be neither in the data folder nor around it. */
  readonly isOutside?: boolean;
}

const treeOfLog = async (size: number, readPage: ReadPage): Promise<MerkleTree> => {
  const tree = new MerkleTree();
  for (let page = await readPage(0); page.length > 0 && tree.size < size; page = await readPage(tree.size)) {
    for (const event of page) if (event.ordinal <= size) tree.push(leafOf(event));
  }
  return tree;
};

/** One run of a backup. Rejects as writeBackup does. */
export const performBackup = async (job: BackupJob, readPage: ReadPage): Promise<BackupReport> => {
  if (job.isOutside) requireOutsideData(job.data, job.place.address);
  const place = await openPlace(job.place);
  if (job.isFirst) await place.tidy(startOf(job));
  const dir = join(job.data, 'log');
  const stored = existsSync(treeFile(dir)) ? StoredTree.read(dir) : undefined;
  try {
    // the hashes of a long log may not be there yet
    const treeAt = (size: number) => (stored && stored.size >= size ? stored.treeAt(size) : treeOfLog(size, readPage));
    return await writeBackup(place, { ...job, readPage, treeAt });
  } finally {
    stored?.close();
  }
};
