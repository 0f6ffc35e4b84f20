import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { replaceFile } from '../data-folder/replace-file.js';
import { KeptResults, type KeptResult } from './kept-results.js';

const [zipped, unzipped] = [promisify(gzip), promisify(gunzip)];
const ending = '.json';

/** Results in one folder: a file each, and a folder for the pages of each. */
export class FileResults extends KeptResults {
  constructor(private readonly room: string) {
    super();
    mkdirSync(room, { recursive: true, mode: 0o700 });
  }

  override async all(): Promise<readonly KeptResult[]> {
    const names = readdirSync(this.room).filter((name) => name.endsWith(ending));
    return names.map((name) => ({ id: name.slice(0, -ending.length), text: readFileSync(join(this.room, name), 'utf8') }));
  }

  override async put(id: string, text: string): Promise<void> {
    await replaceFile(this.file(id), text);
  }

  override async putPage(id: string, page: number, text: string): Promise<number> {
    const bytes = await zipped(text);
    await mkdir(this.pagesOf(id), { recursive: true, mode: 0o700 });
    await writeFile(join(this.pagesOf(id), `${page}.gz`), bytes, { mode: 0o600 });
    return bytes.length;
  }

  override async page(id: string, page: number): Promise<string | undefined> {
    const file = join(this.pagesOf(id), `${page}.gz`);
    return existsSync(file) ? (await unzipped(await readFile(file))).toString('utf8') : undefined;
  }

  override async removePages(id: string): Promise<void> {
    await rm(this.pagesOf(id), { recursive: true, force: true });
  }

  override async remove(id: string): Promise<void> {
    rmSync(this.file(id), { force: true });
    await this.removePages(id);
  }

  private file(id: string): string {
    return join(this.room, `${id}${ending}`);
  }

  private pagesOf(id: string): string {
    return join(this.room, `${id}.pages`);
  }
}
