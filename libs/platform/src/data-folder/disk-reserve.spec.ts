import { existsSync, mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DiskReserve } from './disk-reserve.js';

// Its behaviour on a disk that really is full: test/faults/full-disk.spec.ts
describe('the disk reserve', () => {
  let folder: string;
  const file = (): string => join(folder, 'reserve');
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'reserve-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  it('takes up room once it is asked to, and is known again by the next start', async () => {
    const reserve = new DiskReserve(folder);
    expect(reserve.state).toBe('released');
    await Promise.all([reserve.keepUp(), reserve.keepUp()]);
    expect([reserve.state, statSync(file()).size, reserve.isShort]).toEqual(['kept', reserve.bytes, false]);
    expect(new DiskReserve(folder).state).toBe('kept');
  });

  it('makes room once', async () => {
    const reserve = new DiskReserve(folder);
    await reserve.keepUp();
    expect([reserve.release(), existsSync(file()), reserve.state]).toEqual([true, false, 'released']);
    expect(reserve.release()).toBe(false);
    await reserve.keepUp();
    expect(reserve.release()).toBe(true);
  });

  it('that a crash left too short is made again', async () => {
    await new DiskReserve(folder).keepUp();
    truncateSync(file(), 1_000);
    const reserve = new DiskReserve(folder);
    expect(reserve.state).toBe('released');
    await reserve.keepUp();
    expect(statSync(file()).size).toBe(reserve.bytes);
  });
});
