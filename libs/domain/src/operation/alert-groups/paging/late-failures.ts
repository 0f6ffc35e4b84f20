import { goneReasons, type DeliveryReason } from '@tocsin/contracts/alert-groups/delivery-reasons.js';
import type { Draft } from '../draft.js';
import { pageOf } from '../state.js';
import { isRunning, notifyOfLostMethod, planAfterFailure, recordAttempt } from './attempts.js';

/** What a provider reported of a message that it had accepted. */
export interface LateFailure {
  readonly pageId: string;
  readonly attemptId: string;
  readonly reason: DeliveryReason;
  /** Without addresses. */
  readonly detail: string;
}

/**
 * A failure at this moment: the next method is taken while its page runs, and the message is not repeated. It may come before the provider’s answer is
 * recorded; of two final reports the first counts.
 */
export const recordLateFailure = (draft: Draft, { pageId, attemptId, reason, detail }: LateFailure): void => {
  const page = pageOf(draft.group, pageId);
  const attempt = Object.values(page?.attempts ?? {}).find((one) => one.attemptId === attemptId);
  if (!page || !attempt) return;
  // the others of its message are still being sent
  if (attempt.state === 'sending' && !attempt.isBundled)
    return recordAttempt(draft, attemptId, { ok: false, reason, detail, retry: false });
  if (attempt.state !== 'sent') return;
  const to = { personId: page.personId, contactMethodId: attempt.contactMethodId };
  const gone = goneReasons.has(reason) ? { gone: to } : {};
  const data = { groupId: draft.group.groupId, pageId, attemptId, to, detail: detail.slice(0, 500) };
  draft.add({ type: 'AttemptFailed', data: { ...data, reason, retry: false, accepted: true, ...gone } });
  if (isRunning(page)) planAfterFailure(draft, pageId, { ...attempt, n: 1 }, reason, null);
  if (goneReasons.has(reason)) notifyOfLostMethod(draft, to);
};
