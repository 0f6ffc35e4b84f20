import type { DeliveryReason } from '@tocsin/contracts/delivery-reasons.js';
import type { Draft } from '../draft.js';
import { pageOf, type Attempt } from '../state.js';
import { hurry } from './climb.js';
import { planAttempt, triedOut } from './paging.js';
import { contactsOf, usable } from './plan.js';

/** The person’s next method, at once, unless one is tried out: one that a rule has for later, else a usable one that was not tried. */
export const nextMethod = (draft: Draft, pageId: string): void => {
  if (triedOut(draft.group)) return;
  const page = pageOf(draft.group, pageId)!;
  const { now, reads } = draft.context;
  const attempts = Object.values(page.attempts).filter(({ state }) => state !== 'dropped');
  const waiting = attempts.filter((one) => one.state === 'queued' && one.n === 1).toSorted((a, b) => (a.dueAt < b.dueAt ? -1 : 1))[0];
  if (waiting) {
    const { slot, ruleId, waitsUntil } = waiting;
    if (waiting.dueAt > now || waitsUntil !== undefined)
      planAttempt(draft, pageId, { method: waiting, dueAt: now, n: 1, because: 'next_method', slot, ruleId });
    return;
  }
  const tried = new Set(attempts.map((one) => one.contactMethodId));
  const method = usable(contactsOf(reads, page.personId)).find((one) => !tried.has(one.contactMethodId));
  if (method) planAttempt(draft, pageId, { method, dueAt: now, n: 1, because: 'next_method' });
};

/** On its way, or arrived. */
export const isAlive = ({ state }: Attempt): boolean =>
  state !== 'failed' && state !== 'stale' && state !== 'joined' && state !== 'dropped';

/** A page of which nothing is on its way and nothing arrived has come to nothing: what follows does not wait for it. */
export const failIfNothingIsLeft = (draft: Draft, pageId: string, reason: DeliveryReason): void => {
  const page = pageOf(draft.group, pageId)!;
  if (Object.values(page.attempts).some(isAlive)) return;
  draft.add({ type: 'PageFailed', data: { groupId: draft.group.groupId, pageId, personId: page.personId, reason } });
  hurry(draft, page);
};
