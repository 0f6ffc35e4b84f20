import { limits } from '@tocsin/contracts/limits.js';
import { domain } from '@tocsin/domain/registry.js';
import type { Core } from '../core/core.js';

const mark = 'redactions';

/** After a redaction the views are made anew without the text. A mark in the side store says how far that is done. */
export class Redacting {
  private turn: Promise<void> = Promise.resolve();
  private retry: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(private readonly core: Core) {}

  /** Settled when everything that is known now has been tried. */
  get settled(): Promise<void> {
    return this.turn;
  }

  /** Resumes what was left undone, and does what comes. */
  start(): void {
    this.plan();
    this.core.redactions.onRedacted(() => this.plan());
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.retry);
    await this.turn;
  }

  private plan(): void {
    this.turn = this.turn.then(() => this.attempt());
  }

  private async attempt(): Promise<void> {
    const { core } = this;
    const { ordinal } = core.redactions;
    if (this.stopped || core.side.checkpoints.get(mark) >= ordinal) return;
    try {
      if (core.config.roles.includes('projector')) {
        await core.viewsBuilt;
        await core.rebuildBeside(domain.views.map(({ name }) => name));
      }
      core.side.checkpoints.save(mark, ordinal);
    } catch (error) {
      if (this.stopped) return;
      core.troubles.note('redaction', error);
      this.retry = setTimeout(() => this.plan(), limits.erasureRetry);
    }
  }
}
