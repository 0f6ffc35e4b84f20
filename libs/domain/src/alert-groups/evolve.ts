import type { Alert, AlertGroupFact, Holder } from '@tocsin/contracts/alert-groups.js';
import type { FactOf } from '@tocsin/contracts/catalogue.js';
import { withAttempt, withoutOldPages, withPage } from './paging/evolve-pages.js';
import type { AlertGroupState, Attempt, Climb, Core, Existing, Page } from './state.js';

const noClimb: Climb = { round: 0, began: 0, reached: 0, next: null, reachedSomebody: false, exhausted: false, restartAt: null };

/** The fields that do not depend on the status. */
const core = (state: Existing): Core => ({
  groupId: state.groupId,
  number: state.number,
  serviceId: state.serviceId,
  teamId: state.teamId,
  origin: state.origin,
  title: state.title,
  urgency: state.urgency,
  test: state.test,
  policy: state.policy,
  ackTimeoutMinutes: state.ackTimeoutMinutes,
  openedAt: state.openedAt,
  opening: state.opening,
  alerts: state.alerts,
  names: state.names,
  climb: state.climb,
  pages: state.pages,
  pastPages: state.pastPages,
  responders: state.responders,
  lastHolder: state.lastHolder,
  update: state.update,
  senderStillFiring: state.senderStillFiring,
});

const held = (alerts: readonly Alert[], before: Core['alerts'] = {}): Core['alerts'] => ({
  ...before,
  ...Object.fromEntries(alerts.map((alert) => [alert.fingerprint, { ...alert, firing: true }])),
});
const namesOf = (alerts: readonly Alert[], before: readonly string[] = []): readonly string[] => [
  ...new Set([...before, ...alerts.map((alert) => alert.name)]),
];
const quenched = (alerts: Core['alerts'], which?: readonly string[]): Core['alerts'] =>
  Object.fromEntries(
    Object.entries(alerts).map(([key, alert]) => [key, !which || which.includes(key) ? { ...alert, firing: false } : alert]),
  );
const personOf = (holder: Holder, otherwise: string | null): string | null => (holder.kind === 'person' ? holder.personId : otherwise);

type Evolver<T extends AlertGroupFact['type']> = (
  state: AlertGroupState,
  data: FactOf<T>,
  when: { readonly at: string; readonly actor: { readonly id: string } },
) => AlertGroupState;
type Evolvers = { readonly [T in AlertGroupFact['type']]: Evolver<T> };

/** Most facts change an existing group: a group that is not there stays so. */
const on =
  <T extends AlertGroupFact['type']>(
    change: (state: Existing, data: FactOf<T>, when: Parameters<Evolver<T>>[2]) => AlertGroupState,
  ): Evolver<T> =>
  (state, data, when) =>
    state.status === 'none' ? state : change(state, data, when);

const pageIs = <T extends 'PageAnswered' | 'PageCancelled' | 'PageFailed'>(to: Page['state']): Evolver<T> =>
  on<T>((state, data) => withPage(state, (data as { pageId: string }).pageId, (page) => ({ ...page, state: to })));
const attemptIs = <T extends 'AttemptSent' | 'AttemptDelivered' | 'AttemptRead' | 'AttemptFailed'>(to: Attempt['state']): Evolver<T> =>
  on<T>((state, data) => {
    const { pageId, attemptId } = data as { pageId: string; attemptId: string };
    return withAttempt(state, pageId, (attempt) => attempt.attemptId === attemptId, { state: to });
  });

