import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { version } from '@tocsin/platform/data-folder/program-version.js';
import { fileName, keysFile } from './collect.js';
import type { BlockFile } from './block-file.js';
import { notBegun, progressFile, readJson, writeWhole, type Progress } from './progress.js';
import { isRead, type Line } from './questions.js';
import type { SealSetting } from './seal.js';
import { fieldsOf, type System } from './source.js';

export interface FileEntry {
  /** Null: the file of secret values. */
  readonly kind: string | null;
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly answers: number;
  readonly rows: number;
  readonly unread: number;
}

/** What a finished rescue has. */
export interface Manifest {
  readonly format: 1;
  readonly program: string;
  readonly system: string;
  readonly address: string;
  /** The moment that all phases and renderings are of. */
  readonly at: string;
  readonly finishedAt: string;
  readonly since: string | null;
  readonly encrypted: boolean;
  readonly seal: SealSetting | null;
  /** Secret values that are in no file, and those in the encrypted one. */
  readonly secrets: { readonly leftOut: number; readonly kept: number };
  readonly files: readonly FileEntry[];
  /** The first of what could not be read. */
  readonly unread: readonly { readonly kind: string; readonly asked: string; readonly status: number; readonly why: string }[];
  readonly unreadInAll: number;
  /** What this system does not tell. */
  readonly untold: readonly string[];
  /** When somebody was forgotten. */
  readonly forgotten: readonly string[];
}

export const manifestFile = 'manifest.json';
const manifestHash = 'manifest.sha256';
const mostUnread = 1_000;

export const isFinished = (folder: string): boolean => existsSync(join(folder, manifestFile)) && !existsSync(join(folder, progressFile));

/** Writes the manifest of a rescue that has everything, and ends its progress. */
export async function finish(
  folder: string,
  system: System,
  progress: Progress,
  { now, fileOf }: { readonly now: Date; readonly fileOf: (kind: string) => BlockFile },
): Promise<Manifest> {
  const unread: Manifest['unread'][number][] = [];
  const files: FileEntry[] = [];
  for (const { name: kind } of system.kinds) {
    const { bytes, lines, rows, unread: count } = progress.kinds[kind] ?? notBegun;
    if (bytes === 0) continue;
    await fileOf(kind).cutTo(bytes);
    if (count > 0) await listUnread(kind, fileOf(kind).lines(bytes), unread);
    const name = fileName(kind, progress.encrypts);
    files.push({ kind, name, bytes, sha256: await hashOf(join(folder, name)), answers: lines, rows, unread: count });
  }
  const { keys } = progress;
  if (keys !== null && keys.bytes > 0) {
    files.push({
      kind: null,
      name: keysFile,
      bytes: keys.bytes,
      sha256: await hashOf(join(folder, keysFile)),
      answers: keys.count,
      rows: keys.count,
      unread: 0,
    });
  }
  const kept = keys?.count ?? 0;
  const manifest: Manifest = {
    format: 1,
    program: version,
    system: system.name,
    address: progress.address,
    at: progress.at,
    finishedAt: now.toISOString(),
    since: progress.since,
    encrypted: progress.encrypts,
    seal: progress.seal,
    secrets: { leftOut: progress.leftOut - kept, kept },
    files,
    unread,
    unreadInAll: files.reduce((sum, file) => sum + file.unread, 0),
    untold: system.untold,
    forgotten: [],
  };
  await writeManifest(folder, manifest);
  await rm(join(folder, progressFile));
  return manifest;
}

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const text = `${JSON.stringify(manifest, null, 1)}\n`;
  await writeWhole(folder, manifestHash, `${createHash('sha256').update(text).digest('hex')}  ${manifestFile}\n`);
  await writeWhole(folder, manifestFile, text);
}

export const readManifest = (folder: string): Manifest => readJson(folder, manifestFile) as Manifest;

/** Is the manifest what was written? */
export function isManifestWhole(folder: string): boolean {
  const hash = createHash('sha256')
    .update(readFileSync(join(folder, manifestFile)))
    .digest('hex');
  return existsSync(join(folder, manifestHash)) && readFileSync(join(folder, manifestHash), 'utf8') === `${hash}  ${manifestFile}\n`;
}

export async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

export const sizeOf = (folder: string, name: string): number | null =>
  existsSync(join(folder, name)) ? statSync(join(folder, name)).size : null;

export const ownFiles = [manifestFile, manifestHash];

async function listUnread(kind: string, lines: AsyncIterable<string>, unread: Manifest['unread'][number][]): Promise<void> {
  for await (const text of lines) {
    const line = JSON.parse(text) as Line;
    if (unread.length < mostUnread && !isRead(line))
      unread.push({ kind, asked: line.asked, status: line.status, why: reasonIn(line.body) });
  }
}

/** The system’s own words, short. */
function reasonIn(body: unknown): string {
  const { message, detail, error, errors } = fieldsOf(body);
  const [first] = Array.isArray(errors) ? errors : [];
  const words = [message, detail, fieldsOf(error).message, fieldsOf(first).message, body].find((text) => typeof text === 'string');
  return (words ?? 'no reason given').slice(0, 200);
}
