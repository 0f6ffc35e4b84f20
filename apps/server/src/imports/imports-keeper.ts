import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { v7 } from 'uuid';
import type { ImportShown, ImportTable } from '@tocsin/contracts/imports.js';
import { limits } from '@tocsin/contracts/limits.js';
import { usualMap, type ImportMap } from '@tocsin/domain/imports/row.js';
import type { ServerParts } from '../core/server-parts.js';
import { Uses } from '../core/uses.js';
import { HttpProblem } from '../problems/problem.js';
import { importedLog, namesIn, type ImportedLog, type ImportedNames } from './imported-log.js';
import { KeptImports } from './kept-imports.js';
import { refuseTable } from './refused-table.js';
import type { Upload } from './upload.js';
import type { ImportSays, ImportThread } from './worker-words.js';

const needs = ['clock', 'config', 'folder', 'reserve'] as const;
type Needs = Pick<ServerParts, (typeof needs)[number]>;

export interface ImportAsked {
  readonly by: string;
  readonly name: string;
  /** Null: columns are named as the fields. */
  readonly map: ImportMap | null;
}

/** Writes one import at a time, on a thread of its own, into a data folder of its own. */
@Injectable()
export class ImportsKeeper implements OnModuleDestroy {
  readonly kept: KeptImports;
  private running: { readonly id: string; worker: Worker | null } | null = null;

  constructor(@Uses(needs) private readonly parts: Needs) {
    this.kept = new KeptImports(join(parts.folder.room('side'), 'imports'));
  }

  /** Resolves once the table was read; what it can’t take of it is refused. Throws HttpProblem. */
  async start(upload: Upload, { by, name, map }: ImportAsked): Promise<ImportShown> {
    if (this.running) throw new HttpProblem('conflict.busy', {}, undefined, 1);
    if (this.parts.reserve?.isShort) throw new HttpProblem('store.unavailable', {}, undefined, 60);
    if (this.kept.all().length >= limits.imports.kept) throw new HttpProblem('limit.imports', { limit: limits.imports.kept });
    const id = v7();
    const at = this.parts.clock.now();
    this.running = { id, worker: null };
    const file = join(this.kept.begin(id), 'table');
    try {
      await upload.save(file);
      const path = this.kept.data(id);
      const { masterKey } = this.parts.config;
      const thread: ImportThread = { file, format: upload.format, map: map ?? usualMap, path, name, masterKey, now: at };
      const table = await this.tableOf(id, thread);
      refuseTable(table, map);
      const row: ImportShown = { id, name, by, at, state: 'running', events: 0, trouble: null, ...table };
      this.kept.put(row);
      return row;
    } catch (error) {
      this.stop(id);
      this.kept.remove(id);
      throw error;
    }
  }

  /** Where the log of an import lies; undefined where there is none, or it is being written. */
  log(id: string): ImportedLog | undefined {
    const row = this.kept.get(id);
    return row?.state === 'done' ? importedLog(this.kept.data(id), row.events) : undefined;
  }

  async names(id: string): Promise<ImportedNames> {
    const log = this.log(id);
    return log ? namesIn(log, this.parts.config.masterKey) : { policyId: null, services: new Map(), people: new Map() };
  }

  remove(id: string): void {
    this.stop(id);
    this.kept.remove(id);
  }

  async onModuleDestroy(): Promise<void> {
    const worker = this.running?.worker;
    this.running = null;
    await worker?.terminate();
  }

  private tableOf(id: string, workerData: ImportThread): Promise<ImportTable> {
    const worker = new Worker(new URL('import.worker.js', import.meta.url), {
      workerData,
      name: 'import',
      resourceLimits: { maxOldGenerationSizeMb: limits.imports.memory },
    });
    this.running = { id, worker };
    return new Promise((resolve, reject) => {
      const fail = (trouble: Error): void => {
        reject(trouble);
        this.end(id, { state: 'failed', trouble: trouble.message });
      };
      worker.on('message', (message: ImportSays) => {
        if (message.says === 'read') resolve(message.table);
        else this.end(id, { state: 'done', events: message.events });
      });
      worker.once('error', (error) => fail(error as Error));
      worker.once('exit', () => fail(new Error('Its thread ended.')));
    });
  }

  private end(id: string, how: Partial<ImportShown>): void {
    if (this.running?.id !== id) return;
    const before = this.kept.get(id);
    this.stop(id);
    // its rows are in the log now
    rmSync(join(this.kept.begin(id), 'table'), { force: true });
    if (before) this.kept.put({ ...before, ...how });
  }

  private stop(id: string): void {
    if (this.running?.id !== id) return;
    const { worker } = this.running;
    this.running = null;
    void worker?.terminate();
  }
}
