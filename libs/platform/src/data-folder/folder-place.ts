import { readFileSync, realpathSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { jsonIn } from './json-file.js';
import { replaceFileSync } from './replace-file.js';

/** Identifies the files of a data folder and where they are. */
export interface FolderPlace {
  readonly machine: string;
  readonly path: string;
  readonly inode: string;
  /** When the file system created the files, in nanoseconds: kept by a move, new in each copy. `0`: it does not know. */
  readonly born: string;
}

/** Left out of the copy before an upgrade, which an operator puts back in the same place. */
export const placeName = 'place.json';

/** In the folder of the log, because an operator may copy that and not what is beside it. */
const placeFile = (folder: string): string => join(folder, 'log', placeName);
const unknown = '0';

/** A container has a new host name each time it is created, and often no id. */
const readMachine = (): string => {
  try {
    return readFileSync('/etc/machine-id', 'utf8').trim() || hostname();
  } catch {
    return hostname();
  }
};

/** The folder of the log identifies the files: it is created once, and nothing ever replaces it. */
export const placeOf = (folder: string): FolderPlace => {
  const { ino, birthtimeNs } = statSync(join(folder, 'log'), { bigint: true });
  return { machine: readMachine(), path: realpathSync(folder), inode: String(ino), born: String(birthtimeNs) };
};

/** Where the folder last ran; undefined when that is not known. */
export const lastPlaceOf = (folder: string): FolderPlace | undefined => {
  const place = jsonIn<Partial<FolderPlace>>(placeFile(folder));
  const isPlace = [place?.machine, place?.path, place?.inode, place?.born].every((part) => typeof part === 'string');
  return isPlace ? (place as FolderPlace) : undefined;
};

export const signPlace = (folder: string, place: FolderPlace): void => replaceFileSync(placeFile(folder), `${JSON.stringify(place)}\n`);

/**
 * Whether these are other files than those that last ran. The same files are the same store, whatever the host or the path is called now: a volume in a
 * new container, a renamed folder, a disk in another machine. A file system without creation times may renumber its files, so there the path or the
 * machine must differ too.
 */
export const isCopy = (last: FolderPlace, now: FolderPlace): boolean => {
  if (last.born !== unknown && now.born !== unknown) return last.born !== now.born;
  return last.inode !== now.inode && (last.path !== now.path || last.machine !== now.machine);
};
