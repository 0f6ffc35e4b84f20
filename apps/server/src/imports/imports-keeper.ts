import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { v7 } from 'uuid';
import type { ImportShown, ImportTable } from '@tocsin/contracts/imports.js';
import { limits } from '@tocsin/contracts/limits.js';
import { usualMap, type ImportMap } from '@tocsin/domain/imports/row.js';
import type { ServerParts } from '../core/server-parts.js';
import { onThreadEnd } from '@tocsin/platform/threads/thread-end.js';
import { threadTrouble } from '../core/thread-trouble.js';
import { Uses } from '../core/uses.js';
import { HttpProblem } from '../problems/problem.js';
import { importedLog, namesIn, type ImportedLog, type ImportedNames } from './imported-log.js';
import { KeptImports } from './kept-imports.js';
import { refuseTable, shownTable } from './refused-table.js';
import type { Upload } from './upload.js';
import type { ImportSays, ImportThread } from './worker-words.js';

const needs = ['clock', 'config', 'folder', 'reserve', 'troubles'] as const;
type Needs = Pick<ServerParts, (typeof needs)[number]>;

export interface ImportAsked {
  readonly by: string;
  readonly name: string;
  /** Null when columns have the names of the fields. */
  readonly map: ImportMap | null;
}

const noRoom = (): HttpProblem => new HttpProblem('store.unavailable', {}, undefined, 60);

/** Runs one import at a time on its own thread, each into its own data folder. */
@Injectable()
export class ImportsKeeper implements OnModuleDestroy {
  readonly kept: KeptImports;
  private running: { readonly id: string; readonly worker: Worker | null; readonly watch?: NodeJS.Timeout } | null = null;
  /** Resolves when the thread of the last import has exited: until then it may write. */
  private ended: Promise<unknown> = Promise.resolve();

  constructor(@Uses(needs) private readonly parts: Needs) {
    this.kept = new KeptImports(join(parts.folder.room('side'), 'imports'), (error) => parts.troubles.note('import', error));
  }

  /** Resolves when the table was read; an unusable table is refused. Throws HttpProblem. */
  async start(upload: Upload, { by, name, map }: ImportAsked): Promise<ImportShown> {
    if (this.running) throw new HttpProblem('conflict.one_at_a_time', { what: 'Another import' }, undefined, 5);
    if (this.isShort()) throw noRoom();
    if (this.kept.all().length >= limits.imports.kept) throw new HttpProblem('limit.imports', { limit: limits.imports.kept });
    const id = v7();
    const at = this.parts.clock.now();
    this.running = { id, worker: null };
    const file = join(this.kept.begin(id), 'table');
    try {
      await upload.save(file, () => !this.isShort());
      const path = this.kept.data(id);
      const { masterKey } = this.parts.config;
      const thread: ImportThread = { file, format: upload.format, map: map ?? usualMap, path, name, masterKey, now: at };
      return await this.begun(id, thread, (table) => {
        refuseTable(table, map);
        return { id, name, by, at, state: 'running', events: 0, trouble: null, ...shownTable(table) };
      });
    } catch (error) {
      await this.stop(id);
      this.kept.remove(id);
      throw error;
    }
  }

  /** Where the log of an import is; undefined when there is none, or it is still being written. */
  log(id: string): ImportedLog | undefined {
    const row = this.kept.get(id);
    return row?.state === 'done' ? importedLog(this.kept.data(id), row.events) : undefined;
  }

  async names(id: string): Promise<ImportedNames> {
    const log = this.log(id);
    return log ? namesIn(log, this.parts.config.masterKey) : { policyId: null, services: new Map(), people: new Map() };
  }

  async remove(id: string): Promise<void> {
    this.kept.hide(id);
    await this.stop(id);
    this.kept.remove(id);
  }

  async onModuleDestroy(): Promise<void> {
    if (this.running) await this.stop(this.running.id);
  }

  protected thread(workerData: ImportThread): Worker {
    return new Worker(new URL('import.worker.js', import.meta.url), {
      workerData,
      name: 'import',
      resourceLimits: { maxOldGenerationSizeMb: limits.imports.memory },
    });
  }

  /** The row of its table. It is stored at once, because the next message may be the thread’s exit. */
  private begun(id: string, workerData: ImportThread, rowOf: (table: ImportTable) => ImportShown): Promise<ImportShown> {
    const worker = this.thread(workerData);
    return new Promise((resolve, reject) => {
      const fail = (error: Error, trouble: string): void => {
        reject(error);
        this.end(id, { state: 'failed', trouble });
      };
      const stopped = (error: Error): void => {
        if (this.running?.id === id) this.parts.troubles.note('import', error);
        fail(error, threadTrouble(error));
      };
      const look = (): void => {
        if (this.isShort()) fail(noRoom(), 'Stopped: the disk is nearly full. Free some space, then import the file again.');
      };
      const watch = setInterval(look, limits.imports.diskEvery);
      watch.unref();
      this.running = { id, worker, watch };
      const begin = (table: ImportTable): void => {
        try {
          const row = rowOf(table);
          this.kept.put(row);
          resolve(row);
        } catch (error) {
          reject(error);
        }
      };
      worker.on('message', (message: ImportSays) => {
        if (message.says === 'read') begin(message.table);
        else this.end(id, { state: 'done', events: message.events });
      });
      onThreadEnd(worker, (error) => stopped(error ?? new Error('the thread of an import has ended')));
    });
  }

  /** An import must leave the last disk space to the log, so that pages can be written. */
  private isShort(): boolean {
    return this.parts.reserve?.isShort ?? false;
  }

  private end(id: string, how: Partial<ImportShown>): void {
    if (this.running?.id !== id) return;
    const before = this.kept.get(id);
    void this.stop(id).then(() => this.kept.tidy(id));
    if (before) this.kept.put({ ...before, ...how });
  }

  private async stop(id: string): Promise<void> {
    if (this.running?.id === id) {
      const { worker, watch } = this.running;
      this.running = null;
      clearInterval(watch);
      this.ended = worker?.terminate() ?? Promise.resolve();
    }
    await this.ended;
  }
}
