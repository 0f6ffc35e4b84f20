import { randomUUID } from 'node:crypto';
import type { RecordedFact, RecordedOf } from '@tocsin/contracts/catalogue.js';
import type { CommandAccepted } from '@tocsin/contracts/http.js';
import type { BundleShown } from '@tocsin/contracts/alert-groups/page-link.js';
import { readablePersonal } from '@tocsin/contracts/ids.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import { accessOf } from '@tocsin/domain/setup/access/views.js';
import { bundleDecider } from '@tocsin/domain/operation/alert-groups/bundles/decider.js';
import { alertGroupDecider } from '@tocsin/domain/operation/alert-groups/decider.js';
import type { LateFailure } from '@tocsin/domain/operation/alert-groups/paging/late-failures.js';
import { undoableUntilOf } from '@tocsin/domain/operation/alert-groups/undo.js';
import { pageOf, type ExistingGroup, type Page } from '@tocsin/domain/operation/alert-groups/state.js';
import { streamNameOf } from '@tocsin/kernel/decide/decider.js';
import { addMillis } from '@tocsin/kernel/time.js';
import type { Dispatcher } from '../../command/dispatcher.js';
import type { ServerParts } from '../../core/server-parts.js';
import { countByService } from '../../deliveries/bundle-message.js';
import { visibleTitle } from '../../deliveries/visible-group.js';
import { HttpProblem } from '../../problems/problem.js';
import { PageLinks, type BundleLink } from '../../secrets/page-links.js';
import { recordLateFailure } from './late-failure.js';
import { groupState } from './page-group-state.js';
import { commandOf, type ActOnAll, type Resolving } from './page-commands.js';
import { readLeader } from './read-leader.js';

type Dependencies = Pick<ServerParts, 'clock' | 'decode' | 'log' | 'reads' | 'redactions' | 'runner' | 'vault'>;

/** Events in one read, and the most pages that are shown. */
const readAtOnce = 200;
const maxShown = 200;
/** Commands in one batch: other work on the server runs between batches. */
const atOnce = 20;

interface Member {
  readonly groupId: string;
  /** The group that acts apply to: if it has joined a storm, the group that leads the storm. */
  readonly group: ExistingGroup;
  readonly pageId: string;
  readonly opening: number;
  /** Undefined for a page that ended long ago. */
  readonly page: Page | undefined;
}

const isHeldBy = (group: ExistingGroup, personId: string): boolean =>
  group.status === 'acknowledged' && group.holder.kind === 'person' && group.holder.personId === personId;

/** When a bundle was formed, and its pages; undefined for a bundle older than the lifetime of links. */
const formedOf = async (
  { log, decode, clock }: Dependencies,
  { bundleId, personId }: BundleLink,
): Promise<{ readonly at: string; readonly formedMembers: RecordedOf<'BundleFormed'>['data']['members'] } | undefined> => {
  const stream = streamNameOf(bundleDecider, personId);
  const since = addMillis(clock.now(), -alertGroupLimits.pageLink);
  const formedEvents: RecordedOf<'BundleFormed'>[] = [];
  const isOfBundle = (event: RecordedFact): event is RecordedOf<'BundleFormed'> =>
    event.type === 'BundleFormed' && event.data.bundleId === bundleId;
  for (let before: number | undefined; ;) {
    const page = await log.readStreamBack({ stream, ...(before === undefined ? {} : { before }), limit: readAtOnce });
    const events = page.map((storedEvent) => decode(storedEvent) as RecordedFact);
    formedEvents.push(...events.filter(isOfBundle));
    const last = events.at(-1);
    const isPast = formedEvents.length > 0 && !(last && isOfBundle(last));
    if (!last || isPast || last.meta.at < since) break;
    before = last.revision;
  }
  const at = formedEvents[0]?.meta.at;
  return at === undefined || at < since ? undefined : { at, formedMembers: formedEvents.toReversed().flatMap(({ data }) => data.members) };
};

/** Reads and acts by the link of a bundle: as its person, and for the bundle’s groups only. */
export class BundleLinks {
  constructor(
    private readonly parts: Dependencies,
    private readonly dispatcher: Dispatcher,
  ) {}

  async showBundle(link: BundleLink): Promise<BundleShown> {
    const { clock, reads } = this.parts;
    const { at, members } = await this.openLink(link);
    const nameOf = ({ group }: Member): string | null => (group.serviceId && reads.services.get(group.serviceId)?.name) || null;
    const open = members.filter(({ group }) => group.status === 'firing');
    const rest = members.filter(({ group }) => group.status !== 'firing');
    const sorted = [open, rest].flatMap((part) => part.toSorted((a, b) => a.group.number - b.group.number));
    return {
      bundleId: link.bundleId,
      personName: readablePersonal(reads.people.get(link.personId)?.name),
      urgency: members.some(({ page }) => page?.urgency === 'high') ? 'high' : 'low',
      count: members.length,
      open: open.length,
      services: [...countByService(members, nameOf)],
      groups: await Promise.all(sorted.slice(0, maxShown).map((member) => this.toShownGroup(link.personId, member, nameOf(member)))),
      undoUntil: this.findUndoable(link.personId, members),
      expiresAt: addMillis(at, alertGroupLimits.pageLink),
      now: clock.now(),
    };
  }

