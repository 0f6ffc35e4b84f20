import { limits } from '@tocsin/contracts/limits.js';
import type { DataOf } from '@tocsin/kernel/decide/decider.js';
import { between, plus } from '@tocsin/kernel/time.js';
import type { InternalCommand } from '../commands.js';
import type { Draft } from '../draft.js';
import type { Page } from '../state.js';
import { planned } from '../timers.js';
import { planStep } from './climb.js';
import { planAttempt, waitingSince } from './paging.js';

/**
 * The clock was set back: what the group waits for would come later by as much. The next step, attempts and the
 * acknowledgement timeout are planned earlier, attempts of so many pages in one decision. What is due before the
 * clock’s old time was planned by its new one. Waits that a person chose, or that end with their rest, are for a time
 * of day and stay.
 */
export const followClock = (draft: Draft, { from, to, after }: Omit<DataOf<InternalCommand, 'FollowClock'>, 'groupId'>): void => {
  const { groupId } = draft.group;
  const by = between(from, to);
  const isAhead = ({ plan }: Move): boolean => plan.dueAt > from;
  const own = after === null ? [...stepMoves(draft), ...timeoutMoves(draft)].filter(isAhead) : [];
  const ofPages = draft.group.pages
    .filter(({ pageId }) => after === null || pageId > after)
    .map((page) => ({ pageId: page.pageId, moves: attemptMoves(draft, page).filter(isAhead) }))
    .filter(({ moves }) => moves.length > 0)
    .toSorted((a, b) => (a.pageId < b.pageId ? -1 : 1));
  const pages = ofPages.slice(0, limits.calledTogether);
  const more = ofPages.length > pages.length ? pages.at(-1)!.pageId : null;
  const moves = [...own, ...pages.flatMap((page) => page.moves)];
  if (moves.length === 0) return;
  draft.add({ type: 'AlertGroupFollowedClock', data: { groupId, from, to, more } });
  for (const { plan, move } of moves) move(plus(plan.dueAt, by));
};

interface Move {
  readonly plan: { readonly dueAt: string };
  readonly move: (dueAt: string) => void;
}

const stepMoves = (draft: Draft): readonly Move[] => {
  const plan = planned.step(draft.group);
  return plan ? [{ plan, move: (dueAt) => planStep(draft, plan.round, plan.step, dueAt) }] : [];
};

const timeoutMoves = (draft: Draft): readonly Move[] => {
  const { group } = draft;
  if (group.status !== 'acknowledged' || !group.timeout) return [];
  const { timeout: plan, groupId } = group;
  const wait = between(plan.remindAt, plan.dueAt);
  const move = (dueAt: string): void =>
    // a holder who was reminded is not reminded once more
    draft.add({ type: 'AckTimeoutPlanned', data: { groupId, remindAt: plan.reminded ? dueAt : plus(dueAt, -wait), dueAt } });
  return [{ plan, move }];
};

const attemptMoves = (draft: Draft, { state, waitsUntil: endOfRest, pageId, attempts }: Page): readonly Move[] => {
  if (state !== 'running' || endOfRest !== undefined) return [];
  return Object.values(attempts).flatMap((plan): readonly Move[] => {
    if (plan.state !== 'queued' || plan.waitsUntil !== undefined) return [];
    const { slot, n, because, ruleId, unlessSent } = plan;
    const again = { method: plan, slot, n, because, ruleId, unlessSent, waitsSince: waitingSince(plan) };
    return [{ plan, move: (dueAt) => planAttempt(draft, pageId, { ...again, dueAt }) }];
  });
};
