import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';

/** It can’t be backed up, or put back, as it was asked. The message is a sentence for the operator, and says what to do. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused';
}

/** Raised by a release whose backups an older program would misread. 2 and 3: the log may hold facts that 0.1.0, or 0.2.0, does not know. */
export const newestFormat = 3;
export const manifestName = 'manifest.json';

/** What may stand in a backup, by its path in the data folder; what is optional may be missing. */
export const backedUp = {
  'tocsin.json': 'needed',
  'log/log.db': 'needed',
  'log/digests.db': 'optional',
  'vault/vault.db': 'needed',
  'vault/erasures.json': 'optional',
  'side/side.db': 'needed',
  'node.json': 'optional',
  // where it was before 0.2.0
  'side/node.json': 'optional',
} as const;
export type BackedUp = keyof typeof backedUp;

const manifest = z.object({
  format: z.number().int(),
  /** The version that made it. */
  program: z.string(),
  /** When it was begun; everything that was on the log by then is in it. */
  madeAt: z.string(),
  logId: z.string(),
  /** The last event’s ordinal, and how many there are: the same. */
  head: z.number().int(),
  events: z.number().int(),
  files: z.array(z.object({ path: z.string(), bytes: z.number().int(), sha256: z.string() })),
});
export type Manifest = z.infer<typeof manifest>;

/** SHA-256 of a file, hex; it is never held in memory whole. */
export const hashOfFile = async (file: string): Promise<string> => {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
};

/** The manifest of a backup that was unpacked there. Throws BackupRefused: none, damaged, or of a newer version. */
export const manifestIn = async (folder: string, program: string): Promise<Manifest> => {
  const text = await readFile(join(folder, manifestName), 'utf8').catch(() => null);
  if (text === null)
    throw new BackupRefused('This file is not a Tocsin backup: it has no manifest. Choose a file made by “tocsin backup”.');
  const read = manifest.safeParse(jsonOf(text));
  const format = read.success ? read.data.format : (jsonOf(text) as { format?: unknown } | null)?.format;
  if (typeof format === 'number' && format > newestFormat) {
    throw new BackupRefused(
      `The backup is of format ${format}, of a newer version; this is Tocsin ${program}, which reads up to format ${newestFormat}. Restore it with the newer version.`,
    );
  }
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
