import type { DeliveryReason } from '@tocsin/contracts/alert-groups/delivery-reasons.js';
import { isAskedAbout, isChat } from '@tocsin/contracts/contacts/kinds.js';
import { answerReasonOf } from '@tocsin/contracts/alert-groups/pages.js';
import { lastRingOf, withAttempt, withoutOldPages, withPage } from '../paging/evolve-pages.js';
import { pageOf, type Attempt, type Page } from '../state.js';
import { changeExisting, type Evolver, type Evolvers } from './evolver.js';

const cancelledStates: Partial<Record<DeliveryReason, Attempt['state']>> = {
  'delivery.joined': 'joined',
  'delivery.throttled': 'throttled',
  'delivery.number_in_use': 'throttled',
  'delivery.rehearsing': 'rehearsed',
  'delivery.drill_no_consent': 'rehearsed',
  'delivery.drill_real_page': 'rehearsed',
  'delivery.drill_busy': 'rehearsed',
};

const setAttemptState = <T extends 'AttemptDelivered' | 'AttemptRead' | 'AttemptFailed'>(to: Attempt['state']): Evolver<T> =>
  changeExisting<T>((state, data) => {
    const { pageId, attemptId } = data as { pageId: string; attemptId: string };
    return withAttempt(state, pageId, (attempt) => attempt.attemptId === attemptId, { state: to });
  });

/** Facts about its pages and their attempts. */
export const evolvePages = {
  PageStarted: changeExisting((state, data, { at }) => {
    const page: Page = {
      pageId: data.pageId,
      personId: data.personId,
      cause: data.cause,
      urgency: data.urgency,
      quiet: data.quiet,
      opening: data.opening,
      startedAt: data.continues?.since ?? at,
      ...(data.continues ? { triedBefore: data.continues.ruleIds } : {}),
      state: 'running',
      cancelledByAcknowledge: data.cancelledByAcknowledge,
      everyMethod: data.everyMethod,
      ...(data.waits ? { waitsUntil: data.waits.until } : {}),
      attempts: {},
    };
    return withoutOldPages({ ...state, pages: [...state.pages, page] }, data.personId, at);
  }),
  // a failed page runs again
  MessageResent: changeExisting((state, { pageId }) => withPage(state, pageId, (page) => ({ ...page, state: 'running' }))),
  AttemptPlanned: changeExisting((state, data, { at, eventId }) =>
    withPage(state, data.pageId, (page) => {
      const { slot, contactMethodId, kind, dueAt, n, because, ruleId, unlessSent, waitsSince } = data;
      const retriedRing = because === 'retry' || because === 'after_stale' ? lastRingOf(page, contactMethodId) : undefined;
      const attempt: Attempt = {
        slot,
        attemptId: null,
        contactMethodId,
        kind,
        dueAt,
        plannedBy: eventId,
        plannedAt: at,
        n,
        because,
        ...(ruleId === undefined ? {} : { ruleId }),
        ...(unlessSent ? { unlessSent } : {}),
        ...(waitsSince ? { waitsSince } : {}),
        ...(retriedRing === undefined ? {} : { ring: retriedRing }),
        state: 'queued',
        epoch: 0,
        startedAt: null,
      };
      return { ...page, attempts: { ...page.attempts, [slot]: attempt } };
    }),
  ),
  AttemptWaits: changeExisting((state, { pageId, slot, until, epoch }, { at, eventId }) =>
    withAttempt(state, pageId, (attempt) => attempt.slot === slot, {
      waitsUntil: until,
      gatheredIn: until <= at ? epoch : undefined,
      plannedBy: eventId,
    }),
  ),
  AttemptStarted: changeExisting((state, { pageId, slot, attemptId, epoch, ring }, { at, eventId }) =>
    withAttempt(state, pageId, (attempt) => attempt.slot === slot, {
      ...(ring ? { ring: ring.id, isBundled: ring.bundled === true } : {}),
      attemptId,
      epoch,
      state: 'sending',
      startedAt: at,
      plannedBy: eventId,
    }),
  ),
  AttemptCancelled: changeExisting((state, { pageId, slot, reason }, { at }) => {
    const to = cancelledStates[reason] ?? 'dropped';
    // the next step counts from it, as from one that was sent
    return withAttempt(state, pageId, (attempt) => attempt.slot === slot, { state: to, ...(to === 'rehearsed' ? { startedAt: at } : {}) });
  }),
  AttemptSent: changeExisting((state, { pageId, attemptId, alone, providerId }) => {
    const isIt = (attempt: Attempt): boolean => attempt.attemptId === attemptId;
    const sent = Object.values(pageOf(state, pageId)?.attempts ?? {}).find(isIt);
    return withAttempt(state, pageId, isIt, {
      state: 'sent',
      ...(alone ? { isBundled: false } : {}),
      ...(sent && (isChat(sent.kind) || isAskedAbout(sent.kind)) && providerId !== null ? { providerId } : {}),
    });
  }),
  AttemptDelivered: setAttemptState('delivered'),
  AttemptRead: setAttemptState('read'),
  AttemptDelayed: changeExisting((state) => state),
  AttemptFailed: setAttemptState('failed'),
  AttemptWentStale: changeExisting((state, { pageId, slot }) =>
    withAttempt(state, pageId, (attempt) => attempt.slot === slot, { state: 'stale' }),
  ),
  PageAnswered: changeExisting((state, { pageId, because }) =>
    withPage(state, pageId, (page) => ({ ...page, state: 'answered', endReason: answerReasonOf(because) })),
  ),
  PageCancelled: changeExisting((state, { pageId, reason }) =>
    withPage(state, pageId, (page) => ({ ...page, state: 'cancelled', endReason: reason })),
  ),
  PageFailed: changeExisting((state, { pageId }) => withPage(state, pageId, (page) => ({ ...page, state: 'failed' }))),
} satisfies Partial<Evolvers>;
