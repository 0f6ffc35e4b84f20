import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { syncFolder } from '../data-folder/replace-file.js';
import { copyLog } from '../event-log/copy-log.js';
import type { EventLog } from '../event-log/event-log.js';
import type { BackupPlace } from './backup-place.js';
import type { Manifest } from './manifest.js';
import { chooseBackup, eventsIn, takeKeys, type Choice } from './read-backup.js';
import { forgetErased, requireEmpty, type NewerKeys } from './restore-backup.js';

export interface SetRestoreOrder extends NewerKeys {
  readonly place: BackupPlace;
  readonly choice: Choice;
  /** The data folder to create; missing or empty. */
  readonly data: string;
  readonly program: string;
  /** The new log: in the folder, or where a cluster keeps it. It may have the beginning of what is restored, from a run that was stopped. */
  readonly openLog: (folder: string) => EventLog;
  /** Whether that log keeps the order of appends that are handed over together. */
  readonly isOrdered: boolean;
  /** Called with the filled folder and the log, before it becomes the data folder. */
  readonly finish: (folder: string, manifest: Manifest, log: EventLog) => Promise<void>;
  readonly onProgress?: (ordinal: number, of: number) => void;
}

/** Of what was restored, with the root over it. */
export interface RestoredSet extends Manifest {
  readonly root: string;
}

const fill = async (folder: string, order: SetRestoreOrder): Promise<RestoredSet> => {
  const { place, choice, program, openLog, isOrdered, finish, onProgress } = order;
  const chosen = await chooseBackup(place, choice);
  for (const room of ['log', 'side']) mkdirSync(join(folder, room), { recursive: true, mode: 0o700 });
  const keys = await takeKeys(place, chosen, folder, program);
  await forgetErased(folder, keys, order);
  const log = openLog(folder);
  try {
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
    syncFolder(dirname(data));
    return restored;
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
};
