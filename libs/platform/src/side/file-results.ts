import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { z } from 'zod';
import { replaceFile } from '../data-folder/replace-file.js';
import { isSameClaim, ResultStore, AttemptSuperseded, unclaimed, type Claim, type StoredResult } from './result-store.js';

const [zipped, unzipped] = [promisify(gzip), promisify(gunzip)];
const [ending, pagesEnding] = ['.json', '.pages'];

const claimLine = z.object({ attempt: z.number().int(), owner: z.string() });

const parseStored = (text: string): { readonly text: string; readonly claim: Claim } => {
  const end = text.indexOf('\n');
  return { text: text.slice(end + 1), claim: claimLine.parse(JSON.parse(text.slice(0, end))) };
};

/**
 * Results in one folder: a file each, whose first line is its claim, and a folder for its pages. Only one process writes here, because it has locked the
 * data folder.
 */
export class FileResults extends ResultStore {
  constructor(private readonly room: string) {
    super();
    mkdirSync(room, { recursive: true, mode: 0o700 });
    this.removeLeftovers();
  }

  override async all(): Promise<readonly StoredResult[]> {
    const names = readdirSync(this.room).filter((name) => name.endsWith(ending));
    return names.map((name) => this.read(name.slice(0, -ending.length)));
  }

  override async begin(id: string, text: string, claim: Claim, before: Claim | null): Promise<void> {
    const storedClaim = this.claimOf(id);
    const isAllowed =
      storedClaim === null ? before === null : [claim, ...(before ? [before] : [])].some((each) => isSameClaim(each, storedClaim));
    if (!isAllowed) throw new AttemptSuperseded(id, claim, storedClaim);
    await this.write(id, text, claim);
    await this.deletePages(id);
  }

  override async put(id: string, text: string, claim: Claim): Promise<void> {
    this.require(id, claim);
    await this.write(id, text, claim);
  }

  override async putPage(id: string, page: number, text: string, claim: Claim): Promise<number> {
    this.require(id, claim);
    const bytes = await zipped(text);
    await mkdir(this.pagesOf(id), { recursive: true, mode: 0o700 });
    await replaceFile(this.pageFile(id, page), bytes);
    return bytes.length;
  }

  override async page(id: string, page: number): Promise<string | undefined> {
    const file = this.pageFile(id, page);
    return existsSync(file) ? (await unzipped(await readFile(file))).toString('utf8') : undefined;
  }

  override async removePages(id: string, claim: Claim): Promise<void> {
    this.require(id, claim);
    await this.deletePages(id);
  }

  override async remove(id: string, claim: Claim): Promise<void> {
    if (this.claimOf(id) !== null) this.require(id, claim);
    rmSync(this.file(id), { force: true });
    await this.deletePages(id);
  }

  private write(id: string, text: string, { attempt, owner }: Claim): Promise<void> {
    return replaceFile(this.file(id), `${JSON.stringify({ attempt, owner })}\n${text}`);
  }

  private async deletePages(id: string): Promise<void> {
    await rm(this.pagesOf(id), { recursive: true, force: true });
  }

  private require(id: string, claim: Claim): void {
    const storedClaim = this.claimOf(id);
    if (!storedClaim || !isSameClaim(storedClaim, claim)) throw new AttemptSuperseded(id, claim, storedClaim);
  }

  /** Null: there is no such result. Throws when it can’t be read. */
  private claimOf(id: string): Claim | null {
    if (!existsSync(this.file(id))) return null;
    const { claim, error } = this.read(id);
    if (error) throw error;
    return claim;
  }

  /** Pages whose result was removed when the process ended. */
  private removeLeftovers(): void {
    for (const name of readdirSync(this.room).filter((each) => each.endsWith(pagesEnding)))
      if (!existsSync(this.file(name.slice(0, -pagesEnding.length)))) rmSync(join(this.room, name), { recursive: true, force: true });
  }

  private read(id: string): StoredResult {
    try {
      return { id, ...parseStored(readFileSync(this.file(id), 'utf8')) };
    } catch (cause) {
      const error = new Error(`${this.file(id)} can’t be read. It was not changed.`, { cause });
      return { id, text: '', claim: unclaimed, error };
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
