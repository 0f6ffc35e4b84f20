import { setImmediate as nextTurn } from 'node:timers/promises';
import PQueue from 'p-queue';
import { limits } from '@tocsin/contracts/limits.js';
import type { IntegrationRow } from '@tocsin/contracts/integrations/noun.js';
import { rawSubject } from '@tocsin/contracts/routing/signals.js';
import { addMillis } from '@tocsin/kernel/time.js';
import type { ServerParts } from '../core/server-parts.js';

/** Number of keys that are looked up in one turn of the event loop. */
const atOnce = 200;

/** The first instant of the next month, UTC. */
export const monthAfter = (now: string): string => {
  const [year = 0, month = 0] = now.split('-').map(Number);
  return month === 12 ? `${year + 1}-01-01T00:00:00.000Z` : `${now.slice(0, 5)}${String(month + 1).padStart(2, '0')}-01T00:00:00.000Z`;
};

type MonthKeysDependencies = Pick<ServerParts, 'clock' | 'vault' | 'memory' | 'reads' | 'troubles'> & {
  readonly makeKeys: (subjects: readonly string[]) => Promise<void>;
};

/**
 * Makes the keys of raw bodies a month ahead. So no signal waits for a flush of the vault when a month begins, a vault that can’t
 * be written at that moment refuses no signal, and a copy of the vault can decrypt bodies of the month after it was made.
 */
export class MonthKeys {
  private cancel: () => void = () => {};
  private readonly queue = new PQueue({ concurrency: 1 });
  private isNeeded = false;
  private isStopped = false;

  constructor(private readonly dependencies: MonthKeysDependencies) {}

  /** Runs now, for each new integration, and every few hours of the server’s clock. */
  start(): void {
    this.dependencies.memory.onChange((view, _id, row) => {
      if (view === 'integrations' && row !== null) this.plan();
    });
    this.makeAgain();
  }

  /** Resolves when everything known now has been tried. */
  get whenSettled(): Promise<void> {
    return this.queue.onIdle();
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    this.cancel();
    await this.queue.onIdle();
  }

  private makeAgain(): void {
    const { clock } = this.dependencies;
    this.cancel = clock.at(addMillis(clock.now(), limits.housekeepingEvery), () => this.makeAgain());
    this.plan();
  }

  /** Changes during a run are handled together by the next one. */
  private plan(): void {
    if (this.isNeeded || this.isStopped) return;
    this.isNeeded = true;
    void this.queue.add(async () => {
      this.isNeeded = false;
      if (!this.isStopped) await this.make();
    });
  }

  private async make(): Promise<void> {
    try {
      const missingSubjects = await this.findMissing();
      if (missingSubjects.length > 0) await this.dependencies.makeKeys(missingSubjects);
    } catch (error) {
      this.dependencies.troubles.note('keys', error);
    }
  }

  private async findMissing(): Promise<readonly string[]> {
    const { clock, vault, reads } = this.dependencies;
    const now = clock.now();
    const months = [now, monthAfter(now)];
    const subjects = [...reads.integrations.all()].flatMap(({ id }: IntegrationRow) => months.map((month) => rawSubject(id, month)));
    const missingSubjects: string[] = [];
    for (let from = 0; from < subjects.length && !this.isStopped; from += atOnce) {
      missingSubjects.push(...vault.withoutKey(subjects.slice(from, from + atOnce)));
      await nextTurn();
    }
    return missingSubjects;
  }
}
