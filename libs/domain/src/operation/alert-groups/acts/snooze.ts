import { duration } from '@tocsin/contracts/duration.js';
import type { Holder } from '@tocsin/contracts/alert-groups/holder.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import { addMillis } from '@tocsin/kernel/time.js';
import type { Draft } from '../draft.js';
import { suppressInstead } from '../aspects/mutes/suppress.js';
import { planStep } from '../paging/escalation.js';
import { cancelPages, type OwnAnswer } from '../paging/paging.js';
import { rulesOf } from '../paging/rules.js';
import { planMutedPosts } from '../paging/webhook-calls.js';
import { withdrawRequest } from '../reassign.js';
import type { AcknowledgedGroup } from '../state.js';

/** Exactly one is set. */
export type SnoozeEnd = { readonly minutes?: number | undefined; readonly until?: string | undefined };
export const endOfSnooze = ({ minutes, until }: SnoozeEnd, now: string): string =>
  until ?? addMillis(now, (minutes ?? 0) * duration.minute);

/** No pages until then; the person who snoozes is assigned. Snoozing again keeps the state from before the first snooze. */
export const snooze = (draft: Draft, holder: Holder, until: string): void => {
  const { group } = draft;
  const { groupId, pages } = group;
  const personId = holder.kind === 'person' ? holder.personId : null;
  const ownPage = pages.find((other) => other.personId === personId && other.state === 'running');
  const from = group.status !== 'acknowledged' ? null : group.snooze ? group.snooze.from : group.holder;
  draft.add({ type: 'AlertGroupSnoozed', data: { groupId, holder, until, pageId: ownPage?.pageId ?? null, from } });
  const answer: OwnAnswer = { personId, because: 'snoozed' };
  cancelPages(draft, 'delivery.cancelled_by_snooze', (other) => other.cancelledByAcknowledge || other.cause.kind === 'reminder', answer);
  withdrawRequest(draft, answer);
  draft.add({ type: 'EscalationStopped', data: { groupId, because: 'snoozed' } });
  planMutedPosts(draft);
};

/** The group fires again after a grace period, at the step that it had reached. */
export const giveUp = (draft: Draft, { groupId, holder, climb }: AcknowledgedGroup, because: 'unacknowledged' | 'unsnoozed'): void => {
  draft.add({ type: 'AlertGroupReturnedToFiring', data: { groupId, because, from: holder } });
  if (suppressInstead(draft, holder.kind === 'person')) return;
  const { steps } = rulesOf(draft.group, draft.context.reads);
  const step = steps.length === 0 ? 'exhausted' : Math.max(climb.reached, 1);
  planStep(draft, climb.round, step, addMillis(draft.context.now, alertGroupLimits.resumeGrace));
};
