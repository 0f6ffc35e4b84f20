import type { ContactKind } from '@tocsin/contracts/contact-kinds.js';
import { OutgoingFailed } from '@tocsin/platform/http/outgoing-failed.js';
import type { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import { Mailer } from '@tocsin/platform/mail/mailer.js';
import {
  Channel,
  failedOutcome,
  type Preview,
  type BundleMessage,
  type ChannelOutcome,
  type PageMessage,
  type VerificationMessage,
} from '../../../apps/server/src/deliveries/channel.js';
import type { Faults } from './faults.js';
import type { Scheduler, Waiter } from './scheduler.js';

/** A message that a provider received. */
export interface Handed {
  readonly attemptId: string;
  readonly groupId: string;
  readonly personId: string;
  readonly kind: ContactKind;
  readonly at: number;
}

type Answer = 'taken' | 'failed' | 'silent';

/** All simulated providers. What they received outlives every process. */
export class Providers {
  readonly handed: Handed[] = [];
  /** Calls in progress, by process and provider. */
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
  ): Promise<ChannelOutcome> {
    this.handed.push({ attemptId, groupId, personId, kind, at: this.scheduler.now });
    // an open tab is no provider, so its calls are not limited
    const answer = await (kind === 'browser' ? this.answer(deadline, caller) : this.call(kind, deadline, caller));
    if (answer === 'silent') return failedOutcome('delivery.timeout', '', true);
    if (answer === 'failed') return failedOutcome('delivery.provider_unreachable', 'simulated', this.scheduler.chance.shouldHappen(0.5));
    return { ok: true, state: kind === 'browser' ? 'delivered' : 'sent', providerId: null };
  }

  /** Counts the calls that a process has in progress. */
  async call(provider: string, deadline: number, caller: Waiter): Promise<Answer> {
    this.count(provider, caller, 1);
    const answer = await this.answer(deadline, caller);
    this.count(provider, caller, -1);
    return answer;
  }

  async answer(deadline: number, caller: Waiter): Promise<Answer> {
    const { chance } = this.scheduler;
    const { providerSilent, providerFails } = this.faults();
    const isSilent = chance.shouldHappen(providerSilent);
    await this.scheduler.pass(isSilent ? deadline : chance.drawBetween(1, 2_000), caller);
    const answer = isSilent ? 'silent' : chance.shouldHappen(providerFails) ? 'failed' : 'taken';
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

/** A provider, as called by one process. */
export class SimulatedChannel extends Channel {
  constructor(
    readonly kind: ContactKind,
    private readonly providers: Providers,
    private readonly caller: Waiter,
  ) {
    super();
  }

  deliver(message: PageMessage, _method: unknown, deadlineMs: number): Promise<ChannelOutcome> {
    return this.providers.page(this.kind, message, deadlineMs, this.caller);
  }

  preview(): Preview {
    return { title: null, text: '', isJson: false, acts: [] };
  }

  previewBundle(): Preview {
    return this.preview();
  }

  /** Received once, whatever it contains. */
  deliverBundle({ bundleId, personId, first }: BundleMessage, _method: unknown, deadlineMs: number): Promise<ChannelOutcome> {
    return this.providers.page(this.kind, { attemptId: bundleId, groupId: first[0]!.groupId, personId }, deadlineMs, this.caller);
  }

  /** Withdrawing a notification pages no one. */
  override withdraw(_over: unknown, _method: unknown, deadlineMs: number): Promise<ChannelOutcome> {
    return this.told(deadlineMs);
  }

  override verify(_message: VerificationMessage, _method: unknown, deadlineMs: number): Promise<ChannelOutcome> {
    return this.told(deadlineMs);
  }

  private async told(deadlineMs: number): Promise<ChannelOutcome> {
    const answer = await this.providers.answer(deadlineMs, this.caller);
    return answer === 'taken' ? { ok: true, state: 'sent', providerId: null } : failedOutcome('delivery.timeout', 'simulated', true);
  }
}

export class SimulatedMailer extends Mailer {
  readonly isConfigured = true;

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

/** Receivers of event subscriptions. */
export const simulatedReceivers = (providers: Providers, caller: Waiter): Pick<OutgoingHttp, 'post'> => ({
  post: async (_url, { deadlineMs }) => {
    const answer = await providers.call('event receivers', deadlineMs, caller);
    if (answer === 'silent') throw new OutgoingFailed('delivery.timeout', 'simulated');
    return { status: answer === 'taken' ? 200 : 503, headers: {}, body: '' };
  },
});
