import type { ContactKind } from '@tocsin/contracts/contact-kinds.js';
import { OutgoingFailed } from '@tocsin/platform/http/outgoing-failed.js';
import type { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import { Mailer } from '@tocsin/platform/mail/mailer.js';
import {
  Channel,
  failed,
  type Preview,
  type BundleMessage,
  type Outcome,
  type PageMessage,
  type VerificationMessage,
} from '../../../apps/server/src/deliveries/channel.js';
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

type Answer = 'taken' | 'failed' | 'silent';

/** Everybody outside who is called. What they were handed outlives every process. */
export class Providers {
  readonly handed: Handed[] = [];
  /** By process: calls under way, by provider. */
  private readonly underWay = new Map<Waiter, Map<string, number>>();
  mostAtOnce = 0;

  constructor(
    private readonly scheduler: Scheduler,
    private readonly faults: () => Faults,
    private readonly injected: () => void,
  ) {}

  async page(
    kind: ContactKind,
    { attemptId, groupId, personId }: Omit<Handed, 'kind' | 'at'>,
    deadline: number,
    caller: Waiter,
  ): Promise<Outcome> {
    this.handed.push({ attemptId, groupId, personId, kind, at: this.scheduler.now });
    // an open tab is no provider: there is nobody to spare
    const answer = await (kind === 'browser' ? this.answer(deadline, caller) : this.call(kind, deadline, caller));
    if (answer === 'silent') return failed('delivery.timeout', '', true);
    if (answer === 'failed') return failed('delivery.provider_unreachable', 'simulated', this.scheduler.chance.happens(0.5));
    return { ok: true, state: kind === 'browser' ? 'delivered' : 'sent', providerId: null };
  }

  /** Calls are counted that a process has under way. */
  async call(provider: string, deadline: number, caller: Waiter): Promise<Answer> {
    this.count(provider, caller, 1);
    const answer = await this.answer(deadline, caller);
    this.count(provider, caller, -1);
    return answer;
  }

  async answer(deadline: number, caller: Waiter): Promise<Answer> {
    const { chance } = this.scheduler;
    const { providerSilent, providerFails } = this.faults();
    const isSilent = chance.happens(providerSilent);
    await this.scheduler.pass(isSilent ? deadline : chance.between(1, 2_000), caller);
    const answer = isSilent ? 'silent' : chance.happens(providerFails) ? 'failed' : 'taken';
    if (answer !== 'taken') this.injected();
    return answer;
  }

  private count(provider: string, caller: Waiter, change: 1 | -1): void {
    const calls = this.underWay.get(caller) ?? new Map<string, number>();
    const now = (calls.get(provider) ?? 0) + change;
    this.underWay.set(caller, calls.set(provider, now));
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
    return this.providers.page(this.kind, message, deadlineMs, this.caller);
  }

  preview(): Preview {
    return { title: null, text: '', isJson: false, acts: [] };
  }

  previewBundle(): Preview {
    return this.preview();
  }

  /** Handed over once, whatever it holds. */
  deliverBundle({ bundleId, personId, first }: BundleMessage, _method: unknown, deadlineMs: number): Promise<Outcome> {
    return this.providers.page(this.kind, { attemptId: bundleId, groupId: first[0]!.groupId, personId }, deadlineMs, this.caller);
  }

  /** A notification that is taken back rings nobody. */
  override withdraw(_over: unknown, _method: unknown, deadlineMs: number): Promise<Outcome> {
    return this.told(deadlineMs);
  }

  override verify(_message: VerificationMessage, _method: unknown, deadlineMs: number): Promise<Outcome> {
    return this.told(deadlineMs);
  }

  private async told(deadlineMs: number): Promise<Outcome> {
    const answer = await this.providers.answer(deadlineMs, this.caller);
    return answer === 'taken' ? { ok: true, state: 'sent', providerId: null } : failed('delivery.timeout', 'simulated', true);
  }
}

export class SimulatedMailer extends Mailer {
  readonly configured = true;

  constructor(
    private readonly providers: Providers,
    private readonly caller: Waiter,
  ) {
    super();
  }

  async send({ deadlineMs }: { readonly deadlineMs: number }): Promise<{ readonly providerId: string }> {
    if ((await this.providers.answer(deadlineMs, this.caller)) === 'taken') return { providerId: 'simulated' };
    throw new OutgoingFailed('delivery.timeout', 'simulated');
  }
}

/** Whoever listens to events. */
export const simulatedReceivers = (providers: Providers, caller: Waiter): Pick<OutgoingHttp, 'post'> => ({
  post: async (_url, { deadlineMs }) => {
    const answer = await providers.call('event receivers', deadlineMs, caller);
    if (answer === 'silent') throw new OutgoingFailed('delivery.timeout', 'simulated');
    return { status: answer === 'taken' ? 200 : 503, headers: {}, body: '' };
  },
});
