import type { FactOf } from '@tocsin/contracts/catalogue.js';
import { higherOf, type Urgency } from '@tocsin/contracts/contacts/events.js';
import { addMillis } from '@tocsin/kernel/time.js';
import type { GroupAlert } from '../../alert-table.js';
import type { Draft } from '../../draft.js';
import { holdWhileEnding } from '../../ending.js';
import { planStep, startEscalation, stop } from '../../paging/escalation.js';
import { planMutedPosts } from '../../paging/webhook-calls.js';
import { linkOrElse } from '../../linked/link-by-rule.js';
import { firingAlertsOf } from '../../shared/mutable.js';
import { isCalmed, pageWhileFlapping } from '../flaps/page-while-flapping.js';
import { urgencyAmong } from './counting.js';
import { findMutes, notLoweredOf } from './judge-mutes.js';
import { isSuppressed, settlingOf } from './mutes.js';
import { countingAmong, noteLowered, noteMuted, noteSettling } from './note-muted.js';
import type { Suppression } from './part.js';
import { suppress } from './suppress.js';

/** The escalation that a window interrupted goes on with what was left of its delay. */
const goOn = (draft: Draft, { interrupted }: Suppression): void => {
  if (!interrupted) return stop(draft);
  const { round, step, left } = interrupted;
  planStep(draft, round, step, addMillis(draft.context.now, left));
};

/** Of alerts that are only counted, or that the sender left out, nothing is known: the group has the urgency that it showed. */
const urgencyOfCounting = ({ group, context }: Draft, counting: readonly GroupAlert[], { counted }: Suppression): Urgency => {
  const isUnknown = group.counted > 0 || group.cutList !== null;
  return isUnknown || counting.length === 0 ? group.urgency : higherOf(counted ?? 'low', urgencyAmong(group, counting, context));
};

/** What was muted when it opened, or held by a route, is linked now. */
const startOrLink = (draft: Draft, { firedBefore, holderFirst }: Suppression): void => {
  const start = (): void => startEscalation(draft, 'unsuppressed', { holderFirst });
  if (firedBefore || draft.group.links.set !== null) start();
  else linkOrElse(draft, start);
};

/** It fires, and pages: but what fired before its last window pages nobody by that. */
export const unsuppress = (draft: Draft, because: 'mutes_ended' | 'unmuted_alert'): void => {
  const { groupId, suppressed } = draft.group;
  if (!suppressed) return;
  const counting = countingAmong(draft, firingAlertsOf(draft.group));
  noteLowered(draft, counting);
  const urgency = urgencyOfCounting(draft, counting, suppressed);
  draft.add({ type: 'AlertGroupUnsuppressed', data: { groupId, because, urgency, ...draft.late } });
  planMutedPosts(draft);
  const { firedBefore, holderFirst, lastKind } = suppressed;
  if (because === 'unmuted_alert' && suppressed.interrupted && isCalmed(draft)) goOn(draft, suppressed);
  else if (because === 'mutes_ended' && firedBefore && !holderFirst && lastKind === 'maintenance') goOn(draft, suppressed);
  else startOrLink(draft, suppressed);
  holdWhileEnding(draft);
};

/** Alerts that come out of muting, or out of a window of low urgency, in a group that counts: news, as if they had just fired. */
const pageForReleased = (draft: Draft, fingerprints: readonly string[], isRaised: boolean): void => {
  const { group } = draft;
  if (group.flaps.flapping) return pageWhileFlapping(draft, isRaised);
  const seen = new Set(group.seen);
  const isNews = fingerprints.some((key) => !seen.has(key));
  if (group.status === 'acknowledged') {
    if (!isNews) return;
    draft.add({ type: 'AlertGroupReturnedToFiring', data: { groupId: group.groupId, because: 'news', from: group.holder } });
    startEscalation(draft, 'news', { holderFirst: group.holder.kind === 'person' });
  } else if (isRaised || (isNews && (!group.climb.next || group.climb.exhausted))) startEscalation(draft, 'news');
};

/** Alerts with these fingerprints count from now on. */
export const release = (draft: Draft, keys: readonly string[], because: FactOf<'AlertsUnmuted'>['because']): void => {
  const { group, context } = draft;
  const gone = new Set(keys);
  const alerts = firingAlertsOf(group).filter(({ fingerprint }) => gone.has(fingerprint));
  const urgency = higherOf(group.urgency, urgencyAmong(group, alerts, context));
  const fingerprints = alerts.map(({ fingerprint }) => fingerprint);
  draft.add({ type: 'AlertsUnmuted', data: { groupId: group.groupId, fingerprints, urgency, because, ...draft.late } });
  if (fingerprints.length === 0) return;
  noteLowered(draft, alerts);
  if (isSuppressed(draft.group)) unsuppress(draft, 'mutes_ended');
  else pageForReleased(draft, fingerprints, urgency !== group.urgency);
};

/** The settling of alerts is over: unless they are muted again, they count. */
export const endSettling = (draft: Draft): void => {
  const firing = firingAlertsOf(draft.group);
  noteMuted(draft, firing);
  release(draft, settlingOf(draft.group)?.fingerprints ?? [], 'settled');
  refresh(draft);
};

/** What a suppressed group says of its mutes is what mutes it now. */
export const refresh = (draft: Draft): void => {
  const found = draft.group.status === 'firing' ? findMutes(draft.group, draft.context) : null;
  if (found) suppress(draft, found, { holderFirst: false, firedBefore: true });
  else if (isSuppressed(draft.group) && !isHoldDue(draft) && draft.group.flaps.quietSince === null) unsuppress(draft, 'mutes_ended');
};

/** A hold that is over pages by its timer. */
const isHoldDue = ({ group: { hold }, context: { now } }: Draft): boolean => hold !== null && hold.dueAt <= now;

const raiseLowered = (draft: Draft): void => {
  const { group, context } = draft;
  const lowered = new Set(group.lowered);
  if (lowered.size === 0) return;
  const alerts = countingAmong(draft, firingAlertsOf(group)).filter(({ fingerprint }) => lowered.has(fingerprint));
  const own = notLoweredOf(group, alerts, context).map(({ fingerprint }) => fingerprint);
  if (own.length > 0) release(draft, own, 'low_window_ended');
};

/** What mutes may have begun, ended or changed, or a suppression is on the log: asks again what mutes each alert. */
export const reviewMutes = (draft: Draft): void => {
  if (draft.group.status === 'resolved' || draft.group.links.follows !== null) return;
  const firing = firingAlertsOf(draft.group);
  noteSettling(draft, firing, noteMuted(draft, firing));
  raiseLowered(draft);
  refresh(draft);
};
