import { randomBytes } from 'node:crypto';
import { rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { readFreeBytes } from './free-bytes.js';

const mebibyte = 2 ** 20;

/** Space for some thousand acknowledgements and pages. */
const reserveBytes = 16 * mebibyte;
/** Below this a disk is nearly full, and the server reports that it is not ready. */
export const lowDisk = 64 * mebibyte;

/** Not part of any copy. */
export const reserveName = 'reserve';
const fileIn = (folder: string): string => join(folder, reserveName);
const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

export type ReserveState = 'kept' | 'released';

/**
 * A file that reserves space on the disk of a log. When the disk is full it is deleted, and appends use its space. Until it exists again, work that can
 * be done later should leave the remaining space to work that can’t wait.
 */
export class DiskReserve {
  readonly bytes = reserveBytes;
  private isReserved: boolean;
  private isMaking = false;

  /** `folder`: where the log is. Does not create the file yet. */
  constructor(private readonly folder: string) {
    this.isReserved = sizeOf(fileIn(folder)) >= reserveBytes;
  }

  get state(): ReserveState {
    return this.isReserved ? 'kept' : 'released';
  }

  /** Little space is left and none is reserved: only urgent data should be written. */
  get isShort(): boolean {
    return !this.isReserved && readFreeBytes(this.folder) < 2 * reserveBytes;
  }

  /** Whether the remaining space is reserved for the log. */
  get isForLogOnly(): boolean {
    return !this.isReserved && readFreeBytes(this.folder) < reserveBytes / 2;
  }

  /** True when this freed space: a write that failed for lack of it may be retried. */
  release(): boolean {
    const hadReserve = sizeOf(fileIn(this.folder)) > 0;
    this.isReserved = false;
    rmSync(fileIn(this.folder), { force: true });
    return hadReserve;
  }

  /** Creates the file again when there is enough space for it and for other writes. Call it every few seconds. Rejects with file system errors. */
  async keepUp(): Promise<void> {
    if (this.isReserved || this.isMaking || readFreeBytes(this.folder) < reserveBytes + lowDisk) return;
    this.isMaking = true;
    try {
      await fill(fileIn(this.folder));
      this.isReserved = true;
    } catch (error) {
      rmSync(fileIn(this.folder), { force: true });
      throw error;
    } finally {
      this.isMaking = false;
    }
  }
}

/**
 * Random bytes, because a file system that compresses or stores sparse files would reserve nothing for zeros. Not flushed: the space is allocated, and a
 * file that is too short after a power cut is made again.
 */
const fill = async (file: string): Promise<void> => {
  const block = randomBytes(mebibyte);
  const handle = await open(file, 'w', 0o600);
  try {
    for (let writtenBytes = 0; writtenBytes < reserveBytes; writtenBytes += block.length) await handle.write(block);
  } finally {
    await handle.close();
  }
};

/** Deletes the reserve when the disk has no space for a start. */
export const makeRoomToStart = (folder: string): void => {
  if (sizeOf(fileIn(folder)) > 0 && readFreeBytes(folder) < reserveBytes / 2) rmSync(fileIn(folder), { force: true });
};
