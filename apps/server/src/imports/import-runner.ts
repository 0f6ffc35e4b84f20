import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { v7 } from 'uuid';
import type { ImportShown, ImportTable } from '@tocsin/contracts/imports/imports.js';
import * as importLimits from '@tocsin/contracts/imports/limits.js';
import { usualMap, type ImportMap } from '@tocsin/domain/observers/imports/row.js';
import { diskLowProblem, isDiskLow, watchDiskSpace } from '../core/disk-space.js';
import type { ServerParts } from '../core/server-parts.js';
import { onThreadEnd } from '@tocsin/platform/threads/thread-end.js';
import { describeThreadError } from '../core/thread-errors.js';
import { Uses } from '../core/injection.js';
import { HttpProblem } from '../problems/problem.js';
import { openImportedLog, namesIn, type ImportedLog, type ImportedNames } from './imported-log.js';
import { ImportStore, type ImportOrder } from './import-store.js';
import { refuseTable, truncateTable } from './refused-table.js';
import type { Upload } from './upload.js';
import type { ImportReply, ImportThread, NamesCount } from './worker-messages.js';

const dependencies = ['clock', 'config', 'folder', 'troubles'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

const serverEnded = `Stopped: the server ended while it was written, in each of ${importLimits.imports.attempts} attempts. Import the table again.`;

const diskNearlyFull = 'Stopped: the disk is nearly full. Free some space, then import the file again.';

export interface RequestedImport {
  readonly by: string;
  readonly name: string;
  /** Null when columns have the names of the fields. */
  readonly map: ImportMap | null;
}

interface PastLog {
  readonly log: (id: string) => ImportedLog | undefined;
  readonly row: () => ImportShown | null;
}

/** Runs one import at a time on its own thread, each into its own data folder. */
@Injectable()
export class ImportRunner implements OnModuleDestroy {
  readonly store: ImportStore;
  private current: { readonly id: string; readonly worker: Worker | null; readonly unwatch?: () => void } | null = null;
  /** Resolves when the thread of the last import has exited: until then it may write. */
  private whenEnded: Promise<unknown> = Promise.resolve();
  /** Resolves when files that the last one no longer needs are deleted. */
  private tidied: Promise<void> = Promise.resolve();
  private readonly leaving: ((id: string) => Promise<void>)[] = [];
  private past: PastLog | null = null;

  constructor(@Uses(dependencies) private readonly parts: Dependencies) {
    this.store = new ImportStore(join(parts.folder.room('side'), 'imports'), (error) => parts.troubles.note('import', error));
  }

  /** Resolves when the table was read; an unusable table is refused. Throws HttpProblem. */
  async start(upload: Upload, { by, name, map }: RequestedImport): Promise<ImportShown> {
    if (this.current) throw new HttpProblem('conflict.one_at_a_time', { what: 'Another import' }, undefined, 5);
    if (isDiskLow(this.parts.folder)) throw diskLowProblem();
    if (this.store.all().length >= importLimits.imports.kept) throw new HttpProblem('limit.imports', { limit: importLimits.imports.kept });
    const id = v7();
    const at = this.parts.clock.now();
    this.current = { id, worker: null };
    this.store.begin(id);
    try {
      await upload.save(this.store.tableFile(id), () => !isDiskLow(this.parts.folder));
      const order: ImportOrder = { format: upload.format, map: map ?? usualMap, attempt: 1 };
      return await this.handleStart(id, this.threadOf({ id, name, at }, order), (table, names) => {
        refuseTable(table, map, names);
        // only a table that can be imported is worth another attempt
        this.store.putOrder(id, order);
        return { id, name, by, at, state: 'running', events: 0, trouble: null, ...truncateTable(table) };
      });
    } catch (error) {
      await this.stop(id);
      this.store.remove(id);
      throw error;
    }
  }

  /** Starts again the import that an earlier server was writing when it ended; its table is still there. */
  resume(): void {
    for (const row of this.store.all().filter(({ state }) => state === 'running')) {
      try {
        this.restart(row);
      } catch (error) {
        // the server starts even if an import fails
        this.parts.troubles.note('import', error);
        this.fail(row, describeThreadError(error));
      }
    }
  }

  private restart(row: ImportShown): void {
    const before = this.store.readOrder(row.id)!;
    const order = { ...before, attempt: before.attempt + 1 };
    this.store.clear(row.id);
    if (order.attempt > importLimits.imports.attempts || this.current) return this.fail(row, serverEnded);
    if (isDiskLow(this.parts.folder)) return this.fail(row, diskNearlyFull);
    this.store.putOrder(row.id, order);
    // errors are stored in its row
    this.handleStart(row.id, this.threadOf(row, order), () => row).catch(() => undefined);
  }

  /** Marks the row as failed in memory, even if that can’t be stored. */
  private fail(row: ImportShown, failureText: string): void {
    this.noteErrors(() => this.store.put({ ...row, state: 'failed', trouble: failureText }));
    this.noteErrors(() => this.store.tidy(row.id));
  }

  private noteErrors(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.parts.troubles.note('import', error);
    }
  }

  /** Location of an import’s log; undefined if there is none, or it is still being written. */
  log(id: string): ImportedLog | undefined {
    const row = this.store.get(id);
    return row?.state === 'done' ? openImportedLog(this.store.data(id), row.events) : this.past?.log(id);
  }

  /** The history of other systems, which is no table: reports and backtests read it as they read one. */
  readPast(past: PastLog): void {
    this.past = past;
  }

  /** The newest first. */
  rows(): readonly ImportShown[] {
    const past = this.past?.row() ?? null;
    return past === null ? this.store.all() : [past, ...this.store.all()];
  }

  row(id: string): ImportShown | undefined {
    return this.rows().find((one) => one.id === id);
  }

  /** Closes whatever reads this log. */
  async leave(id: string): Promise<void> {
    for (const act of this.leaving) await act(id);
  }

  async readNames(id: string): Promise<ImportedNames> {
    const log = this.log(id);
    return log ? namesIn(log, this.parts.config.masterKey) : { policy: null, services: new Map(), people: new Map() };
  }

  /** Registers a function that closes an import before its log is deleted. */
  beforeRemoval(act: (id: string) => Promise<void>): void {
    this.leaving.push(act);
  }

  async remove(id: string): Promise<void> {
    this.store.hide(id);
    await this.leave(id);
    await this.stop(id);
    this.store.remove(id);
  }

  /** The next server starts it again; that is no failed attempt. */
  async onModuleDestroy(): Promise<void> {
    if (!this.current) return this.tidied;
    const { id } = this.current;
    await this.stop(id);
    const order = this.store.readOrder(id);
    // the rest of the server must still be closed
    if (order) this.noteErrors(() => this.store.putOrder(id, { ...order, attempt: order.attempt - 1 }));
  }

  private threadOf({ id, name, at }: Pick<ImportShown, 'id' | 'name' | 'at'>, { format, map }: ImportOrder): ImportThread {
    const { masterKey } = this.parts.config;
    return { file: this.store.tableFile(id), format, map, path: this.store.data(id), name, masterKey, now: at };
  }

  protected createThread(workerData: ImportThread): Worker {
    return new Worker(new URL('import.worker.js', import.meta.url), {
      workerData,
      name: 'import',
      resourceLimits: { maxOldGenerationSizeMb: importLimits.imports.memory },
    });
  }

  /** The row of its table. It is stored at once, because the next message may be the thread’s exit. */
  private handleStart(
    id: string,
    workerData: ImportThread,
    rowOf: (table: ImportTable, names: NamesCount) => ImportShown,
  ): Promise<ImportShown> {
    const worker = this.createThread(workerData);
    return new Promise((resolve, reject) => {
      const fail = (error: Error, failureText: string): void => {
        reject(error);
        this.end(id, { state: 'failed', trouble: failureText });
      };
      const handleStop = (error: Error): void => {
        if (this.current?.id === id) this.parts.troubles.note('import', error);
        fail(error, describeThreadError(error));
      };
      const unwatch = watchDiskSpace(this.parts.folder, () => fail(diskLowProblem(), diskNearlyFull));
      this.current = { id, worker, unwatch };
      const begin = ({ table, names }: Extract<ImportReply, { kind: 'read' }>): void => {
        try {
          const row = rowOf(table, names);
          this.store.put(row);
          resolve(row);
        } catch (error) {
          reject(error);
        }
      };
      worker.on('message', (message: ImportReply) => {
        if (message.kind === 'read') begin(message);
        else this.end(id, { state: 'done', events: message.events });
      });
      onThreadEnd(worker, (error) => handleStop(error ?? new Error('the thread of an import has ended')));
    });
  }

  private end(id: string, result: Partial<ImportShown>): void {
    if (this.current?.id !== id) return;
    const before = this.store.get(id);
    this.tidied = this.stop(id).then(() => this.noteErrors(() => this.store.tidy(id)));
    // called from a message of the thread: thrown there, it would end the server
    if (before) this.noteErrors(() => this.store.put({ ...before, ...result }));
  }

  private async stop(id: string): Promise<void> {
    if (this.current?.id === id) {
      const { worker, unwatch } = this.current;
      this.current = null;
      unwatch?.();
      this.whenEnded = worker?.terminate() ?? Promise.resolve();
    }
    await this.whenEnded;
  }
}
