import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { Signal, SignalAlert } from '@tocsin/contracts/signals.js';
import { setUpData } from '@tocsin/domain/organisation/facts.fixture.js';
import { highService, lowService } from '../harbour.js';
import type { Installation } from './installation.js';
import { world } from './scheduler.js';

/** Milliseconds that a sender waits for an answer, and before it comes again. */
const patience = 10_000;
const comesAgain = 15_000;

/** A signal whose sender heard that it was taken. */
export interface Accepted {
  readonly eventId: string;
  readonly key: string;
  readonly action: Signal['action'];
  readonly at: number;
}

/** One condition that a monitoring system watches: it fires, is repeated, and is over; each word is sent until it is taken. */
export class Sender {
  readonly accepted: Accepted[] = [];

  constructor(
    private readonly installation: Installation,
    readonly key: string,
  ) {}

  /** Its whole life, from now on. */
  async live(until: number): Promise<void> {
    const { scheduler } = this.installation;
    const { chance } = scheduler;
    const isHigh = chance.happens(0.8);
    for (;;) {
      await scheduler.pass(chance.between(1, 20) * 60_000, world);
      if (scheduler.now > until) return;
      const startsAt = new Date(scheduler.now).toISOString();
      for (let repeats = chance.between(1, 3); repeats > 0; repeats -= 1) {
        await this.says('trigger', startsAt, isHigh);
        await scheduler.pass(chance.between(1, 300_000), world);
      }
      if (chance.happens(0.7)) await this.says('resolve', startsAt, isHigh);
    }
  }

  private async says(action: 'trigger' | 'resolve', startsAt: string, isHigh: boolean): Promise<void> {
    const { scheduler } = this.installation;
    for (;;) {
      const eventId = scheduler.chance.id(scheduler.now);
      if (await this.posted(eventId, signalOf(this.key, action, startsAt, isHigh))) {
        this.accepted.push({ eventId, key: this.key, action, at: scheduler.now });
        return;
      }
      await scheduler.pass(comesAgain, world);
    }
  }

  /** Whether it heard yes. */
  private posted(eventId: string, signal: Omit<FactOf<'SignalReceived'>, 'receivedAt'>): Promise<boolean> {
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

/** Twenty-five conditions fire at once, each a group of its own; nobody asks again whether they were heard. */
export const storm = async (installation: Installation, until: number): Promise<void> => {
  const { scheduler } = installation;
  await scheduler.pass(scheduler.chance.between(0, (until - scheduler.now) / 2), world);
  const startsAt = new Date(scheduler.now).toISOString();
  for (let n = 0; n < 25; n += 1) {
    const signal = signalOf(`storm-${n}`, 'trigger', startsAt, true);
    installation
      .anyServer()
      ?.receive(scheduler.chance.id(scheduler.now), signal)
      .catch(() => {});
    await scheduler.pass(scheduler.chance.between(0, 20), world);
  }
};

const signalOf = (
  key: string,
  action: 'trigger' | 'resolve',
  startsAt: string,
  isHigh: boolean,
): Omit<FactOf<'SignalReceived'>, 'receivedAt'> => {
  const alert: SignalAlert = {
    fingerprint: `fp-${key}`,
    state: action === 'resolve' ? 'resolved' : 'firing',
    startsAt,
    name: key,
    summary: `${key} is broken`,
    severity: 'critical',
    severityWord: 'critical',
    labels: { alertname: key },
    links: [],
    details: null,
  };
  return {
    integrationId: setUpData.integration.integrationId,
    serviceId: isHigh ? highService : lowService,
    kind: 'alertmanager',
    signal: { action, key, shape: 'group', complete: true, splitByName: false, alerts: [alert], cut: [], test: false },
    raw: 't:{}',
  };
};
