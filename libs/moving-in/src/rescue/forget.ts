import { createHmac, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { RescueRefused } from './rescue-refused.js';
import { BlockFile } from './block-file.js';
import { withFolderLock } from './folder-lock.js';
import { hashOf, isFinished, readManifest, sizeOf, writeManifest, type FileEntry, type Manifest } from './manifest.js';
import type { Outside } from './outside.js';
import { blankPerson, forgetterOf, textsAbout } from './person-texts.js';
import { readJson, writeWhole } from './progress.js';
import { isRead, type Line } from './questions.js';
import { Seal } from './seal.js';
import type { Kind, Row, System } from './source.js';
import { systemNamed } from './systems.js';

/** While it is there, somebody is being forgotten: it has the key of the pseudonyms, so that each file gets the same. */
export const forgettingFile = 'forgetting.json';

const blockLines = 100;

interface Folder {
  readonly path: string;
  readonly system: System;
  readonly manifest: Manifest;
  readonly seal: Seal | null;
}

/** `tocsin rescue forget FOLDER PERSON`: rewrites the folder without what names a person, given by mail address, id or full name. */
export async function forgetPerson(path: string, person: string, outside: Outside): Promise<number> {
  const folder = resolve(path);
  if (!isFinished(folder)) throw new RescueRefused(`${folder} has no finished rescue: let it end, or delete it.`);
  const manifest = readManifest(folder);
  const system = systemNamed(manifest.system);
  if (system === undefined) throw new RescueRefused(`${manifest.system} is unknown to this version.`);
  const seal = manifest.encrypted ? Seal.open((await outside.askHidden('Phrase of the folder: ')) ?? '', manifest.seal!) : null;
  return withFolderLock(folder, () => rewrite({ path: folder, system, manifest, seal }, person, outside));
}

async function rewrite(folder: Folder, person: string, outside: Outside): Promise<number> {
  const isSecondTry = existsSync(join(folder.path, forgettingFile));
  const row = await findPerson(folder, person);
  if (row === null && !isSecondTry) {
    outside.say(`Nobody in this folder has the address, id or name ${person}.`);
    return 1;
  }
  if (!isSecondTry) await writeWhole(folder.path, forgettingFile, JSON.stringify({ key: randomBytes(32).toString('base64') }));
  const { key } = readJson(folder.path, forgettingFile) as { readonly key: string };
  let changed = 0;
  if (row !== null) {
    const id = String(row[folder.system.people.id]);
    const pseudonym = `forgotten-${createHmac('sha256', key).update(id).digest('hex').slice(0, 16)}`;
    const texts = [...textsAbout(folder.system, row), ...(await textsOfOwnFiles(folder, id))];
    for (const file of inOrder(folder)) changed += await rewriteFile(folder, file, { id, pseudonym, texts });
  }
  await renewManifest(folder, outside.now());
  await rm(join(folder.path, forgettingFile));
  outside.say(`${changed} answers were rewritten. Copies of this folder elsewhere still have the person.`);
  return 0;
}

/** The files by which the person is found come last: a second try after a kill finds the person as long as there is something to do. */
function inOrder({ manifest, system }: Folder): readonly FileEntry[] {
  const rank = ({ kind }: FileEntry): number => (kind === system.people.kind ? 2 : kindNamed(system, kind)?.isOfOnePerson ? 1 : 0);
  return manifest.files.filter(({ kind }) => kind !== null).toSorted((one, other) => rank(one) - rank(other));
}

const kindNamed = (system: System, name: string | null): Kind | undefined => system.kinds.find((kind) => kind.name === name);

const blockFile = ({ path, seal }: Folder, name: string, suffix = ''): BlockFile =>
  new BlockFile(join(path, `${name}${suffix}`), name, seal);

async function* linesOf(folder: Folder, { name }: FileEntry): AsyncGenerator<Line> {
  for await (const text of blockFile(folder, name).lines(sizeOf(folder.path, name) ?? 0)) yield JSON.parse(text) as Line;
}

async function findPerson(folder: Folder, person: string): Promise<Row | null> {
  const { people, rows } = folder.system;
  const file = folder.manifest.files.find(({ kind }) => kind === people.kind);
  if (file === undefined) return { [people.id]: person };
  const isMeant = (row: Row) => [people.id, ...people.names].some((field) => String(row[field]).toLowerCase() === person.toLowerCase());
  for await (const line of linesOf(folder, file)) {
    const found = isRead(line) ? rows(line.body).find(isMeant) : undefined;
    if (found !== undefined) return found;
  }
  return null;
}

async function textsOfOwnFiles(folder: Folder, id: string): Promise<readonly string[]> {
  const texts: string[] = [];
  for (const file of folder.manifest.files) {
    if (!kindNamed(folder.system, file.kind)?.isOfOnePerson) continue;
    for await (const line of linesOf(folder, file)) {
      if (line.asked.includes(id)) texts.push(...textsAbout(folder.system, line.body));
    }
  }
  return texts;
}

async function rewriteFile(
  folder: Folder,
  file: FileEntry,
  about: { readonly id: string; readonly pseudonym: string; readonly texts: readonly string[] },
): Promise<number> {
  const forget = forgetterOf(about);
  const isOwn = kindNamed(folder.system, file.kind)?.isOfOnePerson === true;
  const target = blockFile(folder, file.name, '.new');
  let [bytes, changed, lines]: [number, number, string[]] = [0, 0, []];
  for await (const line of linesOf(folder, file)) {
    const about_ = isOwn && line.asked.includes(about.id) ? { ...line, body: { $forgotten: true } } : line;
    const body = file.kind === folder.system.people.kind ? blankPerson(about_.body, folder.system, about) : about_.body;
    const text = JSON.stringify(forget({ ...about_, body }));
    if (text !== JSON.stringify(line)) changed += 1;
    lines.push(text);
    if (lines.length === blockLines) [bytes, lines] = [await target.append(lines, bytes), []];
  }
  if (lines.length > 0) await target.append(lines, bytes);
  await rename(target.path, join(folder.path, file.name));
  return changed;
}

async function renewManifest({ path, manifest }: Folder, now: Date): Promise<void> {
  const files: FileEntry[] = [];
  for (const file of manifest.files) {
    files.push({ ...file, bytes: sizeOf(path, file.name) ?? 0, sha256: await hashOf(join(path, file.name)) });
  }
  await writeManifest(path, { ...manifest, files, forgotten: [...manifest.forgotten, now.toISOString()] });
}
