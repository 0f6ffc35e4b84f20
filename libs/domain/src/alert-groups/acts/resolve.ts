import type { Draft } from '../draft.js';
import { handedOnBy } from '../linked/handing-on.js';
import { cancelPages } from '../paging/paging.js';
import { leaveCalls } from '../paging/webhook-calls.js';
import { tellThatItIsOver } from '../paging/telling.js';
import { groupsOf, isOpen, linksOf, stormOf } from '../shared/linked.js';

/** Resolves the group: running pages are cancelled, and everyone whose phone rang gets one quiet message. */
export const resolve = (
  draft: Draft,
  by: 'person' | 'sender' | 'timer',
  signal: { eventId: string; ordinal: number; receivedAt: string } | null,
  quietSince?: string,
): void => {
  const before = draft.group;
  const { groupId, origin } = before;
  const actorId = by === 'person' ? draft.context.actor.id : null;
  const whileFiring =
    by === 'person' &&
    origin.kind === 'signal' &&
    (before.counted > 0 || Object.values(before.alerts).some((alert) => alert.firing && alert.ending === undefined));
  const thread = origin.kind === 'signal' ? origin.thread : null;
  const own = before.pages.find((other) => other.personId === actorId && other.state === 'running');
  const byAge = quietSince === undefined ? {} : { quietSince };
  const storm = stormOf(before);
  const act = storm !== null && actorId !== null ? { act: { commandId: draft.context.commandId, actorId } } : {};
  const data = { groupId, by, pageId: own?.pageId ?? null, signal, whileFiring, thread, ...byAge, ...draft.late, ...act };
  const { follows } = linksOf(before);
  const goesOn =
    storm !== null && by !== 'person' && groupsOf(storm, draft.context.reads, before).some((one) => one !== before && isOpen(one));
  if (goesOn && !follows) {
    draft.add({ type: 'StormHandedOn', data: { groupId, handedOn: handedOnBy(before, draft.context.now) } });
    leaveCalls(draft);
  }
  draft.add({ type: 'AlertGroupResolved', data });
  cancelPages(draft, 'delivery.cancelled_by_resolve', () => true, actorId);
  // in a storm, people are told only when the last of its groups is resolved
  if (before.test || goesOn || follows) return;
  tellThatItIsOver(draft, before, actorId ?? '');
};
