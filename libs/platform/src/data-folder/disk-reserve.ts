import { randomBytes } from 'node:crypto';
import { rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { freeBytesAt } from './free-bytes.js';

const mebibyte = 2 ** 20;

/** Room for some thousand acknowledgements and pages. */
const reserveBytes = 16 * mebibyte;
/** Below this a disk is nearly full, and the server says that it is not ready. */
export const lowDisk = 64 * mebibyte;

/** The file, by its name in the folder: it is no part of any copy. */
export const reserveName = 'reserve';
const fileIn = (folder: string): string => join(folder, reserveName);
const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

export type ReserveState = 'kept' | 'released';

/**
 * A file that takes up room on the disk of a log. When the disk is full it is deleted, and what is appended then goes where it was. Until it is
 * made again, whoever can come again later is to leave the rest of the room to those who can’t.
 */
export class DiskReserve {
  readonly bytes = reserveBytes;
  private isKept: boolean;
  private isMaking = false;

  /** `folder`: where the log is. Nothing is made yet. */
  constructor(private readonly folder: string) {
    this.isKept = sizeOf(fileIn(folder)) >= reserveBytes;
  }

  get state(): ReserveState {
    return this.isKept ? 'kept' : 'released';
  }

  /** Little room is left, and nothing is kept free: only what can’t wait is to be written. */
  get isShort(): boolean {
    return !this.isKept && freeBytesAt(this.folder) < 2 * reserveBytes;
  }

  /** So little is left that nothing but the log is to be written. */
  get isForLogOnly(): boolean {
    return !this.isKept && freeBytesAt(this.folder) < reserveBytes / 2;
  }

  /** True when that made room: what failed for want of it may be tried again. */
  release(): boolean {
    const had = sizeOf(fileIn(this.folder)) > 0;
    this.isKept = false;
    rmSync(fileIn(this.folder), { force: true });
    return had;
  }

  /** Makes it, again, when there is room enough for it and for what is written meanwhile. Call it every few seconds. Rejects with what the file system says. */
  async keepUp(): Promise<void> {
    if (this.isKept || this.isMaking || freeBytesAt(this.folder) < reserveBytes + lowDisk) return;
    this.isMaking = true;
    try {
      await fill(fileIn(this.folder));
      this.isKept = true;
    } catch (error) {
      rmSync(fileIn(this.folder), { force: true });
      throw error;
    } finally {
      this.isMaking = false;
    }
  }
}

/**
 * Random bytes: a file system that compresses, or keeps no holes, would keep nothing free for zeros. Not flushed: the room is taken, and after a
 * power cut a file that is too short is made again.
 */
const fill = async (file: string): Promise<void> => {
  const piece = randomBytes(mebibyte);
  const handle = await open(file, 'w', 0o600);
  try {
    for (let written = 0; written < reserveBytes; written += piece.length) await handle.write(piece);
  } finally {
    await handle.close();
  }
};

/** Deletes the reserve of a folder whose disk has no room for a start. */
export const makeRoomToStart = (folder: string): void => {
  if (sizeOf(fileIn(folder)) > 0 && freeBytesAt(folder) < reserveBytes / 2) rmSync(fileIn(folder), { force: true });
};
