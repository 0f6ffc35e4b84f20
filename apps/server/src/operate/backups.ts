import { Worker } from 'node:worker_threads';
import PQueue from 'p-queue';
import type { BackupHealth } from '@tocsin/contracts/health.js';
import { duration } from '@tocsin/contracts/duration.js';
import { pause, systemMonotonicClock } from '@tocsin/platform/clock/monotonic-clock.js';
import { pacingOf, type Pacing } from '@tocsin/platform/clock/pacing.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { performBackup, type BackupJob } from '@tocsin/platform/backup/perform-backup.js';
import { baseEveryDays, branchOf, type BackupReport } from '@tocsin/platform/backup/write-backup.js';
import { version } from '@tocsin/platform/data-folder/program-version.js';
import type { StoredEvent } from '@tocsin/platform/event-log/event-log.js';
import { AskedThread } from '@tocsin/platform/threads/asked-thread.js';
import { isDiskLow } from '../core/disk-space.js';
import type { ServerParts } from '../core/server-parts.js';
import { quarantineOf } from '../core/store-quarantine.js';
import type { BackupOrder, BackupPageAsked, BackupPageGiven } from './backup.worker.js';
import type { Sealer } from './sealer.js';

const eventsPerPage = 500;
/** Milliseconds for which a server that ends waits for a run. */
const stopTimeout = 5 * duration.second;
/** So many times may it have been due before Health is red, whatever the run that lasts so long is waiting for. */
const mostMissed = 3;

type Dependencies = Pick<
  ServerParts,
  'clock' | 'config' | 'folder' | 'log' | 'logKind' | 'reacting' | 'reads' | 'reserve' | 'tree' | 'troubles' | 'vault'
>;

/**
 * Backs the log up to where TOCSIN_BACKUP says, at the start and then regularly, on a thread of its own. Only the server with the reactor does, and no
 * paused copy. A run that fails is repeated at the next time: each run sends everything that is missing.
 */
export class Backups {
  private readonly queue = new PQueue({ concurrency: 1 });
  private cancel = (): void => {};
  private thread: AskedThread<BackupJob> | null = null;
  private last: BackupHealth['last'] = null;
  private failing: BackupHealth['failing'] = null;
  private isFirst = true;
  private isOver = false;
  private readonly pacing: Pacing;
  /** When the last run ended well, or the first began, on the clock that only runs forward. Null: nothing is to be backed up. */
  private wholeAt: number | null = null;

  constructor(
    private readonly parts: Dependencies,
    private readonly sealer: Pick<Sealer, 'seal'>,
  ) {
    this.pacing = pacingOf(parts.clock);
  }

  /** Null: nothing is backed up anywhere. Addresses, also in reasons, name machines: only admins see them. */
  healthFor(isAdmin: boolean): BackupHealth | null {
    const { backup } = this.parts.config;
    if (!backup) return null;
    const { everyMinutes, keepDays, place } = backup;
    const [address] = place.address.split('?');
    const failing = this.failing && { ...this.failing, why: isAdmin ? this.failing.why : 'the place can’t be written.' };
    return { address: isAdmin ? address! : '', everyMinutes, keepDays, last: this.last, failing };
  }

  /** What is wrong, as a sentence; empty when nothing is. */
  describe(isAdmin: boolean): readonly string[] {
    const health = this.healthFor(isAdmin);
    if (health?.failing) return [`the last backup failed: ${health.failing.why}`];
    return health && this.isLate(health) ? [`no backup since ${health.last?.at ?? 'the start'}`] : [];
  }

  private isLate({ everyMinutes }: BackupHealth): boolean {
    return this.wholeAt !== null && this.pacing.now() - this.wholeAt > mostMissed * everyMinutes * duration.minute;
  }

  start(): void {
    const { config, logKind, reacting } = this.parts;
    if (!config.backup || logKind !== 'live' || !reacting.reactor) return;
    this.wholeAt = this.pacing.now();
    void this.run();
  }

  /** What a run leaves unfinished is completed after the next start. */
  async stop(): Promise<void> {
    this.isOver = true;
    this.cancel();
    await this.thread?.end();
    let cancel = (): void => {};
    const timeout = new Promise<void>((resolve) => (cancel = systemMonotonicClock.after(stopTimeout, resolve, { isBackground: true })));
    await Promise.race([this.whenSettled, timeout]);
    cancel();
  }

  /** Resolves when nothing is being backed up. */
  get whenSettled(): Promise<void> {
    return this.queue.onIdle();
  }

  /** Never rejects: Health shows a failure. */
  run(): Promise<void> {
    return this.queue.add(async () => {
      this.cancel();
      if (this.isOver) return;
      await this.tryRun();
      if (this.isOver) return;
      this.cancel = this.pacing.after(this.parts.config.backup!.everyMinutes * duration.minute, () => void this.run());
    });
  }

  private async tryRun(): Promise<void> {
    const { clock, reads } = this.parts;
    // a copy that sends nothing does not write to where its original backs up either
    if (quarantineOf(reads)) return void (this.wholeAt = this.pacing.now());
    try {
      const { head } = await this.backUp();
      this.wholeAt = this.pacing.now();
      this.last = { at: clock.now(), head };
      this.failing = null;
      this.isFirst = false;
    } catch (error) {
      if (this.isOver) return;
      this.parts.troubles.note('backup', error);
      this.failing = { since: this.failing?.since ?? clock.now(), why: error instanceof Error ? error.message : String(error) };
    }
  }

  private async backUp(): Promise<BackupReport> {
    const { config, folder, log, reserve, tree, vault, clock } = this.parts;
    const { place, keepDays } = config.backup!;
    if (reserve?.isShort || isDiskLow(folder))
      throw new Error('The disk of the data folder is nearly full: the copy of the keys has no room.');
    await this.sealer.seal();
    const { ordinal: head } = await log.head();
    if ((await tree.keepUp()) === null) throw new Error('The log is not what was written: it is not backed up. Run “tocsin verify”.');
    const now = clock.now();
    return this.perform({
      place,
      isFirst: this.isFirst,
      data: folder.path,
      program: version,
      now,
      head,
      logId: vault.logId!,
      branch: await branchOf(log),
      baseBefore: addMillis(now, -baseEveryDays * duration.day),
      keepFrom: addMillis(now, -keepDays * duration.day),
    });
  }

  private readPage(after: number): Promise<readonly StoredEvent[]> {
    return this.parts.log.readAll({ after, limit: eventsPerPage });
  }

  private async perform(job: BackupJob): Promise<BackupReport> {
    const { config, folder } = this.parts;
    if (config.hasOneThread) return performBackup(job, (after) => this.readPage(after));
    const order: BackupOrder = { log: config.profile === 'embedded' ? folder.room('log') : null };
    const worker = new Worker(new URL('backup.worker.js', import.meta.url), { workerData: order, name: 'backup' });
    this.thread = new AskedThread(worker, (message) => void this.handOver(message as BackupPageAsked));
    try {
      return await this.thread.ask<BackupReport>(job);
    } finally {
      await this.thread.end();
      this.thread = null;
    }
  }

  private async handOver({ after }: BackupPageAsked): Promise<void> {
    const startedAt = systemMonotonicClock.now();
    const events = await this.readPage(after).catch(() => null);
    // a new base reads the whole log: it leaves as much time to what pages as it takes
    await pause(systemMonotonicClock, systemMonotonicClock.now() - startedAt);
    this.thread?.tell({ events } satisfies BackupPageGiven);
  }
}
