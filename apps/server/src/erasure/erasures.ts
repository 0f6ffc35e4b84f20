import { join } from 'node:path';
import PQueue from 'p-queue';
import type { PersonRow } from '@tocsin/contracts/people/rows.js';
import * as peopleLimits from '@tocsin/contracts/people/limits.js';
import { deriveEventId } from '@tocsin/kernel/ids.js';
import { systemActor } from '@tocsin/kernel/react/process.js';
import { removeQuarantined } from '@tocsin/platform/data-folder/quarantine-file.js';
import { forgetInCopies } from '@tocsin/platform/side/side-copies.js';
import { destroyInCopies } from '@tocsin/platform/vault/vault-copies.js';
import type { ServerParts } from '../core/server-parts.js';
import type { Dispatcher } from '../command/dispatcher.js';
import { HttpProblem } from '../problems/problem.js';
import { writeErasureList } from './erasure-list.js';
import { readSecretsOfPerson } from '../secrets/secrets-of-person.js';

type Dependencies = Pick<
  ServerParts,
  'codec' | 'config' | 'decrypted' | 'feed' | 'folder' | 'log' | 'memory' | 'reads' | 'side' | 'troubles' | 'vault' | 'views'
>;

/** Views with personal fields: their row history contains old names, so they are rebuilt. */
const personalViews = ['people', 'contacts', 'tokens'];
const subjectOf = (personId: string): string => `person:${personId}`;
const isPerson = (subject: string): boolean => subject.startsWith('person:');
/** A refusal means that it is done already or can’t be done; any other error stops the start. */
const ignoreRefusal = (error: unknown): undefined => {
  if (!(error instanceof HttpProblem)) throw error;
};
const doneMark = (personId: string): string => `erased:${personId}`;

/**
 * Carries out an erasure: destroys the key first, then every copy of what it decrypted. Each step is idempotent. A mark in the side
 * store says that all steps are done, so after a crash in between, or a lost side store, everything is done again.
 */
export class Erasures {
  private readonly queue = new PQueue({ concurrency: 1 });
  private readonly underWay = new Set<string>();
  private retry: NodeJS.Timeout | undefined;
  private isStopped = false;
  private readonly others: (() => Promise<void>)[] = [];

  constructor(
    private readonly parts: Dependencies,
    private readonly send: Dispatcher['send'],
    private readonly endSessions: (tokenHashes: readonly string[]) => void,
  ) {}

  /** Registers what else drops data that was decrypted with the key. */
  alsoForget(act: () => Promise<void>): void {
    this.others.push(act);
  }

  /** People whose erasure is in progress. */
  get pending(): readonly string[] {
    return [...this.underWay];
  }

  /** Resolves when every erasure known now has been tried. */
  get whenSettled(): Promise<void> {
    return this.queue.onIdle();
  }

  /**
   * Called before the server accepts requests: erases everyone whose key was destroyed, because a restored log may be older than
   * the erasure. The log then records the erasure again.
   */
  async reapply(): Promise<void> {
    const { vault, reads, feed } = this.parts;
    for (const subject of vault.destroyedSubjects().filter(isPerson)) {
      const personId = subject.slice('person:'.length);
      if ((reads.people.get(personId)?.state ?? 'erased') === 'erased') continue;
      const erasedAgain = [
        { type: 'DisablePerson', data: { personId, leaveGaps: true } },
        { type: 'ErasePerson', data: { personId } },
      ] as const;
      for (const command of erasedAgain) {
        const commandId = deriveEventId('system:tocsin', `${command.type} again`, personId, 0);
        const result = await this.send(command.type, command.data, { commandId, actor: systemActor }).catch(ignoreRefusal);
        if (result?.kind === 'done') await feed.waitForToken(result.token);
      }
    }
  }

  /** Resumes unfinished erasures, and handles new ones. */
  start(): void {
    for (const row of this.parts.reads.people.all()) this.consider(row);
    this.parts.memory.onChange((view, _id, row) => {
      if (view === 'people' && row !== null) this.consider(row as PersonRow);
    });
  }

  /** Resolves when no erasure is running. */
  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.retry);
    await this.queue.onIdle();
  }

  private consider({ id, state }: PersonRow): void {
    const { parts } = this;
    if (state !== 'erased' || this.underWay.has(id) || parts.side.checkpoints.get(doneMark(id)) > 0) return;
    this.underWay.add(id);
    void this.queue.add(() => this.tryErasure(id));
  }

  private async tryErasure(personId: string): Promise<void> {
    if (this.isStopped) return;
    try {
      await this.erase(personId);
      this.underWay.delete(personId);
    } catch (error) {
      if (this.isStopped) return;
      this.parts.troubles.note('erasure', error);
      this.retry = setTimeout(() => void this.queue.add(() => this.tryErasure(personId)), peopleLimits.erasureRetry);
    }
  }

  private async erase(personId: string): Promise<void> {
    const { parts } = this;
    const ordinal = parts.memory.ordinal;
    const secretRefs = await readSecretsOfPerson(parts, personId);
    parts.vault.destroy(subjectOf(personId));
    for (const ref of secretRefs) parts.vault.dropSecret(ref);
    await destroyInCopies(parts.folder.room('backups'), [subjectOf(personId)], secretRefs);
    writeErasureList(parts);
    this.endSessions(parts.side.sessions.forgetAllOf(personId));
    parts.side.answers.forgetAllOf(`person:${personId}`);
    parts.side.scrub();
    forgetInCopies(parts.folder.room('backups'), personId);
    for (const room of ['side', 'views'] as const) removeQuarantined(join(parts.folder.room(room), `${room}.db`));
    await parts.decrypted.forget();
    for (const act of this.others) await act();
    await this.cleanViews(ordinal);
    parts.side.checkpoints.save(doneMark(personId), ordinal);
  }

  /** Rebuilds the views from the log, which no longer contains the names, beside the current ones; then removes the old rows from the files. */
  private async cleanViews(ordinal: number): Promise<void> {
    const { parts } = this;
    if (!parts.config.roles.includes('projector')) return;
    await parts.views.built;
    if (!(await parts.views.projector.waitForOrdinal(ordinal, peopleLimits.erasureRetry)))
      throw new Error('the views are behind: personal rows are not deleted yet');
    await parts.views.rebuildInParallel(personalViews, { shouldScrub: true });
  }
}
