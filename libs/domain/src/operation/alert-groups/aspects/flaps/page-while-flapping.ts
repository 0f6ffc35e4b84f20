import { addMillis } from '@tocsin/kernel/time.js';
import type { Draft } from '../../draft.js';
import { planStep, startEscalation, stop } from '../../paging/escalation.js';
import type { Page, ResolvedGroup } from '../../state.js';
import type { InterruptedStep } from '../mutes/part.js';
import { suppressInstead } from '../mutes/suppress.js';

const hasRungSince = ({ quiet, attempts }: Page, since: string): boolean =>
  !quiet && Object.values(attempts).some(({ startedAt }) => startedAt !== null && startedAt >= since);

/** It flaps, and somebody was rung for it since it began to: no firing rings anybody. */
export const isCalmed = ({ group: { flaps, pages } }: Draft): boolean => {
  const { flapping } = flaps;
  return flapping !== null && pages.some((page) => hasRungSince(page, flapping.since));
};

/** The escalation goes on where it was, with what was left of its delay; one that had stopped stays so. */
export const goOnWith = (draft: Draft, step: InterruptedStep | null): void => {
  const { groupId, policy } = draft.group;
  draft.add({ type: 'EscalationStarted', data: { groupId, policy, because: 'flapping' } });
  if (step) planStep(draft, step.round, step.step, addMillis(draft.context.now, step.left));
  else stop(draft);
};

/** Something fires in a group that flaps. An acknowledgement lasts, and one escalation goes on. */
export const pageWhileFlapping = (draft: Draft, isRaised: boolean): void => {
  const { status, climb } = draft.group;
  if (status !== 'firing' || isCalmed(draft)) return;
  if (isRaised || !climb.next || climb.exhausted) startEscalation(draft, 'refire', { holderFirst: true });
};

/** It fires again by the change by which it flaps. */
export const pageForFlap = (draft: Draft, before: ResolvedGroup): void => {
  const interrupted = before.interrupted ?? null;
  const { urgency } = draft.group;
  if (!isCalmed(draft) || (interrupted === null && urgency === 'high')) startEscalation(draft, 'refire', { holderFirst: true });
  else if (!suppressInstead(draft)) goOnWith(draft, interrupted);
};
