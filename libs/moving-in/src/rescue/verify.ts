import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { BlockFile } from './block-file.js';
import { RescueRefused } from './rescue-refused.js';
import { forgettingFile } from './forget.js';
import { hashOf, isFinished, isManifestWhole, manifestFile, ownFiles, readManifest, sizeOf, type FileEntry } from './manifest.js';

/** What is not as it was written, each in a sentence. */
export async function listDamage(folder: string): Promise<readonly string[]> {
  if (!isManifestWhole(folder)) return [`${manifestFile} is not what was written: its hash differs.`];
  const { files, encrypted } = readManifest(folder);
  const damage: string[] = [];
  for (const file of files) damage.push(...(await damageOf(folder, file, encrypted)));
  const known = new Set([...files.map(({ name }) => name), ...ownFiles]);
  const others = readdirSync(folder).filter((name) => !known.has(name) && name !== 'lock' && name !== 'lock.db' && name !== forgettingFile);
  if (existsSync(join(folder, forgettingFile))) damage.push('“tocsin rescue forget” was stopped in the middle: run it again.');
  return [...damage, ...others.map((name) => `${name} is not of this rescue.`)];
}

async function damageOf(folder: string, { name, bytes, sha256 }: FileEntry, encrypted: boolean): Promise<readonly string[]> {
  const size = sizeOf(folder, name);
  if (size === null) return [`${name} is missing.`];
  if (size !== bytes) return [`${name} has ${size} bytes instead of ${bytes}.`];
  if ((await hashOf(join(folder, name))) === sha256) return [];
  const line = encrypted || name.endsWith('.sealed') ? null : await firstBadLine(join(folder, name), bytes);
  return [`${name} is not what was written: its hash differs${line === null ? '' : `, and it can’t be read behind line ${line}`}.`];
}

async function firstBadLine(path: string, bytes: number): Promise<number | null> {
  let line = 0;
  try {
    for await (const text of new BlockFile(path, '', null).lines(bytes)) {
      JSON.parse(text);
      line += 1;
    }
    return null;
  } catch {
    return line;
  }
}

/** `tocsin rescue verify FOLDER`: 1 if anything is not as it was written. */
export async function verifyRescue(path: string, say: (text: string) => void): Promise<number> {
  const folder = resolve(path);
  if (!isFinished(folder))
    throw new RescueRefused(`${folder} has no finished rescue. Run “tocsin rescue” again: it goes on where it stopped.`);
  const damage = await listDamage(folder);
  for (const sentence of damage) say(sentence);
  if (damage.length === 0) say(`${folder} is as it was written: ${readManifest(folder).files.length} files.`);
  return damage.length === 0 ? 0 : 1;
}
