import { world } from './scheduler.js';
import { Sender } from './senders.js';
import { swarmOf } from './signals.js';

/** Number of alerts per name. */
const members = 5;

/**
 * One condition with several alerts, which start and resolve one by one: the person who acknowledged it gets new ones later, in one
 * update.
 */
export class Swarm extends Sender {
  override async live(until: number): Promise<void> {
    const { scheduler } = this.installation;
    const { chance } = scheduler;
    for (;;) {
      await scheduler.pass(chance.drawBetween(1, 8) * 60_000, world);
      if (scheduler.now > until) return;
      const startsAt = new Date(scheduler.now).toISOString();
      for (let words = chance.drawBetween(10, 60); words > 0; words -= 1) {
        await this.sendUntilAccepted(swarmOf(this.key, this.pickSome(), startsAt));
        await scheduler.pass(chance.drawBetween(1, 30_000), world);
      }
      await this.sendUntilAccepted(swarmOf(this.key, [], startsAt));
    }
  }

  /** At least one of them. */
  private pickSome(): readonly number[] {
    const { chance } = this.installation.scheduler;
    const lastFiring = chance.drawBetween(0, members - 1);
    return Array.from({ length: members }, (_, n) => n).filter((n) => n === lastFiring || chance.shouldHappen(0.5));
  }
}
