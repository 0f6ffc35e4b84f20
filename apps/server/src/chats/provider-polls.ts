import { contactTraits, isAskedAbout, type ContactKind } from '@tocsin/contracts/contacts/kinds.js';
import { duration } from '@tocsin/contracts/duration.js';
import type { Attempt, ExistingGroup, Page } from '@tocsin/domain/operation/alert-groups/state.js';
import { pacingOf, type Pacing } from '@tocsin/platform/clock/pacing.js';
import type { Channel } from '../channels/channel.js';
import type { OpenMessage } from '../channels/polls.js';
import type { ServerParts } from '../core/server-parts.js';
import { quarantineOf } from '../core/store-quarantine.js';
import { PageLinks } from '../secrets/page-links.js';
import { performInbound, type PageActs } from '../public/perform-inbound.js';

interface Dependencies {
  readonly server: Pick<ServerParts, 'clock' | 'config' | 'logKind' | 'memory' | 'reads' | 'troubles' | 'vault'>;
  readonly channels: readonly Pick<Channel, 'kind' | 'polls'>[];
  /** Read at the first answer: controllers are made last. */
  readonly pages: () => PageActs;
}

const every = 10 * duration.second;
/** A page that nobody answered for so long is answered in Tocsin. */
const askedFor = 6 * duration.hour;
/** Messages of a kind in one round, the newest first: providers limit questions, too. */
const mostAsked = 100;
const withinRound = { deadlineMs: 8 * duration.second };

const isOpen = ({ state, quiet }: Page): boolean => state === 'running' && !quiet;
const isAsked = ({ kind, state, providerId, isBundled }: Attempt): boolean =>
  isAskedAbout(kind) && providerId !== undefined && isBundled !== true && (state === 'sent' || state === 'delivered' || state === 'read');

const openPages = ({ pages, opening }: ExistingGroup): readonly Page[] => pages.filter((page) => page.opening === opening && isOpen(page));
const askedAttempts = ({ attempts }: Page): readonly Attempt[] => Object.values(attempts).filter(isAsked);

/**
 * Asks providers every 10 s what has become of the messages of pages that run, so that replies, confirmations and calls that nobody took are known behind
 * any firewall. Only the active server asks, and none while the store is paused. What is found may be known already: every act may be repeated.
 */
export class ProviderPolls {
  /** Groups that may have open messages. */
  private readonly groups = new Set<string>();
  private readonly pacing: Pacing;
  private readonly links: PageLinks;
  private isRunning = false;
  private isPlanned = false;
  private cancel: () => void = () => {};
  private round: Promise<void> = Promise.resolve();

  constructor(private readonly dependencies: Dependencies) {
    const { clock, vault, memory, troubles } = dependencies.server;
    this.pacing = pacingOf(clock);
    this.links = new PageLinks(vault);
    memory.onChange((view, id) => {
      try {
        if (view === 'groups' && this.isRunning) this.follow(id);
      } catch (error) {
        // the fold that calls must not fail because of a provider
        troubles.note('answers at providers', error);
      }
    });
  }

  start(): void {
    const { logKind, config, reads } = this.dependencies.server;
    this.isRunning = logKind === 'live' && config.roles.includes('reactor');
    if (this.isRunning) for (const { groupId } of reads.groups.all()) this.follow(groupId);
  }

  async stop(): Promise<void> {
    this.isRunning = false;
    this.cancel();
    this.isPlanned = false;
    await this.round;
  }

  /** Resolves once nobody is being asked. */
  get whenSettled(): Promise<void> {
    return this.round;
  }

  private follow(groupId: string): void {
    const group = this.dependencies.server.reads.groups.get(groupId);
    if (group && group.status !== 'resolved' && openPages(group).some((page) => askedAttempts(page).length > 0)) this.groups.add(groupId);
    else this.groups.delete(groupId);
    this.plan();
  }

  private plan(): void {
    if (!this.isRunning || this.isPlanned || this.groups.size === 0) return;
    this.isPlanned = true;
    this.cancel = this.pacing.after(every, () => {
      this.round = this.askAll().finally(() => {
        this.isPlanned = false;
        this.plan();
      });
    });
  }

  private async askAll(): Promise<void> {
    const { server, channels } = this.dependencies;
    if (quarantineOf(server.reads)) return;
    const open = this.openMessages();
    await Promise.all(
      channels.map(async (channel) => {
        const ofKind = open.get(channel.kind) ?? [];
        if (!channel.polls || ofKind.length === 0) return;
        await this.ask(channel.polls, ofKind).catch((error: unknown) =>
          server.troubles.note(`answers by ${contactTraits[channel.kind].word}`, error),
        );
      }),
    );
  }

  private async ask({ read, answer }: NonNullable<Channel['polls']>, open: readonly OpenMessage[]): Promise<void> {
    const { troubles } = this.dependencies.server;
    const newest = open.toSorted((a, b) => (a.sentAt < b.sentAt ? 1 : -1)).slice(0, mostAsked);
    for (const polled of await read(newest, withinRound)) {
      if (!this.isRunning) return;
      const result = await performInbound(polled.inbound, this.dependencies.pages());
      // what was done is done, also if nobody can be told
      await answer?.(polled, result, withinRound).catch((error: unknown) => troubles.note('answers to replies', error));
    }
  }

  private openMessages(): ReadonlyMap<ContactKind, readonly OpenMessage[]> {
    const { reads, clock } = this.dependencies.server;
    const since = Date.parse(clock.now()) - askedFor;
    const all = [...this.groups].flatMap((groupId) => {
      const group = reads.groups.get(groupId);
      return group ? openPages(group).flatMap((page) => askedAttempts(page).map((attempt) => ({ group, page, attempt }))) : [];
    });
    const found = new Map<ContactKind, OpenMessage[]>();
    for (const { group, page, attempt } of all)
      if (Date.parse(attempt.startedAt ?? '') >= since)
        found.set(attempt.kind, [...(found.get(attempt.kind) ?? []), this.toMessage(group, page, attempt)]);
    return found;
  }

  private toMessage({ groupId }: ExistingGroup, { pageId, personId, opening, cause }: Page, attempt: Attempt): OpenMessage {
    return {
      groupId,
      personId,
      attemptId: attempt.attemptId ?? '',
      providerId: attempt.providerId ?? '',
      secret: this.links.pageSecret({ pageId, groupId, personId, opening }),
      act: cause.kind === 'person' && !cause.reassigns ? 'answer' : 'acknowledge',
      isDelivered: attempt.state !== 'sent',
      sentAt: attempt.startedAt ?? attempt.dueAt,
    };
  }
}
