import type { Signal } from '@tocsin/contracts/signals.js';
import type { Installation } from './installation.js';
import { world } from './scheduler.js';
import { signalOf, type Posted } from './signals.js';

/** Milliseconds that a sender waits for an answer, and before a retry. */
const patience = 10_000;
const comesAgain = 15_000;

/** A signal that was accepted, and whose sender got the answer. */
export interface Accepted {
  readonly eventId: string;
  readonly key: string;
  readonly action: Signal['action'];
  readonly at: number;
}

/** One condition in a monitoring system: it fires, is repeated, and resolves; each signal is sent until it is accepted. */
export class Sender {
  readonly accepted: Accepted[] = [];

  constructor(
    protected readonly installation: Installation,
    readonly key: string,
  ) {}

  /** Its whole life, from now on. Some conditions start and resolve all the time. */
  async live(until: number): Promise<void> {
    const { scheduler } = this.installation;
    const { chance } = scheduler;
    const isHigh = chance.shouldHappen(0.8);
    const pace = chance.shouldHappen(0.25) ? 5 : 1;
    for (;;) {
      await scheduler.pass((chance.drawBetween(1, 20) * 60_000) / pace, world);
      if (scheduler.now > until) return;
      const startsAt = new Date(scheduler.now).toISOString();
      for (let repeats = chance.drawBetween(1, 3); repeats > 0; repeats -= 1) {
        await this.says(signalOf(this.key, 'trigger', startsAt, isHigh));
        await scheduler.pass(chance.drawBetween(1, 300_000) / pace, world);
      }
      if (chance.shouldHappen(0.7)) await this.says(signalOf(this.key, 'resolve', startsAt, isHigh));
    }
  }

  async says(signal: Posted): Promise<void> {
    const { scheduler } = this.installation;
    for (;;) {
      const eventId = scheduler.chance.id(scheduler.now);
      if (await this.posted(eventId, signal)) {
        this.accepted.push({ eventId, key: this.key, action: signal.signal.action, at: scheduler.now });
        return;
      }
      await scheduler.pass(comesAgain, world);
    }
  }

  /** Whether it got a success. */
  private posted(eventId: string, signal: Posted): Promise<boolean> {
    const { installation } = this;
    const server = installation.anyServer();
    if (!server) return Promise.resolve(false);
    return new Promise((resolve) => {
      installation.scheduler.after(patience, world, () => resolve(false));
      server.receive(eventId, signal).then(
        () => resolve(!server.process.isDead),
        () => resolve(false),
      );
    });
  }
}
