import { integrationTraits } from '@tocsin/contracts/integration-kinds.js';
import { duration, limits } from '@tocsin/contracts/limits.js';
import { organisationKey } from '@tocsin/contracts/organisation.js';
import { between, later, plus } from '@tocsin/kernel/time.js';
import { resolve } from './decide-person.js';
import type { Draft } from './draft.js';
import type { GroupReads } from './shared/reads.js';
import type { Existing } from './state.js';

const { reviewEvery, notice, away } = limits.closing;

/** The last act or report. A mere repeat is known to the router alone. */
const quietSinceOf = ({ groupId, origin, touched }: Existing, { threads }: GroupReads): string => {
  const thread = origin.kind === 'signal' ? threads.get(origin.thread) : undefined;
  return thread?.groupId === groupId ? later(touched, thread.last.receivedAt) : touched;
};

const repeats = ({ origin }: Existing, { integrations }: GroupReads): boolean =>
  origin.kind === 'signal' && integrationTraits[integrations.get(origin.integrationId)?.kind ?? 'generic'].repeats;

const ageIn = ({ organisation }: GroupReads): number =>
  (organisation.get(organisationKey)?.closeAfterDays ?? limits.closeAfterDays.default) * duration.day;

/** The group stays open: when it is looked at again. */
export const stayOpen = (draft: Draft, nextReviewAt: string | null): void => {
  const { groupId, origin } = draft.group;
  if (origin.kind !== 'signal') return;
  draft.add({ type: 'AlertGroupClosingReviewed', data: { groupId, thread: origin.thread, nextReviewAt, ...draft.late } });
};

/** Looks at a group that nobody may care for any more: leaves it open, plans to close it, or closes it as was planned. */
export const reviewClosing = (draft: Draft): void => {
  const { group, late } = draft;
  const { now, reads } = draft.context;
  if (group.origin.kind !== 'signal') return;
  if (!repeats(group, reads)) return stayOpen(draft, null);
  const nextReview = plus(now, reviewEvery);
  const age = ageIn(reads);
  if (age === 0) return stayOpen(draft, nextReview);
  const quietSince = quietSinceOf(group, reads);
  const closesAt = plus(quietSince, age);
  const before = Math.min(notice, age / 2);
  if (between(now, closesAt) > before) {
    const noticeAt = plus(closesAt, -before);
    return stayOpen(draft, noticeAt < nextReview ? noticeAt : nextReview);
  }
  const wasAway = (late.late ?? 0) > away;
  if (group.closing?.act === 'close' && closesAt <= now && !wasAway) return resolve(draft, 'timer', null, quietSince);
  const { groupId, origin } = group;
  const dueAt = later(closesAt, plus(now, before));
  draft.add({ type: 'AlertGroupClosingPlanned', data: { groupId, thread: origin.thread, dueAt, quietSince, ...late } });
};
