import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { ReportOrder } from '@tocsin/contracts/reports/reports.js';
import type { ServerParts } from '../core/server-parts.js';
import { Uses } from '../core/injection.js';
import type { ImportedLog } from '../imports/imported-log.js';
import { HttpProblem } from '../problems/problem.js';
import { ReportsWorker, type ReportBytes } from './reports-worker.js';
import type { FigureSource } from './worker-messages.js';

const dependencies = ['config', 'folder', 'log'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

/** The imported log that a report reads, by its id. */
export interface ReportImport extends Pick<ImportedLog, 'log' | 'columns'> {
  readonly id: string;
}

/** Has reports computed, on a separate thread for each log. */
@Injectable()
export class ReportsKeeper implements OnModuleDestroy {
  private readonly live: ReportsWorker;
  private readonly imports = new Map<string, ReportsWorker>();

  constructor(@Uses(dependencies) private readonly parts: Dependencies) {
    const { config, folder, log } = parts;
    const columns = join(folder.room('views'), 'reports.db');
    this.live = new ReportsWorker({ log: config.profile === 'embedded' ? folder.room('log') : null, columns }, log);
  }

  /** For the live log, unless `of` names an imported one. With `behind`, returns the list behind one of its numbers. */
  async report(order: ReportOrder, behindNumber: FigureSource | null = null, of?: ReportImport): Promise<ReportBytes> {
    return (of ? this.workerOf(of) : this.live).report(order, behindNumber);
  }

  /** Called before an import is deleted. */
  async forget(id: string): Promise<void> {
    const worker = this.imports.get(id);
    this.imports.delete(id);
    await worker?.end();
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all([this.live, ...this.imports.values()].map((worker) => worker.end()));
  }

  private workerOf({ id, log, columns }: ReportImport): ReportsWorker {
    const openImport = this.imports.get(id);
    if (openImport) return openImport;
    // deleted in the meantime
    if (!existsSync(log)) throw new HttpProblem('request.not_found');
    mkdirSync(dirname(columns), { recursive: true });
    const worker = new ReportsWorker({ log, columns }, this.parts.log);
    this.imports.set(id, worker);
    return worker;
  }
}
