import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { urgencyOf } from '../../alerts.js';
import type { Draft } from '../../draft.js';
import { holdWhileEnding } from '../../ending.js';
import { startEscalation } from '../../paging/escalation.js';
import { findMutes, unmutedAmong } from './judge-mutes.js';
import { suppress } from './suppress.js';

/** Alerts that fired muted count from now on. Returns whether any of them is new to whoever has the group. */
const countReleased = (draft: Draft): { readonly isNews: boolean; readonly isRaised: boolean } => {
  const { group, context } = draft;
  const { unseen, seen } = group.muted;
  const released = unmutedAmong(group, [...unseen, ...seen], context);
  if (released.length === 0) return { isNews: false, isRaised: false };
  const service = group.serviceId ? context.reads.services.get(group.serviceId) : undefined;
  const urgency = group.urgency === 'high' ? 'high' : urgencyOf(released, service, context.now);
  const fingerprints = released.map(({ fingerprint }) => fingerprint);
  draft.add({ type: 'AlertsUnmuted', data: { groupId: group.groupId, fingerprints, urgency } });
  const isNew = new Set(unseen);
  return { isNews: fingerprints.some((one) => isNew.has(one)), isRaised: urgency !== group.urgency };
};

/** It fires, and pages. */
export const unsuppress = (draft: Draft, because: 'mutes_ended' | 'unmuted_alert'): void => {
  const { groupId, suppressed } = draft.group;
  if (!suppressed) return;
  countReleased(draft);
  draft.add({ type: 'AlertGroupUnsuppressed', data: { groupId, because, ...draft.late } });
  startEscalation(draft, 'unsuppressed', { holderFirst: suppressed.holderFirst });
  holdWhileEnding(draft);
};

/** The settling is over: unless it is muted again, it pages. */
export const endSettling = (draft: Draft): void => {
  const mutes = findMutes(draft.group, draft.context);
  if (mutes) suppress(draft, mutes, false);
  else unsuppress(draft, 'mutes_ended');
};

/** Alerts that come out of muting in a group that counts: news, as if they had just fired. */
export const releaseMuted = (draft: Draft): void => {
  const { group: before } = draft;
  const { isNews, isRaised } = countReleased(draft);
  if (before.status === 'acknowledged') {
    if (!isNews) return;
    draft.add({ type: 'AlertGroupReturnedToFiring', data: { groupId: before.groupId, because: 'news', from: before.holder } });
    startEscalation(draft, 'news', { holderFirst: before.holder.kind === 'person' });
  } else if (isRaised || (isNews && (!before.climb.next || before.climb.exhausted))) startEscalation(draft, 'news');
};

/** A silence began, ended or was changed, or a suppression is on the log: asks again what mutes the group. */
export const reviewMutes = (draft: Draft): void => {
  const { group, context } = draft;
  if (group.status === 'resolved' || group.links.follows !== null) return;
  const mutes = group.status === 'firing' ? findMutes(group, context) : null;
  if (mutes) return suppress(draft, mutes, false);
  if (group.status !== 'firing' || !group.suppressed) return releaseMuted(draft);
  // a hold that is over pages at once, by its timer
  if (group.suppressed.settling || (group.hold && group.hold.dueAt <= context.now)) return;
  const dueAt = addMillis(context.now, alertGroupLimits.settling);
  draft.add({ type: 'AlertGroupSettling', data: { groupId: group.groupId, dueAt } });
};
