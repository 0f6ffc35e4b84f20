import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { replaceFileSync, syncFolder } from '../data-folder/replace-file.js';
import { copyLog } from '../event-log/copy-log.js';
import type { EventLog } from '../event-log/event-log.js';
import { startOf } from './backup-names.js';
import type { BackupPlace } from './backup-place.js';
import { BackupRefused, type Manifest } from './manifest.js';
import { chooseBackup, eventsIn, takeKeys, type Choice, type ChosenBackup } from './read-backup.js';
import { forgetErased, requireEmpty, type NewerKeys } from './restore-backup.js';

export interface SetRestoreOrder extends NewerKeys {
  readonly place: BackupPlace;
  readonly choice: Choice;
  /** The data folder to create; missing or empty. */
  readonly data: string;
  readonly program: string;
  /** The new log: in the folder, or where a cluster keeps it. */
  readonly openLog: (folder: string) => EventLog;
  /** Whether that log keeps the order of appends that are handed over together. */
  readonly isOrdered: boolean;
  /** It is elsewhere: it must be empty, or have the beginning of what is restored, from a run of this restore that was stopped. */
  readonly isLogElsewhere: boolean;
  /** Called with the filled folder and the log, before it becomes the data folder. */
  readonly finish: (folder: string, manifest: Manifest, log: EventLog) => Promise<void>;
  readonly onProgress?: (ordinal: number, of: number) => void;
}

/** Of what was restored, with the root over it. */
export interface RestoredSet extends Manifest {
  readonly root: string;
}

/** Beside the folder: which backup is being restored into a log elsewhere. */
const markOf = (data: string): string => `${data}.restoring-from`;

/** A log elsewhere may be in use, and have the same beginning because it is what was backed up: then the pause would be appended to it. */
const requireOwnTarget = async (log: EventLog, { data, place }: SetRestoreOrder, { branch }: ChosenBackup): Promise<void> => {
  const [mark, name] = [markOf(data), `${place.address} ${startOf(branch)}`];
  const isBegun = existsSync(mark) && readFileSync(mark, 'utf8') === name;
  if (!isBegun && (await log.head()).ordinal > 0)
    throw new BackupRefused(
      'The log of this cluster is not empty, and a restore never overwrites anything. Choose an empty EventStoreDB, or another ' +
        'TOCSIN_EVENTSTORE_PREFIX. Nothing was written.',
    );
  replaceFileSync(mark, name);
};

const fill = async (folder: string, order: SetRestoreOrder): Promise<RestoredSet> => {
  const { place, choice, program, openLog, isOrdered, finish, onProgress } = order;
  const chosen = await chooseBackup(place, choice);
  for (const room of ['log', 'side']) mkdirSync(join(folder, room), { recursive: true, mode: 0o700 });
  const keys = await takeKeys(place, chosen, folder, program);
  await forgetErased(folder, keys, order);
  const log = openLog(folder);
  try {
    if (order.isLogElsewhere) await requireOwnTarget(log, order, chosen);
    const { size, root } = await copyLog(eventsIn(place, chosen), log, {
      isOrdered,
      onProgress: (ordinal) => onProgress?.(ordinal, chosen.to),
    });
    const manifest = { ...keys, head: size, events: size };
    await finish(folder, manifest, log);
    return { ...manifest, root };
  } finally {
    await log.close();
  }
};

/**
 * Restores the log as of an ordinal, with the newest keys, into an empty folder. The folder is complete or absent. Throws BackupRefused when it is not
 * empty or the backup is damaged, and CopyRefused when the log has another history.
 */
export const restoreSet = async (order: SetRestoreOrder): Promise<RestoredSet> => {
  const { data } = order;
  requireEmpty(data);
  const fresh = `${data}.restoring`;
  rmSync(fresh, { recursive: true, force: true });
  try {
    const restored = await fill(fresh, order);
    rmSync(data, { recursive: true, force: true });
    renameSync(fresh, data);
    rmSync(markOf(data), { force: true });
    syncFolder(dirname(data));
    return restored;
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
};
