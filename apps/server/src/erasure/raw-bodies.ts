import PQueue from 'p-queue';
import { duration } from '@tocsin/contracts/duration.js';
import { limits } from '@tocsin/contracts/limits.js';
import { organisationKey } from '@tocsin/contracts/organisation/noun.js';
import { isRaw } from '@tocsin/contracts/routing/signals.js';
import { deriveNamedId } from '@tocsin/kernel/ids.js';
import { systemActor } from '@tocsin/kernel/react/process.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { destroyInCopies } from '@tocsin/platform/vault/vault-copies.js';
import type { ServerParts } from '../core/server-parts.js';
import { writeErasureList } from './erasure-list.js';

type Dependencies = Pick<ServerParts, 'clock' | 'folder' | 'logKind' | 'memory' | 'reacting' | 'reads' | 'runner' | 'troubles' | 'vault'>;

const monthOf = (subject: string): string => subject.slice(-'yyyy-mm'.length);

/**
 * Destroys the keys of raw bodies that are older than the organisation keeps them: all bodies of a month are under one key, so a month goes once its last
 * day is past. The fact comes first: a copy with older keys destroys them, too, when it starts.
 */
export class RawBodies {
  private readonly queue = new PQueue({ concurrency: 1 });
  private cancel = (): void => {};
  private isStopped = false;
  /** What was due first when. A clock that was set far ahead by mistake must not destroy anything before somebody noticed. */
  private due: { readonly before: string; readonly at: string } | null = null;
  /** Months before this one were destroyed since the start. */
  private done = '';

  constructor(private readonly parts: Dependencies) {}

  /** Runs now, when the setting changes, and every few hours of the server’s clock. */
  start(): void {
    if (this.parts.logKind !== 'live') return;
    this.parts.memory.onChange((view) => {
      if (view === 'organisation') this.plan();
    });
    this.again();
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    this.cancel();
    await this.queue.onIdle();
  }

  /** Resolves when everything known now has been tried. */
  get whenSettled(): Promise<void> {
    return this.queue.onIdle();
  }

  private again(): void {
    const { clock } = this.parts;
    this.cancel = clock.at(addMillis(clock.now(), limits.housekeepingEvery), () => this.again());
    this.plan();
  }

  private plan(): void {
    if (this.isStopped || this.queue.size > 0) return;
    void this.queue.add(async () => {
      try {
        if (this.isStopped) return;
        await this.recordWhatIsDue();
        await this.destroy();
      } catch (error) {
        this.parts.troubles.note('raw bodies', error);
      }
    });
  }

  private async recordWhatIsDue(): Promise<void> {
    const { clock, reacting, reads, runner, vault } = this.parts;
    const { rawDays = 0, rawSince = '' } = reads.organisation.get(organisationKey) ?? {};
    // a standby records nothing
    if (rawDays === 0 || !reacting.reactor) return;
    const before = addMillis(clock.now(), -rawDays * duration.day).slice(0, 7);
    if (before <= rawSince) return;
    if (this.due?.before !== before) this.due = { before, at: clock.now() };
    if (clock.now() < addMillis(this.due.at, limits.housekeepingEvery)) return;
    const commandId = deriveNamedId('DestroyRawBodies', vault.logId!, before);
    const command = { type: 'DestroyRawBodies', data: { before } };
    await runner.run({ command, commandId, actor: systemActor, correlationId: commandId, causationId: null, epoch: reacting.epoch });
  }

  private async destroy(): Promise<void> {
    const { clock, folder, reads, vault } = this.parts;
    const { rawSince = '' } = reads.organisation.get(organisationKey) ?? {};
    // never the month that is being written, whatever the log says
    const before = [rawSince, clock.now().slice(0, 7)].toSorted()[0]!;
    if (before <= this.done) return;
    const isDue = (subject: string): boolean => isRaw(subject) && monthOf(subject) < before;
    for (const subject of vault.subjects().filter(isDue)) vault.destroy(subject);
    // also those that an earlier run destroyed here, but not yet in the copies
    const subjects = vault.destroyedSubjects().filter(isDue);
    if (subjects.length > 0) {
      await destroyInCopies(folder.room('backups'), subjects);
      writeErasureList(this.parts);
    }
    this.done = before;
  }
}
