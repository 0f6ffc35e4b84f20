import PQueue from 'p-queue';
import type { BackupHealth } from '@tocsin/contracts/health.js';
import { duration } from '@tocsin/contracts/duration.js';
import type { BackupsShown, LastBackup } from '@tocsin/contracts/backups/noun.js';
import { backupsView } from '@tocsin/domain/setup/backups/views.js';
import { organisationView } from '@tocsin/domain/setup/organisation/views.js';
import { systemMonotonicClock } from '@tocsin/platform/clock/monotonic-clock.js';
import { pacingOf, type Pacing } from '@tocsin/platform/clock/pacing.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { baseEveryDays, branchOf, type BackupReport } from '@tocsin/platform/backup/write-backup.js';
import { version } from '@tocsin/platform/data-folder/program-version.js';
import type { BackupSettings } from '../config.js';
import { backupSettingsOf } from '../core/backup-settings.js';
import { isDiskLow } from '../core/disk-space.js';
import type { ServerParts } from '../core/server-parts.js';
import { quarantineOf } from '../core/store-quarantine.js';
import { BackupThread } from './backup-thread.js';
import { readLastBackup, writeLastBackup } from './last-backup.js';
import { restoreCommandOf } from './restore-command.js';
import type { Sealer } from './sealer.js';

/** Milliseconds for which a server that ends waits for a run. */
const stopTimeout = 5 * duration.second;
/** So many times may it have been due before Health is red, whatever the run that lasts so long is waiting for. */
const mostMissed = 3;
/** Minutes until a run that failed is repeated, where the next one is not due earlier. */
const retryAfter = 10;
const troublesOf = 'backup';
const hiddenReason = 'the place can’t be written.';

type Dependencies = Pick<
  ServerParts,
  'clock' | 'config' | 'folder' | 'log' | 'logKind' | 'memory' | 'reacting' | 'reads' | 'reserve' | 'tree' | 'troubles' | 'vault'
>;

/**
 * Backs the log up to where TOCSIN_BACKUP or the settings say, at the start and then regularly, on a thread of its own. Only the server with the reactor
 * does, and no paused copy. A run that fails is repeated: each run sends everything that is missing.
 */
export class Backups {
  private readonly queue = new PQueue({ concurrency: 1 });
  private readonly pacing: Pacing;
  private cancel = (): void => {};
  private running: BackupsShown['running'] = null;
  private nextAt: string | null = null;
  private failing: BackupHealth['failing'] = null;
  /** The destination that is backed up to, and its last run that ended well. */
  private address: string | null = null;
  private last: LastBackup | null = null;
  /** No run since the start, or since one failed, has ended well. */
  private isInDoubt = true;
  private isFirst = true;
  private isStarted = false;
  /** The last run found the store paused: it is made up for when that ends. */
  private isHeld = false;
  /** When the last run ended well, or the first began, on the clock that only runs forward. Null: nothing is to be backed up. */
  private wholeAt: number | null = null;

  constructor(
    private readonly parts: Dependencies,
    private readonly sealer: Pick<Sealer, 'seal'>,
    private readonly thread = new BackupThread(parts),
  ) {
    this.pacing = pacingOf(parts.clock);
    // within a fold, which must not wait
    parts.memory.onChange((view) => {
      if (view === backupsView.name || (view === organisationView.name && this.isHeld)) this.plan(0);
    });
  }

  /** Null: nothing is backed up anywhere. Addresses, also in reasons, name machines: only admins see them. */
  healthFor(isAdmin: boolean): BackupHealth | null {
    const settings = backupSettingsOf(this.parts);
    if (!settings) return null;
    const { everyMinutes, keepDays, place } = settings;
    const isCurrent = place.address === this.address;
    const failing = isCurrent ? this.failing : null;
    return {
      address: isAdmin ? place.address.split('?')[0]! : '',
      everyMinutes,
      keepDays,
      last: isCurrent && this.last ? { at: this.last.at, head: this.last.head } : null,
      failing: failing && { ...failing, why: isAdmin ? failing.why : hiddenReason },
    };
  }

  /** The message of a background error, which names the place. */
  hidePlace({ where, message }: { readonly where: string; readonly message: string }, isAdmin: boolean): string {
    return isAdmin || where !== troublesOf ? message : hiddenReason;
  }

  /** What is wrong, as a sentence; empty when nothing is. */
  describe(isAdmin: boolean): readonly string[] {
    const health = this.healthFor(isAdmin);
    if (health?.failing) return [`the last backup failed: ${health.failing.why}`];
    return health && this.isLate(health) ? [`no backup since ${health.last?.at ?? 'the start'}`] : [];
  }

