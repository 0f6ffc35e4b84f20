import { higherOf, type Urgency } from '@tocsin/contracts/contacts/events.js';
import { addMillis } from '@tocsin/kernel/time.js';
import type { Draft } from '../../draft.js';
import { planStep, startEscalation, stop } from '../../paging/escalation.js';
import { pageForNews } from '../../paging/page-for-news.js';
import { hasGoneOut } from '../../shared/rung-people.js';
import type { Page, ResolvedGroup } from '../../state.js';
import type { InterruptedStep } from '../mutes/part.js';
import { suppressInstead } from '../mutes/suppress.js';

/** A ring for low urgency is none for what is of high urgency now. */
const hasRungSince = ({ quiet, urgency, attempts }: Page, now: Urgency, since: string): boolean =>
  !quiet &&
  higherOf(urgency, now) === urgency &&
  Object.values(attempts).some((attempt) => hasGoneOut(attempt) && (attempt.startedAt ?? '') >= since);

/** It flaps, and somebody was rung for it, with its urgency, since it began to: no firing rings anybody. */
export const isCalmed = ({ group: { flaps, pages, urgency } }: Draft): boolean => {
  const { flapping } = flaps;
  return flapping !== null && pages.some((page) => hasRungSince(page, urgency, flapping.since));
};

/** The escalation goes on where it was, with what was left of its delay; one that had stopped stays so. */
export const goOnWith = (draft: Draft, step: InterruptedStep | null): void => {
  const { groupId, policy } = draft.group;
  draft.add({ type: 'EscalationStarted', data: { groupId, policy, because: 'flapping' } });
  if (step) planStep(draft, step.round, step.step, addMillis(draft.context.now, step.left));
  else stop(draft);
};

/** Something fires in a group that flaps. An acknowledgement of its urgency lasts, and one escalation goes on. */
export const pageWhileFlapping = (draft: Draft, isRaised: boolean): void => {
  const { status, climb } = draft.group;
  if (isCalmed(draft)) return;
  if (status === 'acknowledged' && isRaised) return pageForNews(draft, draft.group, isRaised);
  if (status !== 'firing') return;
  if (isRaised || !climb.next || climb.exhausted) startEscalation(draft, 'refire', { holderFirst: true });
};

/** It fires again by the change by which it flaps. */
export const pageForFlap = (draft: Draft, before: ResolvedGroup): void => {
  const interrupted = before.interrupted ?? null;
  const { urgency } = draft.group;
  if (!isCalmed(draft) || (interrupted === null && urgency === 'high')) startEscalation(draft, 'refire', { holderFirst: true });
  else if (!suppressInstead(draft)) goOnWith(draft, interrupted);
};
