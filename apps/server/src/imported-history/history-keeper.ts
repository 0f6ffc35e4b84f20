import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import PQueue from 'p-queue';
import { v7 } from 'uuid';
import type { ImportedHistory, RedactedAlert } from '@tocsin/contracts/imported-history/answers.js';
import type { ImportShown } from '@tocsin/contracts/imports/imports.js';
import * as peopleLimits from '@tocsin/contracts/people/limits.js';
import * as importLimits from '@tocsin/contracts/imports/limits.js';
import { withFolderLock } from '@tocsin/moving-in/rescue/folder-lock.js';
import { RescueRefused } from '@tocsin/moving-in/rescue/rescue-refused.js';
import { replaceFileSync } from '@tocsin/platform/data-folder/replace-file.js';
import { importedHistoryIn } from '@tocsin/platform/separate-log/imported-history-places.js';
import { removeSeparateLog, subjectOfSeparateLog } from '@tocsin/platform/separate-log/separate-log.js';
import { onThreadEnd } from '@tocsin/platform/threads/thread-end.js';
import { destroyInCopies } from '@tocsin/platform/vault/vault-copies.js';
import { diskLowProblem, isDiskLow, watchDiskSpace } from '../core/disk-space.js';
import { Uses } from '../core/injection.js';
import type { ServerParts } from '../core/server-parts.js';
import { describeThreadError } from '../core/thread-errors.js';
import { Erasures } from '../erasure/erasures.js';
import { writeErasureList } from '../erasure/erasure-list.js';
import { openImportedLog, type ImportedLog } from '../imports/imported-log.js';
import { ImportRunner } from '../imports/import-runner.js';
import type { AlertQuery, FoundAlerts } from './alert-list.js';
import { HistoryReads } from './history-reads.js';
import { isRedactionUnfinished, type Redacted, type TextsToRedact } from './redact-texts.js';
import type { HistoryReply, HistorySummary, HistoryThread } from './worker-messages.js';

