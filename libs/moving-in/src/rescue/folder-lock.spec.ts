import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withFolderLock } from './folder-lock.js';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'tocsin-lock-'))));
afterEach(() => rmSync(folder, { recursive: true }));

it('refuses a second writer, also one with the same process id, as in another container, and the first keeps its lock', async () => {
  await withFolderLock(folder, async () => {
    for (const _ of [1, 2]) {
      await expect(withFolderLock(folder, () => Promise.resolve(), 'Another import')).rejects.toThrow(
        `Another import is writing to this folder (process ${process.pid}, started `,
      );
    }
  });
  expect(await withFolderLock(folder, () => Promise.resolve('next'))).toBe('next');
});

it.each(['', '1', '{"pid":1'])('is free where a killed program left the file “%s”', async (left) => {
  writeFileSync(join(folder, 'lock'), left);
  expect(await withFolderLock(folder, () => Promise.resolve('free'))).toBe('free');
});

it('is free after work that failed, and where the work removed the folder', async () => {
  await expect(withFolderLock(folder, () => Promise.reject(new Error('no disk')))).rejects.toThrow('no disk');
  await withFolderLock(folder, () => Promise.resolve(rmSync(folder, { recursive: true })));
  folder = mkdtempSync(join(tmpdir(), 'tocsin-lock-'));
});
