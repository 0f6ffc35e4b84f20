import type { ContactKind } from '@tocsin/contracts/contacts.js';
import { Channel, failed, type Outcome, type PageMessage } from '../../../apps/server/src/deliveries/channel.js';
import type { Faults } from './faults.js';
import type { Scheduler, Waiter } from './scheduler.js';

/** What a provider was handed. */
export interface Handed {
  readonly attemptId: string;
  readonly groupId: string;
  readonly personId: string;
  readonly kind: ContactKind;
  readonly at: number;
}

/** Everybody outside who takes pages. What they were handed outlives every process. */
export class Providers {
  readonly handed: Handed[] = [];
  /** By process and provider: calls under way, of which all but a tab’s are bounded. */
  private readonly underWay = new Map<Waiter, number>();
  mostAtOnce = 0;

  constructor(
    private readonly scheduler: Scheduler,
    private readonly faults: () => Faults,
  ) {}

  async take(kind: ContactKind, { attemptId, groupId, personId }: PageMessage, deadline: number, caller: Waiter): Promise<Outcome> {
    const { chance } = this.scheduler;
    this.handed.push({ attemptId, groupId, personId, kind, at: this.scheduler.now });
    if (kind !== 'browser') this.count(caller, 1);
    const { providerSilent, providerFails } = this.faults();
    const takes = chance.happens(providerSilent) ? deadline : chance.between(1, 2_000);
    await this.scheduler.pass(takes, caller);
    if (kind !== 'browser') this.count(caller, -1);
    if (takes === deadline) return failed('delivery.timeout', '', true);
    if (chance.happens(providerFails)) return failed('delivery.provider_unreachable', 'simulated', chance.happens(0.5));
    return { ok: true, state: kind === 'browser' ? 'delivered' : 'sent', providerId: null };
  }

  private count(caller: Waiter, change: 1 | -1): void {
    const now = (this.underWay.get(caller) ?? 0) + change;
    this.underWay.set(caller, now);
    this.mostAtOnce = Math.max(this.mostAtOnce, now);
  }
}

/** A provider as one process calls it. */
export class SimulatedChannel extends Channel {
  constructor(
    readonly kind: ContactKind,
    private readonly providers: Providers,
    private readonly caller: Waiter,
  ) {
    super();
  }

  deliver(message: PageMessage, _method: unknown, deadlineMs: number): Promise<Outcome> {
    return this.providers.take(this.kind, message, deadlineMs, this.caller);
  }

  /** A notification that is taken back rings nobody. */
  withdraw(): Promise<Outcome> {
    return Promise.resolve({ ok: true, state: 'sent', providerId: null });
  }

  override verify(): Promise<Outcome> {
    return Promise.resolve({ ok: true, state: 'sent', providerId: null });
  }
}
