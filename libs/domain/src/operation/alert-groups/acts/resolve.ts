import { listAlerts } from '../alert-table.js';
import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { Draft } from '../draft.js';
import { handoverOf } from '../linked/handover.js';
import { cancelPages } from '../paging/paging.js';
import { leaveCalls } from '../paging/webhook-calls.js';
import { notifyResolved } from '../paging/notify-resolved.js';
import { groupsOf, isOpen, setOf } from '../shared/linked.js';
import type { ExistingGroup } from '../state.js';

type ResolveActorKind = FactOf<'AlertGroupResolved'>['by'];

const isFiring = ({ origin, counted, alerts }: ExistingGroup): boolean =>
  origin.kind === 'signal' && (counted > 0 || listAlerts(alerts).some((alert) => alert.firing && alert.ending === undefined));

/** Whether other groups of its storm stay open, which only a person ends all at once. */
const doesStormContinue = ({ group, context }: Draft, by: ResolveActorKind): boolean => {
  const storm = setOf(group);
  return storm !== null && by !== 'person' && groupsOf(storm, context.reads, group).some((one) => one !== group && isOpen(one));
};

/** The act of a person that resolves a group of a storm, by which its other groups are resolved too. */
const actOf = ({ group, context }: Draft, by: ResolveActorKind): Pick<FactOf<'AlertGroupResolved'>, 'act'> =>
  by === 'person' && setOf(group) !== null ? { act: { commandId: context.commandId, actorId: context.actor.id } } : {};

/** Resolves the group: active pages are cancelled, and everyone who was paged gets one quiet message. */
export const resolve = (
  draft: Draft,
  by: ResolveActorKind,
  signal: { eventId: string; ordinal: number; receivedAt: string } | null,
  quietSince?: string,
): void => {
  const before = draft.group;
  const { groupId, origin } = before;
  const actorId = by === 'person' ? draft.context.actor.id : null;
  const whileFiring = by === 'person' && isFiring(before);
  const thread = origin.kind === 'signal' ? origin.thread : null;
  const ownPage = before.pages.find((other) => other.personId === actorId && other.state === 'running');
  const byAge = quietSince === undefined ? {} : { quietSince };
  const act = actOf(draft, by);
  const data = { groupId, by, pageId: ownPage?.pageId ?? null, signal, whileFiring, thread, ...byAge, ...draft.late, ...act };
  const { follows } = before.links;
  const isContinuing = doesStormContinue(draft, by);
  if (isContinuing && !follows) {
    draft.add({ type: 'StormHandedOn', data: { groupId, handedOn: handoverOf(before, draft.context.now) } });
    leaveCalls(draft);
  }
  draft.add({ type: 'AlertGroupResolved', data });
  cancelPages(draft, 'delivery.cancelled_by_resolve', () => true, { personId: actorId, because: 'resolved' });
  // of groups that are paged for as one, the last to end tells people
  if (before.test || isContinuing || follows) return;
  notifyResolved(draft, before, actorId ?? '');
};
