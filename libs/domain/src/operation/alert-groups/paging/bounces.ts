import { pageOf } from '../state.js';
import type { Draft } from '../draft.js';
import { isRunning, notifyOfLostMethod, planAfterFailure } from './attempts.js';

/** What a mail server reported of a message that it had accepted. */
export interface Bounce {
  readonly pageId: string;
  readonly contactMethodId: string;
  /** It will not be delivered; otherwise not yet. */
  readonly isFinal: boolean;
  /** Its status and text, without addresses. */
  readonly detail: string;
}

/** A late failure of the last message that was sent so: the next method is taken while its page runs, and the method is not used any more. */
export const recordBounce = (draft: Draft, { pageId, contactMethodId, isFinal, detail }: Bounce): void => {
  const page = pageOf(draft.group, pageId);
  const attempt = Object.values(page?.attempts ?? {}).findLast((one) => one.contactMethodId === contactMethodId && one.state === 'sent');
  if (!page || !attempt || attempt.attemptId === null) return;
  const to = { personId: page.personId, contactMethodId };
  const data = { groupId: draft.group.groupId, pageId, attemptId: attempt.attemptId, to, detail: detail.slice(0, 500) };
  if (!isFinal) return draft.add({ type: 'AttemptDelayed', data });
  const reason = 'delivery.bounced';
  draft.add({ type: 'AttemptFailed', data: { ...data, reason, retry: false, gone: to } });
  if (isRunning(page)) planAfterFailure(draft, pageId, { ...attempt, n: 1 }, reason, null);
  notifyOfLostMethod(draft, to);
};
