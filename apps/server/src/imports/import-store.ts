import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { validate as isId } from 'uuid';
import { z } from 'zod';
import { importFields, importFormats, importShown, type ImportShown } from '@tocsin/contracts/imports/imports.js';
import { replaceFileSync } from '@tocsin/platform/data-folder/replace-file.js';

const importOrder = z.object({
  format: z.enum(importFormats),
  map: z.partialRecord(z.enum(importFields), z.string()),
  /** Number of starts; a regular shutdown takes one back. */
  attempt: z.number().int(),
});
/** Parameters of reading a table, stored to repeat it if the server ends meanwhile. */
export type ImportOrder = z.infer<typeof importOrder>;

/** Imported histories, each a separate data folder beside the log. They contain no event of this installation: the table can be imported again. */
export class ImportStore {
  private readonly rows = new Map<string, ImportShown>();

  /** `onTrouble` is called for unreadable rows. They stay, because another release may be able to read them. */
  constructor(
    private readonly room: string,
    onTrouble: (error: Error) => void,
  ) {
    mkdirSync(room, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(room)) {
      if (!isId(name)) continue;
      const storedRow = existsSync(this.filePath(name)) ? this.read(name) : 'none';
      // the server stopped before the table was read: delete it
      if (storedRow === 'none' || (storedRow?.state === 'running' && !this.readOrder(name)))
        rmSync(join(room, name), { recursive: true, force: true });
      else if (storedRow) this.keep(storedRow);
      else onTrouble(new Error(`The import in ${join(room, name)} can’t be read. It was not changed.`));
    }
  }

  /** The newest first. */
  all(): readonly ImportShown[] {
    return [...this.rows.values()].toSorted((a, b) => (a.id < b.id ? 1 : -1));
  }

  get(id: string): ImportShown | undefined {
    return this.rows.get(id);
  }

  /** Creates the folder of an import and returns its path. */
  begin(id: string): string {
    const place = join(this.room, id);
    mkdirSync(place, { recursive: true, mode: 0o700 });
    return place;
  }

  /** Its data folder. */
  data(id: string): string {
    return join(this.room, id, 'data');
  }

  put(row: ImportShown): void {
    this.rows.set(row.id, row);
    replaceFileSync(this.filePath(row.id), JSON.stringify(row));
  }

  putOrder(id: string, order: ImportOrder): void {
    replaceFileSync(this.orderFile(id), JSON.stringify(order));
  }

  /** Undefined once it has ended. */
  readOrder(id: string): ImportOrder | undefined {
    try {
      return importOrder.safeParse(JSON.parse(readFileSync(this.orderFile(id), 'utf8'))).data;
    } catch {
      return undefined;
    }
  }

  /** The uploaded table, until it has ended. */
  tableFile(id: string): string {
    return join(this.room, id, 'table');
  }

  /** Deletes what an interrupted attempt has written. */
  clear(id: string): void {
    for (const name of ['data', '.data.making']) rmSync(join(this.room, id, name), { recursive: true, force: true });
  }

  /** Hides it from all lookups. */
  hide(id: string): void {
    this.rows.delete(id);
  }

  remove(id: string): void {
    this.hide(id);
    rmSync(join(this.room, id), { recursive: true, force: true });
  }

  /** Called when its thread has ended. Deletes the uploaded table, which is in the log now; if the import failed, deletes everything. */
  tidy(id: string): void {
    if (this.rows.get(id)?.state !== 'done') this.clear(id);
    for (const file of [this.tableFile(id), this.orderFile(id)]) rmSync(file, { force: true });
  }

  /** One that has ended may have left its table, if the server was killed at that moment. */
  private keep(row: ImportShown): void {
    this.rows.set(row.id, row);
    if (row.state !== 'running') this.tidy(row.id);
  }

  private orderFile(id: string): string {
    return join(this.room, id, 'order.json');
  }

  private filePath(id: string): string {
    return join(this.room, id, 'import.json');
  }

  private read(id: string): ImportShown | undefined {
    try {
      return importShown.safeParse(JSON.parse(readFileSync(this.filePath(id), 'utf8'))).data;
    } catch {
      return undefined;
    }
  }
}