/** What each fact makes of a group. */
export const evolveAlertGroup: Evolvers = {
  AlertGroupOpened: (state, data, { at }) =>
    state.status !== 'none'
      ? state
      : {
          status: 'firing',
          groupId: data.groupId,
          number: data.number,
          serviceId: data.serviceId,
          teamId: data.teamId,
          origin: data.origin,
          title: data.title,
          urgency: data.urgency,
          test: data.test,
          policy: data.policy,
          ackTimeoutMinutes: data.ackTimeoutMinutes,
          openedAt: at,
          opening: 1,
          alerts: held(data.alerts),
          names: namesOf(data.alerts),
          climb: noClimb,
          pages: {},
          pastPages: {},
          responders: [],
          lastHolder: null,
          update: null,
          senderStillFiring: false,
        },
  AlertsFired: on((state, data) => ({
    ...state,
    alerts: held(data.alerts, state.alerts),
    names: namesOf(data.alerts, state.names),
    urgency: data.urgency,
    title: data.title,
    update: state.update && {
      ...state.update,
      fingerprints: [...state.update.fingerprints, ...data.alerts.map((alert) => alert.fingerprint)],
    },
  })),
  AlertsResolved: on((state, data) => {
    const alerts = quenched(state.alerts, data.fingerprints);
    const senderStillFiring = state.senderStillFiring && Object.values(alerts).some((alert) => alert.firing);
    return { ...state, alerts, title: data.title, senderStillFiring };
  }),
  SenderStillFiring: on((state) => ({ ...state, senderStillFiring: true })),
  AlertGroupAcknowledged: on((state, { holder }, { at }) => ({
    ...core(state),
    status: 'acknowledged',
    holder,
    since: at,
    timeout: null,
    lastHolder: personOf(holder, state.lastHolder),
  })),
  AcknowledgementRenewed: on((state) => state),
  AlertGroupTakenOver: on((state, { holder }, { at }) =>
    state.status === 'acknowledged'
      ? { ...state, holder, since: at, timeout: null, lastHolder: personOf(holder, state.lastHolder) }
      : state,
  ),
  ResponderJoined: on((state, { personId }) => ({ ...state, responders: [...new Set([...state.responders, personId])] })),
  AlertGroupReturnedToFiring: on((state) => ({ ...core(state), status: 'firing', update: null })),
  AlertGroupResolved: on((state, { by }, { at, actor }) => ({
    ...core(state),
    status: 'resolved',
    at,
    by,
    actorId: actor.id,
    update: null,
    climb: { ...state.climb, next: null },
    alerts: by === 'sender' ? quenched(state.alerts) : state.alerts,
  })),
  AlertGroupReopened: on((state, { opening, holder }, { at }) => {
    const again: Core = {
      ...core(state),
      opening,
      senderStillFiring: false,
      climb: { ...noClimb, round: state.climb.round },
      update: null,
    };
    return holder === null
      ? { ...again, status: 'firing' }
      : { ...again, status: 'acknowledged', holder, since: at, timeout: null, lastHolder: personOf(holder, state.lastHolder) };
  }),
  NoteAdded: on((state) => state),

  EscalationStarted: on((state) => ({ ...state, climb: { ...noClimb, round: state.climb.round } })),
  EscalationStepPlanned: on((state, { round, step, dueAt }) => ({
    ...state,
    climb: {
      ...state.climb,
      next: { round, step, dueAt },
      began: typeof step === 'number' && (state.climb.began === 0 || state.climb.exhausted) ? round : state.climb.began,
      reachedSomebody: round === state.climb.round ? state.climb.reachedSomebody : false,
    },
  })),
  EscalationStepTaken: on((state, { round, step, empty }) => ({
    ...state,
    climb: {
      ...state.climb,
      round,
      next: null,
      reached: typeof step === 'number' && step > 0 ? step : state.climb.reached,
      exhausted: typeof step === 'number' ? false : state.climb.exhausted,
      reachedSomebody: (round === state.climb.round && state.climb.reachedSomebody) || !empty,
    },
  })),
  EscalationExhausted: on((state, { restartAt }) => ({ ...state, climb: { ...state.climb, exhausted: true, restartAt } })),
  EscalationStopped: on((state) => ({ ...state, climb: { ...state.climb, next: null, exhausted: false } })),
  AckTimeoutPlanned: on((state, { remindAt, dueAt }) =>
    state.status === 'acknowledged' ? { ...state, timeout: { remindAt, dueAt, reminded: false } } : state,
  ),
  HolderAsked: on((state) =>
    state.status === 'acknowledged' && state.timeout ? { ...state, timeout: { ...state.timeout, reminded: true } } : state,
  ),
  UpdatePlanned: on((state, { dueAt, fingerprints }) => ({ ...state, update: { dueAt, fingerprints } })),
  UpdateSent: on((state) => ({ ...state, update: null })),

  PageStarted: on((state, data, { at }) => {
    const page: Page = {
      pageId: data.pageId,
      personId: data.personId,
      cause: data.cause,
      urgency: data.urgency,
      quiet: data.quiet,
      opening: data.opening,
      startedAt: at,
      state: 'running',
      cancelledByAcknowledge: data.cancelledByAcknowledge,
      everyMethod: data.everyMethod,
      attempts: {},
    };
    return withoutOldPages({ ...state, pages: { ...state.pages, [data.pageId]: page } }, data.personId, at);
  }),
  AttemptPlanned: on((state, data) =>
    withPage(state, data.pageId, (page) => {
      const { slot, contactMethodId, kind, dueAt, n } = data;
      const attempt: Attempt = { slot, attemptId: null, contactMethodId, kind, dueAt, n, state: 'queued', epoch: 0, startedAt: null };
      return { ...page, attempts: { ...page.attempts, [slot]: attempt } };
    }),
  ),
  AttemptStarted: on((state, { pageId, slot, attemptId, epoch }, { at }) =>
    withAttempt(state, pageId, (attempt) => attempt.slot === slot, { attemptId, epoch, state: 'sending', startedAt: at }),
  ),
  AttemptSent: attemptIs('sent'),
  AttemptDelivered: attemptIs('delivered'),
  AttemptRead: attemptIs('read'),
  AttemptFailed: attemptIs('failed'),
  AttemptWentStale: on((state, { pageId, slot }) => withAttempt(state, pageId, (attempt) => attempt.slot === slot, { state: 'stale' })),
  PageAnswered: pageIs('answered'),
  PageCancelled: pageIs('cancelled'),
  PageFailed: pageIs('failed'),
};
