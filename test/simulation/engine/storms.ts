import type { Installation } from './installation.js';
import { poison } from './poison.js';
import { world } from './scheduler.js';
import { Sender } from './senders.js';
import { largeSignal, signalOf } from './signals.js';

/** Once, in the first half: fifteen conditions fire at the same time, each a group of its own; senders don’t retry. */
export const runStorm = async (installation: Installation, until: number): Promise<void> => {
  const { scheduler, faultProfile: profile } = installation;
  await scheduler.pass(scheduler.chance.drawBetween(0, (until - scheduler.now) / 2), world);
  const startsAt = new Date(scheduler.now).toISOString();
  for (let n = 0; n < 15; n += 1) {
    const key = profile.isPoisoned && n % 8 === 3 ? `${poison}-in-storm-${n}` : `storm-${n}`;
    installation
      .pickServer()
      ?.receive(scheduler.chance.id(scheduler.now), signalOf(key, 'trigger', startsAt, true))
      .catch(() => {});
    await scheduler.pass(scheduler.chance.drawBetween(0, 20), world);
  }
};

/** Several conditions that one monitoring system sends at the same moment, again and again: they arrive as one run. */
export class StormSender extends Sender {
  private readonly memberSenders: readonly Sender[];

  constructor(installation: Installation, key: string, memberKeys: readonly string[]) {
    super(installation, key);
    this.memberSenders = memberKeys.map((memberKey) => new Sender(installation, memberKey));
  }

  override async live(until: number): Promise<void> {
    const { scheduler } = this.installation;
    for (;;) {
      await scheduler.pass(scheduler.chance.drawBetween(2, 15) * 60_000, world);
      if (scheduler.now > until) return;
      const startsAt = new Date(scheduler.now).toISOString();
      await Promise.all(
        this.memberSenders.map((memberSender) => memberSender.sendUntilAccepted(signalOf(memberSender.key, 'trigger', startsAt, true))),
      );
      await scheduler.pass(scheduler.chance.drawBetween(10, 120_000), world);
      await Promise.all(
        this.memberSenders.map((memberSender) => memberSender.sendUntilAccepted(signalOf(memberSender.key, 'resolve', startsAt, true))),
      );
    }
  }

  /** All its senders. */
  get allMembers(): readonly Sender[] {
    return this.memberSenders;
  }
}

/** Enough that the resolved alerts exceed what one event may list. */
const keys = 6;

/** The same many alerts under several keys, and then a signal under one of them that they are resolved, which resolves all. */
export class LargeSender extends Sender {
  override async live(until: number): Promise<void> {
    const { scheduler } = this.installation;
    await scheduler.pass(scheduler.chance.drawBetween(0, (until - scheduler.now) / 2), world);
    const startsAt = new Date(scheduler.now).toISOString();
    for (let n = 0; n < keys; n += 1) await this.sendUntilAccepted(largeSignal(`${this.key}-${n}`, 'trigger', startsAt));
    await scheduler.pass(scheduler.chance.drawBetween(10_000, 100_000), world);
    await this.sendUntilAccepted(largeSignal(`${this.key}-0`, 'resolve', startsAt));
  }
}
