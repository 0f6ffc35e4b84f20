import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { replaceFile } from '../data-folder/replace-file.js';
import { KeptResults, type KeptResult } from './kept-results.js';

const [zipped, unzipped] = [promisify(gzip), promisify(gunzip)];
const [ending, pagesEnding] = ['.json', '.pages'];

/** Results in one folder: a file each, and a folder for the pages of each. */
export class FileResults extends KeptResults {
  constructor(private readonly room: string) {
    super();
    mkdirSync(room, { recursive: true, mode: 0o700 });
    this.sweep();
  }

  override async all(): Promise<readonly KeptResult[]> {
    const names = readdirSync(this.room).filter((name) => name.endsWith(ending));
    return names.map((name) => this.read(name.slice(0, -ending.length)));
  }

  override async put(id: string, text: string): Promise<void> {
    await replaceFile(this.file(id), text);
  }

  override async putPage(id: string, page: number, text: string): Promise<number> {
    const bytes = await zipped(text);
    await mkdir(this.pagesOf(id), { recursive: true, mode: 0o700 });
    await replaceFile(this.pageFile(id, page), bytes);
    return bytes.length;
  }

  override async page(id: string, page: number): Promise<string | undefined> {
    const file = this.pageFile(id, page);
    return existsSync(file) ? (await unzipped(await readFile(file))).toString('utf8') : undefined;
  }

  override async removePages(id: string): Promise<void> {
    await rm(this.pagesOf(id), { recursive: true, force: true });
  }

  override async remove(id: string): Promise<void> {
    rmSync(this.file(id), { force: true });
    await this.removePages(id);
  }

  /** Pages whose result was removed when the process ended. */
  private sweep(): void {
    for (const name of readdirSync(this.room).filter((each) => each.endsWith(pagesEnding)))
      if (!existsSync(this.file(name.slice(0, -pagesEnding.length)))) rmSync(join(this.room, name), { recursive: true, force: true });
  }

  private read(id: string): KeptResult {
    try {
      return { id, text: readFileSync(this.file(id), 'utf8') };
    } catch (cause) {
      return { id, text: '', error: new Error(`${this.file(id)} can’t be read. It is left as it is.`, { cause }) };
    }
  }

  private file(id: string): string {
    return join(this.room, `${id}${ending}`);
  }

  private pagesOf(id: string): string {
    return join(this.room, `${id}${pagesEnding}`);
  }

  private pageFile(id: string, page: number): string {
    return join(this.pagesOf(id), `${page}.gz`);
  }
}
