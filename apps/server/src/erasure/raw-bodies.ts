import PQueue from 'p-queue';
import { duration } from '@tocsin/contracts/duration.js';
import { limits } from '@tocsin/contracts/limits.js';
import { organisationKey, type OrganisationRow } from '@tocsin/contracts/organisation/noun.js';
import { isRaw } from '@tocsin/contracts/routing/signals.js';
import { deriveNamedId } from '@tocsin/kernel/ids.js';
import { systemActor } from '@tocsin/kernel/react/process.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { destroyInCopies } from '@tocsin/platform/vault/vault-copies.js';
import type { ServerParts } from '../core/server-parts.js';
import { writeErasureList } from './erasure-list.js';

type Dependencies = Pick<
  ServerParts,
  'clock' | 'config' | 'folder' | 'logKind' | 'memory' | 'reacting' | 'reads' | 'runner' | 'troubles' | 'vault' | 'views'
>;

const monthOf = (subject: string): string => subject.slice(-'yyyy-mm'.length);

/** What ends with its month, once the organisation’s days are past. */
interface MonthlyAct {
  readonly type: 'DestroyRawBodies' | 'UnlistOldAlertGroups';
  readonly daysOf: (organisation: OrganisationRow) => number | undefined;
  readonly sinceOf: (organisation: OrganisationRow) => string | undefined;
}
const monthlyActs: readonly MonthlyAct[] = [
  { type: 'DestroyRawBodies', daysOf: ({ rawDays }) => rawDays, sinceOf: ({ rawSince }) => rawSince },
  { type: 'UnlistOldAlertGroups', daysOf: ({ listedDays }) => listedDays, sinceOf: ({ listedSince }) => listedSince },
];

/**
 * Destroys the keys of raw bodies that are older than the organisation keeps them: all bodies of a month are under one key, so a month goes once its last
 * day is past. The fact comes first: a copy with older keys destroys them, too, when it starts. Old alert groups leave the lists in the same way.
 */
export class RawBodies {
  private readonly queue = new PQueue({ concurrency: 1 });
  /** Takes as long as a rebuild: a stop ends it. */
  private unlisting: Promise<void> = Promise.resolve();
  private cancel = (): void => {};
  private isStopped = false;
  /** What was due first when. A clock that was set far ahead by mistake must not destroy or unlist anything before somebody noticed. */
  private readonly due = new Map<string, { readonly before: string; readonly at: string }>();
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
    return this.queue.onIdle().then(() => this.unlisting);
  }

  private again(): void {
    const { clock } = this.parts;
    this.cancel = clock.at(addMillis(clock.now(), limits.housekeepingEvery), () => this.again());
    this.plan();
  }

  private plan(): void {
    if (this.isStopped || this.queue.size > 0) return;
    const { config, reacting } = this.parts;
    void this.queue.add(async () => {
      try {
        if (this.isStopped) return;
        for (const monthly of monthlyActs) await this.recordWhatIsDue(monthly);
        await this.destroy();
        // a standby builds no lists: those of a cluster are shared
        if (reacting.reactor || !config.roles.includes('reactor')) this.unlisting = this.parts.views.unlist();
      } catch (error) {
        this.parts.troubles.note('raw bodies', error);
      }
    });
  }

  private async recordWhatIsDue({ type, daysOf, sinceOf }: MonthlyAct): Promise<void> {
    const { clock, reacting, reads, runner, vault } = this.parts;
    const organisation = reads.organisation.get(organisationKey);
    const days = (organisation && daysOf(organisation)) ?? 0;
    // a standby records nothing
    if (days === 0 || !reacting.reactor) return;
    const before = addMillis(clock.now(), -days * duration.day).slice(0, 7);
    if (before <= ((organisation && sinceOf(organisation)) ?? '')) return;
    const known = this.due.get(type);
    if (known?.before !== before) this.due.set(type, { before, at: clock.now() });
    if (clock.now() < addMillis(this.due.get(type)!.at, limits.housekeepingEvery)) return;
    const commandId = deriveNamedId(type, vault.logId!, before);
    const command = { type, data: { before } };
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
