import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { syncFolder } from '../data-folder/replace-file.js';
import { BackupPlace, type Content, type StoredObject } from './backup-place.js';
import { BackupRefused } from './manifest.js';

const unfinished = '.partial';

/** A folder, best on another disk. It must exist: one that is made where a disk is not mounted would fill the wrong disk. */
export class FolderPlace extends BackupPlace {
  constructor(readonly address: string) {
    super();
  }

  async objects(start: string): Promise<readonly StoredObject[]> {
    const found: StoredObject[] = [];
    for (const name of await this.files(start)) {
      if (name.endsWith(unfinished)) continue;
      // another program may delete it meanwhile
      const file = await stat(join(this.address, name)).catch(() => null);
      if (file) found.push({ name, bytes: file.size });
    }
    return found;
  }

  async *read(name: string): AsyncIterable<Uint8Array> {
    for await (const chunk of createReadStream(join(this.address, name))) yield chunk as Uint8Array;
  }

  async remove(names: readonly string[]): Promise<void> {
    for (const name of names) await rm(join(this.address, name), { force: true });
    for (const folder of new Set(names.map((name) => dirname(join(this.address, name))))) if (existsSync(folder)) syncFolder(folder);
  }

  async tidy(start: string): Promise<void> {
    await this.remove((await this.files(start)).filter((name) => name.endsWith(unfinished)));
  }

  protected async write(name: string, content: Content): Promise<void> {
    const file = join(this.address, name);
    await this.makeFolder(dirname(file));
    const partial = `${file}${unfinished}`;
    try {
      const source = Buffer.isBuffer(content) ? Readable.from([content]) : createReadStream(content.file);
      await pipeline(source, createWriteStream(partial, { mode: 0o600, flush: true }));
      await rename(partial, file);
      syncFolder(dirname(file));
    } catch (error) {
      await rm(partial, { force: true });
      throw error;
    }
  }

  /** The new folders are durable, too. */
  private async makeFolder(folder: string): Promise<void> {
    this.requireThere();
    const first = await mkdir(folder, { recursive: true, mode: 0o700 });
    if (first === undefined) return;
    for (let made = folder; made.length >= first.length; made = dirname(made)) syncFolder(dirname(made));
  }

  /** Only the folder that they would be in is read: others, and what else lies here, may be large. */
  private async files(start: string): Promise<readonly string[]> {
    this.requireThere();
    const folder = join(this.address, start.slice(0, start.lastIndexOf('/') + 1));
    if (!existsSync(folder)) return [];
    return (await readdir(folder, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => relative(this.address, join(entry.parentPath, entry.name)).split(sep).join('/'))
      .filter((name) => name.startsWith(start))
      .toSorted();
  }

  private requireThere(): void {
    if (existsSync(this.address)) return;
    throw new BackupRefused(`There is no folder ${this.address}. Is its disk mounted? Create it if it is the right one.`);
  }
}
