import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backUp } from './folder-backups.js';
import { isCopy, lastPlaceOf, placeOf, signPlace, type FolderPlace } from './folder-place.js';

const root = mkdtempSync(join(tmpdir(), 'tocsin-place-'));
const folder = join(root, 'data');

beforeAll(() => {
  mkdirSync(join(folder, 'log'), { recursive: true });
  signPlace(folder, placeOf(folder));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('the place of a data folder', () => {
  it('is as signed, and unknown in a new folder or where its file is damaged', () => {
    expect(lastPlaceOf(folder)).toEqual(placeOf(folder));
    mkdirSync(join(root, 'new', 'log'), { recursive: true });
    expect(lastPlaceOf(join(root, 'new'))).toBeUndefined();
    writeFileSync(join(root, 'new', 'log', 'place.json'), '{"machine":');
    expect(lastPlaceOf(join(root, 'new'))).toBeUndefined();
  });

  it('shows a copy beside the original, and one that took its path', () => {
    const copy = join(root, 'copy');
    cpSync(folder, copy, { recursive: true, preserveTimestamps: true });
    expect(isCopy(lastPlaceOf(copy)!, placeOf(copy))).toBe(true);
    renameSync(folder, join(root, 'original'));
    renameSync(copy, folder);
    expect(isCopy(lastPlaceOf(folder)!, placeOf(folder))).toBe(true);
    rmSync(folder, { recursive: true });
    renameSync(join(root, 'original'), folder);
  });

  it('is the same files after they were renamed and written to', () => {
    const renamed = join(root, 'renamed');
    renameSync(folder, renamed);
    writeFileSync(join(renamed, 'log', 'log.db'), 'more');
    expect(isCopy(lastPlaceOf(renamed)!, placeOf(renamed))).toBe(false);
    renameSync(renamed, folder);
  });

  it('is not in the copy before an upgrade, which is put back in the same place', () => {
    writeFileSync(join(folder, 'log', 'log.db'), 'events');
    const copy = backUp(folder, '9.0.0', '2026-01-01T00:00:00.000Z');
    expect(['log.db', 'place.json'].map((name) => existsSync(join(copy, 'log', name)))).toEqual([true, false]);
  });
});

describe('two places', () => {
  const place: FolderPlace = { machine: 'a', path: '/data', inode: '7', born: '1000' };
  const withoutBirth: FolderPlace = { ...place, born: '0' };

  it('are one store in a container that was created anew, and on a disk in another machine', () => {
    expect(isCopy(place, { ...place, machine: 'b' })).toBe(false);
    expect(isCopy(place, { ...place, machine: 'b', path: '/srv/data' })).toBe(false);
    expect(isCopy(withoutBirth, { ...withoutBirth, machine: 'b', path: '/srv/data' })).toBe(false);
  });

  it('are two stores where the files are other files, even of the same number', () => {
    expect(isCopy(place, { ...place, born: '2000' })).toBe(true);
    expect(isCopy(withoutBirth, { ...withoutBirth, inode: '8', machine: 'b' })).toBe(true);
    expect(isCopy(withoutBirth, { ...withoutBirth, inode: '8', path: '/copy' })).toBe(true);
  });

  it('are one store where a file system that knows no birth only renumbered the files', () => {
    expect(isCopy(withoutBirth, { ...withoutBirth, inode: '8' })).toBe(false);
  });
});
