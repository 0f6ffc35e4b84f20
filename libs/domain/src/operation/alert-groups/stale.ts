import { integrationTraits } from '@tocsin/contracts/integrations/kinds.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import { millisBetween, laterOf } from '@tocsin/kernel/time.js';
import { planTimeout } from './acts/timeout.js';
import type { Draft } from './draft.js';
import { startEscalation } from './paging/escalation.js';
import { groupsOf, isOpen } from './shared/linked.js';
import type { GroupReads } from './shared/reads.js';
import type { ThreadRow } from '../routing/shared/thread-row.js';
import type { ExistingGroup } from './state.js';

const { intervals, least, unknown } = alertGroupLimits.stale;

/** Its threads, and those of the groups that a person linked with it: it pages for them, too. */
const threadsOf = ({ groupId, links }: ExistingGroup, reads: GroupReads): readonly ThreadRow[] => {
  const followers = links.set === null || links.follows !== null ? [] : groupsOf(links.set, reads).filter(isOpen);
  return [...new Set([groupId, ...followers.map((one) => one.groupId)])].flatMap((id) => reads.threads.where('groupId', id));
};

/** Silence of its senders after which a group counts as forgotten; null: it has no sender. */
const silenceLimitOf = (group: ExistingGroup, reads: GroupReads): number | null => {
  const { origin } = group;
  const { integrations } = reads;
  if (origin.kind !== 'signal') return null;
  const spans = threadsOf(group, reads).map(({ integrationId, repeats }) => {
    const isKnown = integrationTraits[integrations.get(integrationId)?.kind ?? 'generic'].repeats && (repeats?.count ?? 0) >= least;
    return isKnown ? repeats!.longest * intervals : unknown;
  });
  return spans.length > 0 ? Math.max(...spans) : null;
};

/**
 * Since when all its senders are silent, if long enough for the group to be stale; null: it is not. Mere repeats are
 * known only to the router.
 */
export const silentSinceOf = (group: ExistingGroup, reads: GroupReads, now: string): string | null => {
  const maxSilence = silenceLimitOf(group, reads);
  if (maxSilence === null || group.test || group.status === 'resolved') return null;
  const last = threadsOf(group, reads).reduce((at, thread) => laterOf(at, thread.last.receivedAt), '');
  return last !== '' && millisBetween(last, now) > maxSilence ? last : null;
};

/** Whether a person acted on it while its senders were silent: what they started continues. */
export const isInUse = ({ group, context }: Draft): boolean => {
  const maxSilence = silenceLimitOf(group, context.reads);
  return maxSilence !== null && millisBetween(group.touched, context.now) <= maxSilence;
};

/** Records that the senders have gone silent, if so, and returns whether they have: then a timer does not page. */
export const markIfStale = (draft: Draft): boolean => {
  const { group, context, late } = draft;
  const quietSince = silentSinceOf(group, context.reads, context.now);
  if (quietSince === null || group.origin.kind !== 'signal') return false;
  const { groupId, origin, status, climb } = group;
  draft.add({ type: 'AlertGroupWentStale', data: { groupId, thread: origin.thread, quietSince, ...late } });
  if (status === 'firing' && climb.next !== null) draft.add({ type: 'EscalationStopped', data: { groupId, because: 'stale' } });
  return true;
};

/** The sender reports again: what was stopped while it was silent continues. */
export const markHeard = (draft: Draft): void => {
  const { group } = draft;
  const { groupId, origin, stale, status } = group;
  if (!stale || origin.kind !== 'signal' || status === 'resolved') return;
  draft.add({ type: 'AlertGroupHeardAgain', data: { groupId, thread: origin.thread } });
  if (status === 'firing' && stale.stopped) startEscalation(draft, 'heard_again', { holderFirst: true });
  if (status === 'acknowledged' && !group.snooze) planTimeout(draft);
};
