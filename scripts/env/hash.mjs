import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot } from './root.mjs';

/** A hash of the files' names and contents, and of `extra`. A folder means all files below it that `keep` accepts; a missing path counts as such. */
export function hashOf(paths, extra = '', keep = () => true) {
  const hash = createHash('sha256').update(extra);
  for (const file of paths.flatMap((path) => listFilesBelow(path, keep))) hash.update(`\0${file}\0`).update(readFileSync(inRoot(file)));
  return hash.digest('hex');
}

function listFilesBelow(path, keep) {
  const stat = statSync(inRoot(path), { throwIfNoEntry: false });
  if (!stat) return [];
  if (stat.isFile()) return keep(path) ? [path] : [];
  return readdirSync(inRoot(path))
    .toSorted()
    .flatMap((name) => listFilesBelow(join(path, name), keep));
}