  /** For those who may see the destination. */
  show(): BackupsShown {
    const settings = backupSettingsOf(this.parts);
    const { config, reads, logKind, reacting } = this.parts;
    const isCurrent = settings !== null && settings.place.address === this.address;
    return {
      destination: settings && shownOf(settings),
      setBy: config.backup ? 'TOCSIN_BACKUP' : null,
      held: quarantineOf(reads) ? 'restored' : logKind !== 'live' || !reacting.reactor ? 'not_live' : null,
      running: this.running,
      last: isCurrent ? this.last : null,
      failing: isCurrent ? this.failing : null,
      nextAt: settings ? this.nextAt : null,
      restore: settings && restoreCommandOf(settings.place),
    };
  }

  private isLate({ everyMinutes }: BackupHealth): boolean {
    return this.wholeAt !== null && this.pacing.now() - this.wholeAt > mostMissed * everyMinutes * duration.minute;
  }

  start(): void {
    const { logKind, reacting } = this.parts;
    if (logKind !== 'live' || !reacting.reactor) return;
    this.isStarted = true;
    void this.run();
  }

  /** What a run leaves unfinished is completed after the next start. */
  async stop(): Promise<void> {
    this.isStarted = false;
    this.cancel();
    let cancel = (): void => {};
    const timeout = new Promise<void>((resolve) => (cancel = systemMonotonicClock.after(stopTimeout, resolve, { isBackground: true })));
    // a thread on a disk that hangs does not end
    await Promise.race([this.thread.end().then(() => this.whenSettled), timeout]);
    cancel();
  }

  /** Resolves when nothing is being backed up. */
  get whenSettled(): Promise<void> {
    return this.queue.onIdle();
  }

  /** Makes one now, unless one waits already. Never rejects: Health shows a failure. */
  run(): Promise<void> {
    if (this.queue.size > 0) return this.whenSettled;
    return this.queue.add(async () => {
      this.cancel();
      const settings = backupSettingsOf(this.parts);
      this.follow(settings);
      if (!this.isStarted || !settings) return;
      await this.tryRun(settings);
      this.plan(this.failing ? Math.min(retryAfter, settings.everyMinutes) : settings.everyMinutes);
    });
  }

  private plan(minutes: number): void {
    this.cancel();
    if (!this.isStarted) return;
    this.nextAt = addMillis(this.parts.clock.now(), minutes * duration.minute);
    this.cancel = this.pacing.after(minutes * duration.minute, () => void this.run());
  }

  /** Another destination knows nothing of the runs to the one before. */
  private follow(settings: BackupSettings | null): void {
    const address = settings?.place.address ?? null;
    if (address === this.address) return;
    this.address = address;
    this.last = address === null ? null : readLastBackup(this.parts.folder, address);
    this.failing = null;
    this.isInDoubt = true;
    this.isFirst = true;
    this.wholeAt = address === null ? null : this.pacing.now();
  }

  private async tryRun(settings: BackupSettings): Promise<void> {
    const { clock, folder, reads, troubles } = this.parts;
    // a copy that sends nothing does not write to where its original backs up either
    this.isHeld = quarantineOf(reads) !== null;
    if (this.isHeld) return void (this.wholeAt = this.pacing.now());
    const [since, startedAt] = [clock.now(), this.pacing.now()];
    this.running = { since };
    try {
      const { head, events, bytes, stored } = await this.backUp(settings);
      this.wholeAt = this.pacing.now();
      this.last = { at: clock.now(), head, events, bytes, seconds: (this.wholeAt - startedAt) / duration.second, stored };
      this.failing = null;
      this.isInDoubt = false;
      this.isFirst = false;
      await writeLastBackup(folder, settings.place.address, this.last).catch((error: unknown) => troubles.note(troublesOf, error));
    } catch (error) {
      if (!this.isStarted) return;
      this.isInDoubt = true;
      troubles.note(troublesOf, error);
      this.failing = { since: this.failing?.since ?? since, why: error instanceof Error ? error.message : String(error) };
    } finally {
      this.running = null;
    }
  }

  private async backUp({ place, keepDays }: BackupSettings): Promise<BackupReport> {
    const { config, folder, log, reserve, tree, vault, clock } = this.parts;
    if (reserve?.isShort || isDiskLow(folder))
      throw new Error('The disk of the data folder is nearly full: the copy of the keys has no room.');
    await this.sealer.seal();
    const { ordinal: head } = await log.head();
    if ((await tree.keepUp()) === null) throw new Error('The log is not what was written: it is not backed up. Run “tocsin verify”.');
    const now = clock.now();
    return this.thread.perform({
      place,
      isFirst: this.isFirst,
      isOutside: config.backup === null,
      isInDoubt: this.isInDoubt,
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
}

const shownOf = ({ place: { address, keyId }, everyMinutes, keepDays }: BackupSettings): BackupsShown['destination'] => ({
  address,
  keyId: keyId ?? null,
  everyMinutes,
  keepDays,
});