const dependencies = ['clock', 'config', 'folder', 'log', 'troubles', 'vault'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

/** What was made last: it can be made again. */
interface Build {
  readonly id: string;
  readonly at: string;
  readonly events: number;
  readonly summary: HistorySummary;
}

const diskNearlyFull = 'Stopped: the disk is nearly full. Free some space, then make the reports again.';

const nothing: HistorySummary = { setupAt: null, systems: [], servicesWithout: [], formerPeople: 0, toldPages: [] };

const titles: Readonly<Record<string, string>> = {
  opsgenie: 'Opsgenie',
  jsm: 'Jira Service Management',
  pagerduty: 'PagerDuty',
  oncall: 'Grafana OnCall',
  goalert: 'GoAlert',
};

/** Makes, on a thread, what reports, backtests and searches read of the imported history; `views/imported` may be deleted. */
@Injectable()
export class HistoryKeeper implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly room: string;
  private build: Build | null = null;
  private readonly reads = new HistoryReads();
  /** A thread of its own: what is read is closed while one goes on. */
  private readonly redactions = new HistoryReads();
  /** Redactions and the deletion, one at a time. */
  private readonly writes = new PQueue({ concurrency: 1 });
  private worker: Worker | null = null;
  /** Its thread is to start as soon as the log says where it ends. */
  private starting: string | null = null;
  private isAskedAgain = false;
  private trouble: string | null = null;
  private retry: NodeJS.Timeout | undefined;
  private isStopped = false;

  constructor(
    @Uses(dependencies) private readonly parts: Dependencies,
    private readonly imports: ImportRunner,
    erasures: Erasures,
  ) {
    this.room = join(parts.folder.room('views'), 'imported');
    imports.readPast({ log: (id) => this.log(id), row: () => this.row() });
    erasures.alsoForget(() => this.forgetBuild());
  }

  onApplicationBootstrap(): void {
    // the server starts even if the disk can’t be read or written
    this.parts.troubles.noteErrors('imported history', () => {
      if (!this.exists || isRedactionUnfinished(this.places)) return rmSync(this.room, { recursive: true, force: true });
      this.open();
      this.removeUnfinished();
    });
    if (this.build === null) this.begin();
  }

  async onModuleDestroy(): Promise<void> {
    const { worker } = this;
    this.isStopped = true;
    clearTimeout(this.retry);
    this.worker = null;
    this.starting = null;
    await this.reads.end();
    await this.redactions.end();
    await worker?.terminate();
  }

  get exists(): boolean {
    return existsSync(join(this.places.log, 'log.db'));
  }

  async find(query: AlertQuery): Promise<FoundAlerts> {
    const { build } = this;
    return build === null ? { alerts: [], former: new Map() } : this.reads.ask({ ask: 'find', file: this.listOf(build), query });
  }

  /** The rescue folders that still have a person. */
  async rescuesOf(personId: string): Promise<string[]> {
    return this.exists ? this.reads.ask({ ask: 'rescues', log: this.places.log, personId }) : [];
  }

  shown(): ImportedHistory {
    const { build } = this;
    const isBuilding = this.worker !== null || this.starting !== null;
    const state = !this.exists ? 'none' : isBuilding ? 'building' : this.trouble !== null ? 'failed' : build === null ? 'due' : 'ready';
    return { state, trouble: this.trouble, log: build !== null && build.events > 0 ? build.id : null, ...(build?.summary ?? nothing) };
  }

  /** One at a time; asked while one is made, another follows. What a redaction that stopped in the middle is about is read by nobody before it is done. */
  begin(): void {
    if (this.worker !== null || this.starting !== null) {
      this.isAskedAgain = true;
      return;
    }
    if (!this.exists) return;
    if (isRedactionUnfinished(this.places)) return this.finishRedaction();
    if (isDiskLow(this.parts.folder)) return this.fail(diskLowProblem(), diskNearlyFull);
    const id = v7();
    this.trouble = null;
    this.starting = id;
    const once = (act: () => void): void => {
      if (this.starting !== id) return;
      this.starting = null;
      act();
    };
    void this.parts.log
      .head()
      .then(({ ordinal }) => once(() => this.run(id, ordinal)))
      .catch((error: unknown) => {
        if (this.starting === id) this.starting = null;
        this.fail(error);
      });
  }

  private finishRedaction(): void {
    this.redact(null).catch((error: unknown) => this.fail(error));
  }

  /** The command line has added to it, or deleted it. */
  async changed(): Promise<void> {
    if (this.exists) this.begin();
    else await this.forgetBuild();
  }

  /** Deletes it, with what was made of it. False: an import is writing to it. */
  remove(): Promise<boolean> {
    return this.writes.add(() => this.removeUnlessWritten());
  }

  /** The texts of an alert. Null: what was stopped in the middle. */
  redact(alert: (RedactedAlert & { readonly by: string }) | null): Promise<Redacted> {
    return this.writes.add(() => this.redactOne(alert && { ...alert, eventId: v7(), at: this.parts.clock.now() }));
  }

  log(id: string): ImportedLog | undefined {
    const { build } = this;
    return build !== null && build.id === id && build.events > 0 ? openImportedLog(join(this.room, id, 'data'), build.events) : undefined;
  }

  /** As an import of a table is listed. */
  private row(): ImportShown | null {
    const { build } = this;
    if (build === null || build.events === 0) return null;
    const { systems } = build.summary;
    const to =
      systems
        .map((one) => one.to ?? '')
        .toSorted()
        .at(-1) ?? null;
    const from = systems.map((one) => one.from ?? '~').toSorted()[0] ?? null;
    const alerts = systems.reduce((sum, one) => sum + one.alerts, 0);
    const name = `${[...new Set(systems.map(({ system }) => titles[system]))].join(', ')} until ${to?.slice(0, 10) ?? ''}`;
    const table = { rows: alerts, taken: alerts, columns: [], reasons: [], notes: [], from, to };
    return {
      id: build.id,
      name,
      by: build.id,
      at: build.at,
      state: 'done',
      events: build.events,
      trouble: null,
      ...table,
      isHistory: true,
    };
  }

  private get places() {
    return importedHistoryIn(join(this.parts.folder.room('log'), '..'));
  }

  private listOf({ id }: Build): string {
    return join(this.room, id, 'alerts.db');
  }

  /** What a server that was stopped had begun. */
  private removeUnfinished(): void {
    const kept = new Set(['build.json', this.build?.id]);
    for (const name of existsSync(this.room) ? readdirSync(this.room) : [])
      if (!kept.has(name)) rmSync(join(this.room, name), { recursive: true, force: true });
  }

  private open(): void {
    const file = join(this.room, 'build.json');
    if (!existsSync(file)) return;
    const build = JSON.parse(readFileSync(file, 'utf8')) as Build;
    if (!existsSync(this.listOf(build))) throw new Error('the list of imported alerts is gone');
    this.build = build;
  }

  private run(id: string, upTo: number): void {
    const { config, folder, clock } = this.parts;
    mkdirSync(this.room, { recursive: true, mode: 0o700 });
    const live =
      config.profile === 'cluster' ? { eventStore: config.eventStore!, prefix: config.eventStorePrefix } : { room: folder.room('log') };
    const path = join(this.room, id);
    const { masterKey } = config;
    const workerData: HistoryThread = {
      places: this.places,
      live,
      upTo,
      vault: folder.room('vault'),
      masterKey,
      path,
      logId: id,
      now: clock.now(),
    };
    const worker = this.startWorker(workerData);
    this.worker = worker;
    let reply: HistoryReply | null = null;
    let isStopped = false;
    const unwatch = watchDiskSpace(folder, () => {
      isStopped = true;
      void worker.terminate();
    });
    worker.on('message', (message: HistoryReply) => (reply = message));
    onThreadEnd(worker, (error) => {
      unwatch();
      if (this.worker !== worker) return;
      this.worker = null;
      if (error !== null || reply === null) this.abandon(path, error, isStopped);
      else void this.replace({ id, at: workerData.now, ...reply });
      if (this.isAskedAgain) {
        this.isAskedAgain = false;
        this.begin();
      }
    });
  }

  private async replace(build: Build): Promise<void> {
    try {
      const before = this.build;
      replaceFileSync(join(this.room, 'build.json'), JSON.stringify(build));
      this.open();
      await this.reads.end();
      if (before !== null) await this.drop(before.id);
    } catch (error) {
      this.fail(error);
    }
  }

  protected startWorker(workerData: HistoryThread): Worker {
    const resourceLimits = { maxOldGenerationSizeMb: importLimits.imports.memory };
    return new Worker(new URL('imported-history.worker.js', import.meta.url), { workerData, name: 'imported history', resourceLimits });
  }

  /** What it had made is of no use, and takes space. */
  private abandon(path: string, error: Error | null, isStopped: boolean): void {
    rmSync(path, { recursive: true, force: true });
    if (isStopped) this.fail(diskLowProblem(), diskNearlyFull);
    else this.fail(error ?? new Error('the thread of the imported history has ended'));
  }

  private fail(error: unknown, words = describeThreadError(error)): void {
    this.parts.troubles.note('imported history', error);
    this.trouble = words;
  }

  private async removeUnlessWritten(): Promise<boolean> {
    try {
      await withFolderLock(this.places.log, async () => {
        await this.stop();
        await this.reads.end();
        const id = removeSeparateLog(this.places, this.parts.vault);
        if (id !== null) await destroyInCopies(this.parts.folder.room('backups'), [subjectOfSeparateLog(id)]);
      });
    } catch (error) {
      if (error instanceof RescueRefused) return false;
      throw error;
    }
    await this.forgetBuild();
    writeErasureList(this.parts);
    return true;
  }

  private async redactOne(alert: TextsToRedact | null): Promise<Redacted> {
    const { folder, config } = this.parts;
    if (!this.exists) return 'unknown';
    const order = {
      places: this.places,
      vault: folder.room('vault'),
      masterKey: config.masterKey,
      backups: folder.room('backups'),
      build: join(this.room, 'build.json'),
    };
    try {
      const redacted = await this.redactions.ask<Redacted>({ ask: 'redact', order, alert });
      if (redacted === 'done') await this.forgetRedacted();
      return redacted;
    } finally {
      if (isRedactionUnfinished(this.places)) await this.retryLater();
    }
  }

  private async forgetRedacted(): Promise<void> {
    try {
      await this.forgetBuild();
    } finally {
      writeErasureList(this.parts);
    }
  }

  /** Its texts are in what was made, so that nobody reads it before the redaction is done. */
  private async retryLater(): Promise<void> {
    if (this.isStopped) return;
    this.fail(new Error('a redaction of imported texts is not finished'), 'A redaction is not finished. It is tried again.');
    clearTimeout(this.retry);
    this.retry = setTimeout(() => this.begin(), peopleLimits.erasureRetry);
    await this.letGo();
  }

  /** Before anybody’s data may be in it no longer. */
  private async forgetBuild(): Promise<void> {
    await this.letGo();
    await rm(this.room, { recursive: true, force: true });
    this.begin();
  }

  private async letGo(): Promise<void> {
    const { build } = this;
    this.build = null;
    await this.stop();
    await this.reads.end();
    if (build !== null) await this.imports.leave(build.id);
  }

  private async drop(id: string): Promise<void> {
    await this.imports.leave(id);
    await rm(join(this.room, id), { recursive: true, force: true });
  }

  private async stop(): Promise<void> {
    const { worker } = this;
    this.worker = null;
    this.starting = null;
    this.isAskedAgain = false;
    await worker?.terminate();
  }
}
