import { pacingOf, type Pacing } from '@tocsin/platform/clock/pacing.js';
import type { ServerParts } from './server-parts.js';

interface Work {
  /** As in troubles. */
  readonly name: string;
  /** Looked at first: without work no round begins, and none is planned. */
  readonly hasWork: () => boolean;
  readonly round: () => Promise<void>;
  /** Milliseconds to the next round, after one that worked. */
  readonly untilNext: () => number;
  /** After one that failed; absent: as after one that worked. */
  readonly afterFailure?: number;
}

/** Work behind the log that is done again and again: one round at a time, sooner where something changes, by a server that reacts to a live log. */
export class Rounds {
  readonly pacing: Pacing;
  isRunning = false;
  private working: Promise<void> | null = null;
  private cancel: () => void = () => {};
  private nextAt = Infinity;

  constructor(
    private readonly server: Pick<ServerParts, 'clock' | 'config' | 'logKind' | 'troubles'>,
    private readonly work: Work,
  ) {
    this.pacing = pacingOf(server.clock);
  }

  start(): void {
    const { logKind, config } = this.server;
    this.isRunning = logKind === 'live' && config.roles.includes('reactor');
    this.plan(0);
  }

  async stop(): Promise<void> {
    this.isRunning = false;
    this.cancel();
    await this.working;
  }

  /** Resolves when no round is under way. */
  get whenSettled(): Promise<void> {
    return this.working ?? Promise.resolve();
  }

  /** At the latest after so many milliseconds. Called within folds too, which must not wait: the round begins in a later turn. */
  plan(after: number): void {
    const at = this.pacing.now() + Math.max(after, 0);
    if (!this.isRunning || at >= this.nextAt) return;
    this.nextAt = at;
    if (!this.working) this.wait();
  }

  private wait(): void {
    this.cancel();
    if (this.nextAt === Infinity) return;
    this.cancel = this.pacing.after(Math.max(this.nextAt - this.pacing.now(), 0), () => this.begin());
  }

  private begin(): void {
    if (this.working || !this.isRunning) return;
    this.nextAt = Infinity;
    if (!this.work.hasWork()) return;
    this.working = this.run().finally(() => {
      this.working = null;
      this.wait();
    });
  }

  private async run(): Promise<void> {
    const { round, untilNext, afterFailure, name } = this.work;
    try {
      await round();
      this.plan(untilNext());
    } catch (error) {
      this.server.troubles.note(name, error);
      this.plan(afterFailure ?? untilNext());
    }
  }
}
