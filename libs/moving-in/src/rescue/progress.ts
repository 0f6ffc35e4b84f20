import { existsSync, readFileSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { RescueRefused } from './rescue-refused.js';
import type { SealSetting } from './seal.js';
import type { Ask } from './source.js';

/** How far one kind has come. Written after each block, so what is in the file up to `bytes` and this always agree. */
export interface KindProgress {
  readonly bytes: number;
  readonly lines: number;
  /** Questions that were answered whole. */
  readonly asked: number;
  /** The question for the rest of a list; null: none is under way. */
  readonly next: Ask | null;
  readonly rows: number;
  readonly unread: number;
  readonly isDone: boolean;
}

export interface Progress {
  readonly format: 1;
  readonly system: string;
  /** The address that was typed. */
  readonly address: string;
  /** When the rescue began. */
  readonly at: string;
  readonly since: string | null;
  readonly seal: SealSetting | null;
  readonly encrypts: boolean;
  /** The file of secret values; null: they are left out. */
  readonly keys: { readonly bytes: number; readonly count: number } | null;
  readonly leftOut: number;
  readonly kinds: Readonly<Record<string, KindProgress>>;
}

export const notBegun: KindProgress = { bytes: 0, lines: 0, asked: 0, next: null, rows: 0, unread: 0, isDone: false };

export const progressFile = 'progress.json';

export const readProgress = (folder: string): Progress | null =>
  existsSync(join(folder, progressFile)) ? (readJson(folder, progressFile) as Progress) : null;

export function readJson(folder: string, name: string): unknown {
  try {
    return JSON.parse(readFileSync(join(folder, name), 'utf8')) as unknown;
  } catch (error) {
    throw new RescueRefused(`${join(folder, name)} can’t be read: it was damaged, or is not of a rescue.`, { cause: error });
  }
}

/** Replaces a file as a whole, through to the disk. */
export async function writeWhole(folder: string, name: string, text: string): Promise<void> {
  const path = join(folder, name);
  const file = await open(`${path}.new`, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.new`, path);
}
