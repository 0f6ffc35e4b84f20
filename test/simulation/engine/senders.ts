import type { Signal } from '@tocsin/contracts/routing/signals.js';
import type { Installation } from './installation.js';
import { world } from './scheduler.js';
import { signalOf, type PostedSignal } from './signals.js';

/** Milliseconds that a sender waits for an answer, and before a retry. */
const answerTimeoutMs = 10_000;
const retryAfterMs = 15_000;

/** A signal that was accepted, and whose sender got the answer. */
export interface AcceptedSignal {
  readonly eventId: string;
  readonly key: string;
  readonly action: Signal['action'];
  readonly at: number;
}

/** One condition in a monitoring system: it fires, is repeated, and resolves; each signal is sent until it is accepted. */
export class Sender {
  readonly acceptedSignals: AcceptedSignal[] = [];

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
        await this.sendUntilAccepted(signalOf(this.key, 'trigger', startsAt, isHigh));
        await scheduler.pass(chance.drawBetween(1, 300_000) / pace, world);
      }
      if (chance.shouldHappen(0.7)) await this.sendUntilAccepted(signalOf(this.key, 'resolve', startsAt, isHigh));
    }
  }

  async sendUntilAccepted(signal: PostedSignal): Promise<void> {
    const { scheduler } = this.installation;
    for (;;) {
      const eventId = scheduler.chance.id(scheduler.now);
      if (await this.post(eventId, signal)) {
        this.acceptedSignals.push({ eventId, key: this.key, action: signal.signal.action, at: scheduler.now });
        return;
      }
      await scheduler.pass(retryAfterMs, world);
    }
  }

  /** Whether it got a success. */
  private post(eventId: string, signal: PostedSignal): Promise<boolean> {
    const { installation } = this;
    const server = installation.pickServer();
    if (!server) return Promise.resolve(false);
    return new Promise((resolve) => {
      installation.scheduler.scheduleAfter(answerTimeoutMs, world, () => resolve(false));
      server.receive(eventId, signal).then(
        () => resolve(!server.process.isDead),
        () => resolve(false),
      );
    });
  }
}
