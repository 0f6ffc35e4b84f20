import { randomUUID } from 'node:crypto';
import { Body, Controller, Get, Headers, HttpCode, Param, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '@tocsin/contracts/envelope.js';
import { type CommandAccepted } from '@tocsin/contracts/http.js';
import { pageAct, type BundleShown, type PageAct, type PageShown } from '@tocsin/contracts/alert-groups/page-link.js';
import { readablePersonal } from '@tocsin/contracts/ids.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import { cutText } from '@tocsin/contracts/integrations/sender-words.js';
import { accessOf } from '@tocsin/domain/setup/access/views.js';
import { listAlerts } from '@tocsin/domain/operation/alert-groups/alert-table.js';
import { alertGroupDecider } from '@tocsin/domain/operation/alert-groups/decider.js';
import { lineOf } from '@tocsin/domain/operation/alert-groups/bundles/rings-row.js';
import { endOf } from '@tocsin/domain/operation/alert-groups/ending-plan.js';
import { pageOf, type ExistingGroup, type Page } from '@tocsin/domain/operation/alert-groups/state.js';
import type { LateFailure } from '@tocsin/domain/operation/alert-groups/paging/late-failures.js';
import { addableByLink } from '@tocsin/domain/operation/alert-groups/shared/act-permission.js';
import { undoableUntilOf } from '@tocsin/domain/operation/alert-groups/undo.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { Dispatcher } from '../../command/dispatcher.js';
import type { ServerParts } from '../../core/server-parts.js';
import { Uses } from '../../core/injection.js';
import { lastNoteOf } from '../../deliveries/last-note.js';
import { aboutOf } from '../../deliveries/page-message.js';
import { PageLinks, type BundleLink } from '../../secrets/page-links.js';
import { visibleGroup } from '../../deliveries/visible-group.js';
import { waitingWords } from '../../deliveries/waiting-groups.js';
import { noteLine, selectLabels } from '../../deliveries/wording.js';
import { HttpProblem, parseOrThrow, WrongSecret } from '../../problems/problem.js';
import { idempotencyKeyOf } from '../../http/idempotency-key.js';
import { holderBudgetOf, type HolderBudget } from '../../http/declared-routes.js';
import { RateLimits } from '../../http/rate-limits.js';
import { BundleLinks } from './bundle-link.js';
import { recordLateFailure } from './late-failure.js';
import { groupState } from './page-group-state.js';
import { readLeader } from './read-leader.js';
import { stopNumber, type StoppedNumber } from './stop-number.js';
import { commandOf, isActOnAll } from './page-commands.js';

const dependencies = ['clock', 'decode', 'log', 'reads', 'redactions', 'runner', 'vault'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

interface LinkedPage {
  readonly groupId: string;
  /** The group that is shown and that acts apply to: in a storm, the one that leads it now. */
  readonly group: ExistingGroup;
  readonly pageId: string;
  readonly personId: string;
  readonly startedAt: string;
  /** Undefined for a page that ended long ago: its link still acknowledges. */
  readonly page: Page | undefined;
}

type LinkOfPages = BundleLink | Pick<LinkedPage, 'pageId' | 'personId'>;

const linkKeyOf = (link: LinkOfPages): string => `${'bundleId' in link ? link.bundleId : link.pageId} ${link.personId}`;

/** Whether the person is being paged for the group: the next group of a storm continues pages under ids of its own. */
const isBeingPaged = ({ pages, opening }: ExistingGroup, personId: string): boolean =>
  pages.some((page) => page.personId === personId && page.opening === opening && page.state === 'running' && !page.quiet);

/** Whether no answer is needed any more; an acknowledgement cancels the pages of others. */
const isAnswered = ({ groupId, group, page, personId }: LinkedPage): boolean =>
  group.groupId === groupId
    ? page?.state === 'answered' || (group.status === 'acknowledged' && (!page || page.state === 'cancelled'))
    : !isBeingPaged(group, personId);

/** The question whether there was anything to do. A storm’s group that is led by another one is not asked about here. */
const actionNeededOf = ({ groupId, group, personId }: LinkedPage): PageShown['actionNeeded'] => {
  const isAsked = group.groupId === groupId && group.status === 'resolved' && !group.test && group.wasThere.includes(personId);
  return isAsked ? { answer: group.actionNeeded[personId] ?? null } : null;
};

const maxNamed = 5;
const maxAddable = 20;

/** Others who are paged for it since it was opened, the newest page first. */
const alsoPagedIn = ({ group, personId }: LinkedPage, { people }: Pick<Dependencies['reads'], 'people'>): PageShown['alsoPaged'] => {
  const ofOthers = group.pages.filter((page) => page.personId !== personId && page.opening === group.opening && !page.quiet);
  const newest = new Map(ofOthers.map((page) => [page.personId, page.startedAt]));
  return [...newest]
    .toSorted(([, a], [, b]) => (a < b ? 1 : -1))
    .slice(0, maxNamed)
    .map(([id, at]) => ({ name: readablePersonal(people.get(id)?.name), at }));
};

/** Its person, by the methods that their page was sent by. */
const actorOf = (personId: string, page: Page | undefined): Actor => {
  const sent = Object.values(page?.attempts ?? {}).filter(({ state }) => state === 'sent' || state === 'delivered' || state === 'read');
  const kinds = [...new Set(sent.map(({ kind }) => kind))];
  return { kind: 'person', id: personId, roles: [], via: `link:${kinds.join(',') || 'page'}` };
};

/** The event that claimed an attempt: it is the cause of the device’s receipt. */
const claimOf = (page: Page | undefined, attemptId: string): string | null =>
  Object.values(page?.attempts ?? {}).find((attempt) => attempt.attemptId === attemptId)?.plannedBy ?? null;

/**
 * The screen behind a page’s link: its holder sees the group and can act, as that person and for that group and opening. Only POST
 * changes anything.
 */
@Controller('api/pages')
export class PagesController {
  private readonly links: PageLinks;
  private readonly bundles: BundleLinks;
  constructor(
    @Uses(dependencies) private readonly parts: Dependencies,
    private readonly dispatcher: Dispatcher,
    private readonly rates: RateLimits,
  ) {
    this.links = new PageLinks(parts.vault);
    this.bundles = new BundleLinks(parts, dispatcher);
  }

  @Get(':secret')
  async showPage(@Param('secret') secret: string, @Req() request: FastifyRequest): Promise<PageShown | BundleShown> {
    const bundle = this.links.bundleOf(secret);
    if (bundle) {
      await this.rates.take(holderBudgetOf(request), linkKeyOf(bundle));
      return this.bundles.showBundle(bundle);
    }
    const linkedPage = await this.openLink(secret);
    await this.rates.take(holderBudgetOf(request), linkKeyOf(linkedPage));
    const { group, pageId, personId } = linkedPage;
    const { reads, clock } = this.parts;
    const alerts = listAlerts(group.alerts);
    const firing = alerts.filter((alert) => alert.firing).length;
    const visible = await visibleGroup(this.parts, group);
    const { about, sourceName } = aboutOf(this.parts, group, visible.alerts);
    const note = await lastNoteOf(this.parts, linkedPage.groupId);
    return {
      pageId,
      groupId: group.groupId,
      personId,
      personName: readablePersonal(reads.people.get(personId)?.name),
      number: group.number,
      title: visible.title,
      serviceName: (group.serviceId && reads.services.get(group.serviceId)?.name) ?? null,
      ...about,
      lastNote: note && noteLine(note),
      links: [...about.links],
      labels: selectLabels(about.labels, visible.title).map(([label, value]) => ({ label, value })),
      examples: [...about.examples],
      sourceName,
      ...groupState(this.parts, group),
      snoozedUntil: group.status === 'acknowledged' ? (group.snooze?.dueAt ?? null) : null,
      urgency: group.urgency,
      alerts: alerts.length,
      firing,
      waiting: this.waitingBehind(linkedPage),
      endsAt: endOf(group),
      cutSays: group.cutList && group.status !== 'resolved' ? cutText(group.cutList, firing) : null,
      nextAt: group.climb.next?.dueAt ?? null,
      alsoPaged: alsoPagedIn(linkedPage, reads),
      addable: addableByLink(group, { actor: actorOf(personId, linkedPage.page), reads })
        .map((id) => ({ personId: id, name: readablePersonal(reads.people.get(id)?.name) }))
        .toSorted((a, b) => a.name.localeCompare(b.name))
        .slice(0, maxAddable),
      actionNeeded: actionNeededOf(linkedPage),
      answered: isAnswered(linkedPage),
      undoUntil: undoableUntilOf(group, personId, clock.now()),
      expiresAt: addMillis(linkedPage.startedAt, alertGroupLimits.pageLink),
      now: clock.now(),
    };
  }

  /** What waits behind a page by the methods that it was sent by. */
  private waitingBehind({ page }: LinkedPage): string | null {
    if (!page || page.state !== 'running') return null;
    const { personId } = page;
    const methods = new Set(
      Object.values(page.attempts).flatMap(({ attemptId, contactMethodId }) => (attemptId === null ? [] : [contactMethodId])),
    );
    const words = [...methods].flatMap(
      (contactMethodId) => waitingWords(this.parts, { personId, contactMethodId, line: lineOf(page) }) ?? [],
    );
    return words[0] ?? null;
  }

  @Post(':secret')
  @HttpCode(202)
  act(
    @Param('secret') secret: string,
    @Body() body: unknown,
    @Req() request: FastifyRequest,
    @Headers('idempotency-key') key: string | undefined,
  ): Promise<CommandAccepted> {
    return this.actOnce(secret, body, holderBudgetOf(request), idempotencyKeyOf(key));
  }

  /** The same for a channel. `key`: the provider’s id of the request. */
  async actOnce(secret: string, body: unknown, budget: HolderBudget, key: string | undefined): Promise<CommandAccepted> {
    const bundle = this.links.bundleOf(secret);
    if (bundle) {
      const pressedForAll = parseOrThrow(pageAct, body);
      await this.takeForAct(bundle, pressedForAll, budget);
      return this.actOnAll(bundle, pressedForAll, key);
    }
    const linkedPage = await this.openLink(secret);
    const { groupId, group, page, pageId, personId } = linkedPage;
    const pressed = parseOrThrow(pageAct, body);
    await this.takeForAct(linkedPage, pressed, budget);
    if (pressed.act === 'receipt') return this.receive(groupId, pageId, personId, pressed, claimOf(page, pressed.attemptId));
    const { type, data } = commandOf(pressed, { group, pageId });
    return this.dispatcher.dispatch({ type, body: { ...data, groupId }, actor: actorOf(personId, page), key });
  }

  /** Resolves by a reply, as the person who was paged. */
  async resolve(secret: string, budget: HolderBudget, key: string | undefined): Promise<CommandAccepted> {
    const bundle = this.links.bundleOf(secret);
    if (bundle) {
      await this.rates.take(budget, linkKeyOf(bundle));
      return this.bundles.act(bundle, { act: 'resolve' }, key);
    }
    const linkedPage = await this.openLink(secret);
    await this.rates.take(budget, linkKeyOf(linkedPage));
    const { groupId, personId, page } = linkedPage;
    return this.dispatcher.dispatch({ type: 'ResolveAlertGroup', body: { groupId }, actor: actorOf(personId, page), key });
  }

  /** Records that a message failed which its provider had accepted. Repeated, it changes nothing. */
  async fail(secret: string, failure: Omit<LateFailure, 'pageId'>): Promise<void> {
    const bundle = this.links.bundleOf(secret);
    if (bundle) return this.bundles.fail(bundle, failure);
    const { groupId, pageId } = await this.openLink(secret);
    await recordLateFailure(this.dispatcher, { groupId, pageId, ...failure });
  }

  /** Its number wants no more messages. Repeated, it changes nothing. */
  stop(stopped: StoppedNumber): Promise<void> {
    return stopNumber(this.parts, this.dispatcher, stopped);
  }

  private async actOnAll(bundle: BundleLink, act: PageAct, key: string | undefined): Promise<CommandAccepted> {
    if (act.act === 'receipt') return this.bundles.receive(bundle, act.receipt);
    if (!isActOnAll(act)) throw new HttpProblem('request.not_supported_here');
    return this.bundles.act(bundle, act, key);
  }

  /** Receipts, which devices send by themselves, do not use up the acknowledgement. */
  private takeForAct(link: LinkOfPages, { act }: PageAct, budget: HolderBudget): Promise<void> {
    return this.rates.take(act === 'receipt' ? 'linkReads' : budget, linkKeyOf(link));
  }

  /** Records the device’s receipt for the attempt that it was sent. Attempts of other pages are refused. */
  private async receive(
    groupId: string,
    pageId: string,
    personId: string,
    { attemptId, receipt }: { readonly attemptId: string; readonly receipt: 'delivered' | 'read' },
    causationId: string | null,
  ): Promise<CommandAccepted> {
    const commandId = randomUUID();
    const actor = { kind: 'person' as const, id: personId, roles: [], via: 'link:push' };
    const data = { groupId, pageId, attemptId, receipt };
    const result = await this.dispatcher.send('RecordReceipt', data, { commandId, actor, causationId });
    return this.dispatcher.toAccepted(result, commandId);
  }

  private async openLink(secret: string): Promise<LinkedPage> {
    const parsedLink = this.links.parseSecret(secret);
    if (!parsedLink) throw new WrongSecret('page_link.invalid');
    const group = await this.parts.runner.readState(alertGroupDecider, parsedLink.groupId);
    const { pageId } = parsedLink;
    const page = group.status === 'none' ? undefined : pageOf(group, pageId);
    const pageState = page ?? (group.status === 'none' ? undefined : group.pastPages[pageId]);
    if (group.status === 'none' || !pageState) throw new WrongSecret('page_link.invalid');
    const { personId, opening, startedAt } = pageState;
    if (!this.links.verify(secret, { pageId, groupId: group.groupId, personId, opening })) throw new WrongSecret('page_link.invalid');
    const { reads, clock } = this.parts;
    const isEnded = reads.people.get(personId)?.state !== 'active' || startedAt <= (accessOf(reads, personId).disabledAt ?? '');
    if (isEnded || opening !== group.opening || addMillis(startedAt, alertGroupLimits.pageLink) < clock.now())
      throw new HttpProblem('page_link.expired');
    const { groupId } = group;
    return { groupId, group: await readLeader(this.parts, group), pageId, personId, page, startedAt };
  }
}
