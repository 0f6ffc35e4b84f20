import { limits } from '@tocsin/contracts/limits.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { pruneSecrets } from '../secrets/shown-secrets.js';
import type { ServerParts } from '../core/server-parts.js';
import { TwoFactor } from '../sign-in/two-factor.js';

/** Deletes expired data that is no longer needed, at the start and every few hours of the server’s clock. */
export class Housekeeping {
  private cancel: () => void = () => {};

  constructor(private readonly parts: Pick<ServerParts, 'clock' | 'side' | 'vault' | 'reads' | 'troubles'>) {}

  start(): void {
    const { clock, troubles } = this.parts;
    this.cancel = clock.at(addMillis(clock.now(), limits.housekeepingEvery), () => this.start());
    try {
      this.tidy();
    } catch (error) {
      troubles.note('housekeeping', error);
    }
  }

  stop(): void {
    this.cancel();
  }

  private tidy(): void {
    const { clock, side } = this.parts;
    side.sessions.prune(clock.now());
    side.answers.prune(clock.now());
    pruneSecrets(this.parts.vault, clock.now());
    new TwoFactor(this.parts).pruneOffers();
  }
}