  /** Runs the act on each of its groups on which it would have an effect. `key`: of the request, which repeated acts on none twice. */
  async act(link: BundleLink, pressed: ActOnAll | Resolving, key: string | undefined): Promise<CommandAccepted> {
    const { members } = await this.openLink(link);
    const actor = { kind: 'person' as const, id: link.personId, roles: [], via: 'link:bundle' };
    const open = members.filter(({ group }) => group.status !== 'resolved');
    const targets = pressed.act === 'undo' ? this.listToUndo(link.personId, open) : open;
    let last: CommandAccepted | undefined;
    let problem: unknown;
    const rest = targets.values();
    const processNext = async (): Promise<void> => {
      for (const { groupId, group, pageId } of rest) {
        const { type, data } = commandOf(pressed, { group, pageId });
        const keyOfOne = key === undefined ? undefined : `${key} ${groupId}`;
        try {
          last = await this.dispatcher.dispatch({ type, body: { ...data, groupId }, actor, key: keyOfOne });
        } catch (error) {
          problem = error;
        }
      }
    };
    await Promise.all(Array.from({ length: atOnce }, processNext));
    if (last) return last;
    if (open.length === 0) throw new HttpProblem('alert_group.already_resolved', {});
    throw problem;
  }

  /**
   * The groups that an undo applies to. Where it can’t undo anything, all of them: pressed twice, it changes nothing the second time. Throws when the
   * person’s acknowledgement is too old to be undone by the link.
   */
  private listToUndo(personId: string, open: readonly Member[]): readonly Member[] {
    const now = this.parts.clock.now();
    const undoable = open.filter(({ group }) => undoableUntilOf(group, personId, now) !== null);
    if (undoable.length > 0) return undoable;
    if (open.some(({ group }) => isHeldBy(group, personId))) throw new HttpProblem('page_link.undo_over');
    return open;
  }

  /** A receipt from the device counts for each page that the message was sent for. */
  async receive(link: BundleLink, receipt: 'delivered' | 'read'): Promise<CommandAccepted> {
    const { members } = await this.openLink(link);
    const actor = { kind: 'person' as const, id: link.personId, roles: [], via: 'link:push' };
    let last: CommandAccepted | undefined;
    for (const { groupId, page } of members) {
      const attempt = Object.values(page?.attempts ?? {}).find(({ ring }) => ring === link.bundleId);
      if (!page || !attempt?.attemptId) continue;
      const commandId = randomUUID();
      const data = { groupId, pageId: page.pageId, attemptId: attempt.attemptId, receipt };
      const result = await this.dispatcher.send('RecordReceipt', data, { commandId, actor, causationId: attempt.plannedBy });
      last = this.dispatcher.toAccepted(result, commandId);
    }
    if (!last) throw new HttpProblem('page_link.expired');
    return last;
  }

  /** It failed for each of its pages. */
  async fail(link: BundleLink, { reason, detail }: Pick<LateFailure, 'reason' | 'detail'>): Promise<void> {
    const { members } = await this.openLink(link);
    for (const { groupId, page } of members) {
      const attempt = Object.values(page?.attempts ?? {}).find(({ ring }) => ring === link.bundleId);
      if (!page || !attempt?.attemptId) continue;
      await recordLateFailure(this.dispatcher, { groupId, pageId: page.pageId, attemptId: attempt.attemptId, reason, detail });
    }
  }

  /** The last instant at which an act through this link can be undone. */
  private findUndoable(personId: string, members: readonly Member[]): string | null {
    const now = this.parts.clock.now();
    const until = members.flatMap(({ group }) => undoableUntilOf(group, personId, now) ?? []);
    return until.toSorted().at(-1) ?? null;
  }

  private async toShownGroup(personId: string, { groupId, group, pageId, opening }: Member, serviceName: string | null) {
    const { vault } = this.parts;
    return {
      number: group.number,
      title: await visibleTitle(this.parts, group),
      serviceName,
      ...groupState(this.parts, group),
      secret: new PageLinks(vault).pageSecret({ pageId, groupId, personId, opening }),
    };
  }

  /** Throws when the link has ended: its person has left, a day has passed, or everything in it is over. */
  private async openLink(link: BundleLink): Promise<{ readonly at: string; readonly members: readonly Member[] }> {
    const { reads } = this.parts;
    const bundle = await formedOf(this.parts, link);
    const isNotFound =
      reads.people.get(link.personId)?.state !== 'active' || (bundle?.at ?? '') <= (accessOf(reads, link.personId).disabledAt ?? '');
    if (!bundle || isNotFound) throw new HttpProblem('page_link.expired');
    const members = (await Promise.all(bundle.formedMembers.map((member) => this.memberOf(link, member)))).flatMap(
      (member) => member ?? [],
    );
    if (members.length === 0) throw new HttpProblem('page_link.expired');
    return { at: bundle.at, members };
  }

  /** Leaves out pages that left the bundle before it was sent, and groups that were opened again since. */
  private async memberOf(
    { bundleId }: BundleLink,
    { groupId, pageId, slot }: RecordedOf<'BundleFormed'>['data']['members'][number],
  ): Promise<Member | undefined> {
    const group = await this.parts.runner.readState(alertGroupDecider, groupId);
    if (group.status === 'none') return undefined;
    const page = pageOf(group, pageId);
    const pageState = page ?? group.pastPages[pageId];
    if (pageState?.opening !== group.opening || (page && page.attempts[slot]?.ring !== bundleId)) return undefined;
    return { groupId, group: await readLeader(this.parts, group), pageId, opening: pageState.opening, page };
  }
}
