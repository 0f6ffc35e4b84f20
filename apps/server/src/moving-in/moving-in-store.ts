import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { configFiles, type ConfigFiles } from '@tocsin/contracts/config-files/plan.js';
import { personNumbers, type PersonNumbers } from '@tocsin/contracts/moving-in/phone-numbers.js';
import { movingIn } from '@tocsin/contracts/moving-in/moving-in.js';
import { replaceFileSync } from '@tocsin/platform/data-folder/replace-file.js';

/** A move as it is stored: never with its token. */
const storedMove = movingIn.omit({ progress: true }).extend({ accounts: z.string().nullable() });
export type StoredMove = z.infer<typeof storedMove>;

/** The move of this server: what was copied, its report and its files, in a folder beside the log. */
export class MovingInStore {
  private row: StoredMove | null = null;

  constructor(private readonly room: string) {
    this.row = this.read('move.json', storedMove) ?? null;
  }

  current(): StoredMove | null {
    return this.row;
  }

  /** It counts in this server even where it can’t be written. */
  put(row: StoredMove): void {
    this.row = row;
    mkdirSync(this.room, { recursive: true, mode: 0o700 });
    this.write('move.json', row);
  }

  putFiles(files: ConfigFiles): void {
    this.write('files.json', files);
  }

  files(): ConfigFiles | undefined {
    return this.row?.state === 'done' ? this.read('files.json', configFiles) : undefined;
  }

  /** In the folder of the copy that they come from, and deleted with it. */
  putPhones(people: readonly PersonNumbers[]): void {
    this.write('phones.json', people);
  }

  phones(): readonly PersonNumbers[] | undefined {
    return this.row?.state === 'done' ? this.read('phones.json', z.array(personNumbers)) : undefined;
  }

  /** Where this server copies to. */
  copyFolder(): string {
    return join(this.room, 'copy');
  }

  remove(): void {
    this.row = null;
    rmSync(this.room, { recursive: true, force: true });
  }

  private write(name: string, content: object): void {
    replaceFileSync(join(this.room, name), JSON.stringify(content));
  }

  private read<T>(name: string, shape: z.ZodType<T>): T | undefined {
    const file = join(this.room, name);
    try {
      return existsSync(file) ? shape.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data : undefined;
    } catch {
      return undefined;
    }
  }
}
