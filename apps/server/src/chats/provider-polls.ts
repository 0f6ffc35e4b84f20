import { contactTraits, isAskedAbout, type ContactKind } from '@tocsin/contracts/contacts/kinds.js';
import { duration } from '@tocsin/contracts/duration.js';
import type { Attempt, ExistingGroup, Page } from '@tocsin/domain/operation/alert-groups/state.js';
import { pacingOf, type Pacing } from '@tocsin/platform/clock/pacing.js';
import type { Channel } from '../channels/channel.js';
import type { OpenMessage, Polled } from '../channels/polls.js';
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
const withinRound = 8 * duration.second;

const isOpen = ({ state, quiet }: Page): boolean => state === 'running' && !quiet;
const isAsked = ({ kind, state, providerId, isBundled }: Attempt): boolean =>
  isAskedAbout(kind, isBundled) && providerId !== undefined && (state === 'sent' || state === 'delivered' || state === 'read');

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
  /** How to cancel the pause of each kind before its next round; one that is asked now stays until the round ends. */
  private readonly planned = new Map<ContactKind, () => void>();
  private readonly rounds = new Map<ContactKind, Promise<void>>();

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
    for (const cancel of this.planned.values()) cancel();
    this.planned.clear();
    await this.whenSettled;
  }

  /** Resolves once nobody is being asked. */
  get whenSettled(): Promise<void> {
    return Promise.all(this.rounds.values()).then(() => {});
  }

  private follow(groupId: string): void {
    const group = this.dependencies.server.reads.groups.get(groupId);
    if (group && group.status !== 'resolved' && openPages(group).some((page) => askedAttempts(page).length > 0)) this.groups.add(groupId);
    else this.groups.delete(groupId);
    this.plan();
  }

  private plan(): void {
    if (!this.isRunning || this.groups.size === 0) return;
    // each at its own pace: a slow provider delays no other
    for (const { kind, polls } of this.dependencies.channels) {
      if (!polls || this.planned.has(kind)) continue;
      const cancel = this.pacing.after(every, () => {
        const round = this.ask(kind, polls).catch((error: unknown) => this.note(kind, error));
        this.rounds.set(
          kind,
          round.finally(() => {
            this.planned.delete(kind);
            this.plan();
          }),
        );
      });
      this.planned.set(kind, cancel);
    }
  }

  private note(kind: ContactKind, error: unknown): void {
    this.dependencies.server.troubles.note(`answers by ${contactTraits[kind].word}`, error);
  }

  private async ask(kind: ContactKind, { read, answer }: NonNullable<Channel['polls']>): Promise<void> {
    if (quarantineOf(this.dependencies.server.reads)) return;
    const open = this.openMessages().get(kind) ?? [];
    if (open.length === 0) return;
    const newest = open.toSorted((a, b) => (a.sentAt < b.sentAt ? 1 : -1)).slice(0, mostAsked);
    for await (const polled of read(newest, { deadlineMs: withinRound, signal: AbortSignal.timeout(withinRound) })) {
      if (!this.isRunning) return;
      // one that fails keeps no other from being carried out
      await this.carryOut(polled, answer).catch((error: unknown) => this.note(kind, error));
    }
  }

  private async carryOut(polled: Polled, answer: NonNullable<Channel['polls']>['answer']): Promise<void> {
    const result = await performInbound(polled.inbound, this.dependencies.pages());
    await answer?.(polled, result, { deadlineMs: withinRound });
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
