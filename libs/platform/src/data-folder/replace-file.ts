import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Makes what was created or renamed in a folder durable. */
export const syncFolder = (folder: string): void => {
  // Windows opens no folders, and needs no such thing
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
};

/** Writes a small file that is the old one or the new one, never a torn one; durable on return. Readable by its owner alone. */
export const replaceFileSync = (file: string, text: string): void => {
  const fresh = `${file}.new`;
  writeFileSync(fresh, text, { mode: 0o600, flush: true });
  renameSync(fresh, file);
  syncFolder(dirname(file));
};

/** The same, without holding up the loop; the rename itself becomes durable a little later. Not two at a time for one file. */
export const replaceFile = async (file: string, text: string): Promise<void> => {
  const fresh = `${file}.new`;
  const handle = await open(fresh, 'w', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(fresh, file);
};
