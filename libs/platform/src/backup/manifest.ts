import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { refusalOfFormat } from '../data-folder/folder-label.js';

/** The backup or restore can’t be done as requested. The message tells the operator what to do. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused';
}

export const manifestName = 'manifest.json';

export const backedUp = {
  'tocsin.json': 'needed',
  'log/log.db': 'needed',
  'log/tree.db': 'optional',
  /** Of releases before the tree. */
  'log/digests.db': 'optional',
  /** The history of other systems, with the id and the keys by which it is read. */
  'log/imported/id.json': 'optional',
  'log/imported/tree.db': 'optional',
  'log/imported/log.db': 'optional',
  'vault/imported/vault.db': 'optional',
  'vault/vault.db': 'needed',
  'vault/erasures.json': 'optional',
  'side/side.db': 'needed',
  'node.json': 'optional',
} as const;
export type BackupEntry = keyof typeof backedUp;

const manifest = z.object({
  format: z.number().int(),
  program: z.string(),
  /** When the backup started; it contains everything that was on the log by then. */
  madeAt: z.string(),
  logId: z.string(),
  /** The ordinal of the last event, which equals the number of events. */
  head: z.number().int(),
  events: z.number().int(),
  files: z.array(z.object({ path: z.string(), bytes: z.number().int(), sha256: z.string() })),
});
export type Manifest = z.infer<typeof manifest>;

/** SHA-256 of a file, hex; reads it as a stream. */
export const hashOfFile = async (file: string): Promise<string> => {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
};

/** Throws BackupRefused when the manifest is missing, damaged, or of another format. */
export const manifestIn = async (folder: string, program: string): Promise<Manifest> => {
  const text = await readFile(join(folder, manifestName), 'utf8').catch(() => null);
  if (text === null)
    throw new BackupRefused('This file is not a Tocsin backup: it has no manifest. Choose a file created by “tocsin backup”.');
  const read = manifest.safeParse(jsonOf(text));
  const format = read.success ? read.data.format : (jsonOf(text) as { format?: unknown } | null)?.format;
  const refusal = typeof format === 'number' ? refusalOfFormat(format, program) : null;
  if (refusal !== null) throw new BackupRefused(`The backup is of format ${String(format)}; ${refusal}.`);
  if (!read.success) throw new BackupRefused('The manifest of the backup can’t be read. Choose another backup.');
  return read.data;
};

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};
