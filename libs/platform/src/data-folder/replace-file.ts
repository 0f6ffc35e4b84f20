import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Makes the creation or renaming of files in a folder durable. */
export const syncFolder = (folder: string): void => {
  // on Windows, folders can’t be opened, and need no flush
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
};

/** Atomic: the file contains the old or the new text. Durable on return. Readable by its owner only. */
export const replaceFileSync = (file: string, text: string): void => {
  const fresh = `${file}.new`;
  writeFileSync(fresh, text, { mode: 0o600, flush: true });
  renameSync(fresh, file);
  syncFolder(dirname(file));
};

/** The same without blocking the event loop; the rename becomes durable a little later. Only one call at a time for a file. */
export const replaceFile = async (file: string, content: string | Uint8Array): Promise<void> => {
  const fresh = `${file}.new`;
  const handle = await open(fresh, 'w', 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(fresh, file);
};
