import type { ContactKind } from '@tocsin/contracts/contacts/kinds.js';
import { OutgoingFailed } from '@tocsin/platform/http/outgoing-failed.js';
import type { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import { Mailer } from '@tocsin/platform/mail/mailer.js';
import { failedOutcome, type Call, type Channel, type ChannelOutcome, type Preview } from '../../../apps/server/src/channels/channel.js';
import type { NoteKind, Notes } from '../../../apps/server/src/deliveries/notes.js';
import type { Faults } from './faults.js';
import type { Scheduler, Waiter } from './scheduler.js';

/** A message that a provider received. */
export interface Handover {
  readonly attemptId: string;
  readonly groupId: string;
  readonly personId: string;
  readonly kind: ContactKind;
  readonly at: number;
}

type ProviderAnswer = 'taken' | 'failed' | 'silent';

/** All simulated providers. What they received outlives every process. */
export class Providers {
  readonly handovers: Handover[] = [];
  /** Calls in progress, by process and provider. */
  private readonly runningCalls = new WeakMap<Waiter, Map<string, number>>();
  maxConcurrentCalls = 0;

  constructor(
    private readonly scheduler: Scheduler,
    private readonly faults: () => Faults,
    private readonly countFault: () => void,
  ) {}

  async deliverPage(
    kind: ContactKind,
    { attemptId, groupId, personId }: Omit<Handover, 'kind' | 'at'>,
    deadline: number,
    caller: Waiter,
  ): Promise<ChannelOutcome> {
    this.handovers.push({ attemptId, groupId, personId, kind, at: this.scheduler.now });
    // an open tab is no provider, so its calls are not limited
    const answer = await (kind === 'browser' ? this.drawAnswer(deadline, caller) : this.call(kind, deadline, caller));
    if (answer === 'silent') return failedOutcome('delivery.timeout', '', true);
    if (answer === 'failed') return failedOutcome('delivery.provider_unreachable', 'simulated', this.scheduler.chance.shouldHappen(0.5));
    return { ok: true, state: kind === 'browser' ? 'delivered' : 'sent', providerId: null };
  }

  /** Counts the calls that a process has in progress. */
  async call(provider: string, deadline: number, caller: Waiter): Promise<ProviderAnswer> {
    this.count(provider, caller, 1);
    const answer = await this.drawAnswer(deadline, caller);
    this.count(provider, caller, -1);
    return answer;
  }

  async drawAnswer(deadline: number, caller: Waiter): Promise<ProviderAnswer> {
    const { chance } = this.scheduler;
    const { providerSilent, providerFails } = this.faults();
    const isSilent = chance.shouldHappen(providerSilent);
    await this.scheduler.pass(isSilent ? deadline : chance.drawBetween(1, 2_000), caller);
    const answer = isSilent ? 'silent' : chance.shouldHappen(providerFails) ? 'failed' : 'taken';
    if (answer !== 'taken') this.countFault();
    return answer;
  }

  private count(provider: string, caller: Waiter, change: 1 | -1): void {
    const calls = this.runningCalls.get(caller) ?? new Map<string, number>();
    const now = (calls.get(provider) ?? 0) + change;
    this.runningCalls.set(caller, calls.set(provider, now));
    this.maxConcurrentCalls = Math.max(this.maxConcurrentCalls, now);
  }
}

/** A provider, as called by one process. */
export class SimulatedChannel implements Channel {
  constructor(
    readonly kind: ContactKind,
    private readonly providers: Providers,
    private readonly caller: Waiter,
  ) {}

  canSend(kind: NoteKind): boolean {
    return kind !== 'update';
  }

  preview(): Preview {
    return { title: null, text: '', isJson: false, acts: [] };
  }

  deliver<K extends NoteKind>(kind: K, note: Notes[K], _to: unknown, { deadlineMs }: Call): Promise<ChannelOutcome> {
    if (kind === 'page') return this.providers.deliverPage(this.kind, note as Notes['page'], deadlineMs, this.caller);
    if (kind === 'bundle') return this.deliverBundle(note as Notes['bundle'], deadlineMs);
    return this.deliverMessage(deadlineMs);
  }

  /** Received once, whatever it contains. */
  private deliverBundle({ bundleId, personId, first }: Notes['bundle'], deadlineMs: number): Promise<ChannelOutcome> {
    return this.providers.deliverPage(this.kind, { attemptId: bundleId, groupId: first[0]!.groupId, personId }, deadlineMs, this.caller);
  }

  /** Pages no one: a code, or the end of a page. */
  private async deliverMessage(deadlineMs: number): Promise<ChannelOutcome> {
    const answer = await this.providers.drawAnswer(deadlineMs, this.caller);
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
    if ((await this.providers.drawAnswer(deadlineMs, this.caller)) === 'taken') return { providerId: 'simulated' };
    throw new OutgoingFailed('delivery.timeout', 'simulated');
  }
}

/** Receivers of event subscriptions. */
export const createSimulatedReceivers = (providers: Providers, caller: Waiter): Pick<OutgoingHttp, 'post'> => ({
  post: async (_url, { deadlineMs }) => {
    const answer = await providers.call('event receivers', deadlineMs, caller);
    if (answer === 'silent') throw new OutgoingFailed('delivery.timeout', 'simulated');
    return { status: answer === 'taken' ? 200 : 503, headers: {}, body: '' };
  },
});
