import type { Alert, AlertGroupFact } from '@tocsin/contracts/alert-groups.js';
import type { Holder } from '@tocsin/contracts/holder.js';
import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { DeliveryReason } from '@tocsin/contracts/delivery-reasons.js';
import { limits } from '@tocsin/contracts/limits.js';
import { shownText } from '@tocsin/contracts/redactions.js';
import type { When } from '@tocsin/kernel/decide/decider.js';
import { nameKey } from '../rules/alert-key.js';
import { asMuchAsFits, withinLimit } from './alerts.js';
import { endedBy } from './ended-by.js';
import { firstReviewOf, isTouch, touchedAt } from './closing-plan.js';
import { withExamples } from './examples.js';
import { linksOf, noLinks } from './shared/linked.js';
import { evolveWebhookCalls } from './paging/evolve-calls.js';
import { lastRing, withAttempt, withoutOldPages, withPage } from './paging/evolve-pages.js';
import { afterResolved, firesAgain, notHeld, nothingEnding, withLeft } from './ending-plan.js';
import type { AlertGroupState, Attempt, Climb, Core, Existing, HeldAlert, Links, Page, StepNumber } from './state.js';
import { isUndoable } from './undo.js';

const noClimb: Climb = { round: 0, began: 0, reached: 0, next: null, reachedSomebody: false, exhausted: false, restartAt: null };

/** The round from which repeats are counted: the first one of all, and the first after the policy was exhausted. */
const beganBy = ({ began, exhausted }: Climb, round: number, step: StepNumber): number =>
  typeof step === 'number' && (began === 0 || exhausted) ? round : began;

/** The fields that do not depend on the status. */
const core = (state: Existing): Core => ({
  groupId: state.groupId,
  correlationId: state.correlationId,
  number: state.number,
  serviceId: state.serviceId,
  teamId: state.teamId,
  origin: state.origin,
  title: state.title,
  urgency: state.urgency,
  raisedAt: state.raisedAt,
  test: state.test,
  policy: state.policy,
  ackTimeoutMinutes: state.ackTimeoutMinutes,
  openedAt: state.openedAt,
  firingSince: state.firingSince,
  opening: state.opening,
  opened: state.opened,
  alerts: state.alerts,
  counted: state.counted,
  cutList: state.cutList,
  names: state.names,
  climb: state.climb,
  pages: state.pages,
  pastPages: state.pastPages,
  ...(state.calls ? { calls: state.calls } : {}),
  responders: state.responders,
  lastHolder: state.lastHolder,
  update: state.update,
  senderStillFiring: state.senderStillFiring,
  touched: state.touched,
  closing: state.closing,
  ...(state.noise ? { noise: state.noise } : {}),
  ...(state.stale ? { stale: state.stale } : {}),
  ...(state.ending ? { ending: state.ending } : {}),
  ...(state.refused ? { refused: state.refused } : {}),
  // whatever changes who has it ends what calls the rest
  calling: null,
  ...(state.links ? { links: state.links } : {}),
});

const linked = (state: Existing, changed: Partial<Links>): Pick<Core, 'links'> => ({ links: { ...linksOf(state), ...changed } });

/** It goes on where the group before had come to. What that had planned waits for the same instants. */
const leading = (state: Existing, { from, handedOn }: FactOf<'AlertGroupLeads'>, { eventId }: When): AlertGroupState => {
  const { policy, climb, held: before, lastHolder, responders, rang, rangAt } = handedOn;
  const planned = <P extends object>(plan: P | null): (P & { plannedBy: string }) | null => plan && { ...plan, plannedBy: eventId };
  const led: Core = {
    ...core(state),
    policy,
    urgency: state.urgency === 'high' ? 'high' : handedOn.urgency,
    climb: { ...climb, next: planned(climb.next) },
    lastHolder,
    responders,
    links: { ...noLinks, from, rang, rangAt: rangAt ?? '' },
  };
  if (!before) return { ...led, status: 'firing' };
  const { holder, since, timeout, snooze, reassigning, returnsAt } = before;
  return {
    ...led,
    status: 'acknowledged',
    holder,
    since,
    timeout: planned(timeout),
    ...(snooze ? { snooze: { dueAt: snooze.until, plannedBy: eventId, from: snooze.from } } : {}),
    ...(reassigning ? { reassigning: planned(reassigning) } : {}),
    ...(returnsAt ? { returns: { dueAt: returnsAt, plannedBy: eventId } } : {}),
  };
};

const held = (alerts: readonly Alert[], before: Core['alerts'] = {}): Core['alerts'] => {
  const keys = new Set(alerts.map(({ fingerprint }) => fingerprint));
  const others = Object.values(before).filter(({ fingerprint }) => !keys.has(fingerprint));
  const added = asMuchAsFits(alerts, others).map((alert) => [alert.fingerprint, { ...alert, firing: true }] as const);
  const all = { ...before, ...Object.fromEntries(added) };
  const entries = Object.entries(all);
  const kept = withinLimit(entries, ([, { firing }]) => firing);
  return kept === entries ? all : Object.fromEntries(kept);
};
const withNames = (names: readonly string[], before: readonly string[] = []): readonly string[] =>
  [...new Set([...before, ...names])].slice(-limits.namesPerGroup);
const over = ({ ending: _ending, ...alert }: HeldAlert): HeldAlert => alert;
const quenched = (alerts: Core['alerts'], isOver: (key: string) => boolean = () => true): Core['alerts'] =>
  Object.fromEntries(Object.entries(alerts).map(([key, alert]) => [key, isOver(key) ? { ...over(alert), firing: false } : alert]));
const raisedBy = (state: Existing, { news }: Pick<FactOf<'AlertsFired'>, 'news'>, at: string): string | null =>
  news === 'raises_urgency' ? at : state.raisedAt;
const personOf = (holder: Holder, otherwise: string | null): string | null => (holder.kind === 'person' ? holder.personId : otherwise);

const stepTaken = (climb: Climb, { round, step, empty }: FactOf<'EscalationStepTaken'>): Climb => ({
  ...climb,
  round,
  next: null,
  began: beganBy(climb, round, step),
  reached: typeof step === 'number' && step > 0 ? step : climb.reached,
  exhausted: typeof step === 'number' ? false : climb.exhausted,
  reachedSomebody: (round === climb.round && climb.reachedSomebody) || !empty,
});

/** What was taken before stays reached: whoever gives the group back, or asks for the next step, goes on from there. */
const stepSkipped = (climb: Climb, { round, step }: FactOf<'EscalationStepSkipped'>): Climb => ({
  ...climb,
  round,
  next: null,
  began: beganBy(climb, round, step),
  exhausted: false,
  reachedSomebody: round === climb.round && climb.reachedSomebody,
});

type Evolver<T extends AlertGroupFact['type']> = (state: AlertGroupState, data: FactOf<T>, when: When) => AlertGroupState;
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
const cancelledBy = (reason: DeliveryReason): Attempt['state'] =>
  reason === 'delivery.joined' ? 'joined' : reason === 'delivery.throttled' ? 'throttled' : 'dropped';

const attemptIs = <T extends 'AttemptSent' | 'AttemptDelivered' | 'AttemptRead' | 'AttemptFailed'>(to: Attempt['state']): Evolver<T> =>
  on<T>((state, data) => {
    const { pageId, attemptId } = data as { pageId: string; attemptId: string };
    return withAttempt(state, pageId, (attempt) => attempt.attemptId === attemptId, { state: to });
  });

const evolveCalls = Object.fromEntries(
  Object.entries(evolveWebhookCalls).map(([type, change]) => [type, on(change as Parameters<typeof on>[0])]),
) as unknown as Pick<Evolvers, keyof typeof evolveWebhookCalls>;

const steps: Evolvers = {
  AlertGroupOpened: (state, data, { at, eventId, correlationId }) =>
    state.status !== 'none'
      ? state
      : {
          status: 'firing',
          groupId: data.groupId,
          correlationId: data.origin.kind === 'signal' ? data.origin.signal.eventId : correlationId,
          number: data.number,
          serviceId: data.serviceId,
          teamId: data.teamId,
          origin: data.origin,
          title: shownText(data.title),
          urgency: data.urgency,
          raisedAt: null,
          test: data.test,
          policy: data.policy,
          ackTimeoutMinutes: data.ackTimeoutMinutes,
          openedAt: at,
          firingSince: at,
          opening: 1,
          opened: { at, by: eventId },
          alerts: held(data.alerts),
          counted: 0,
          cutList: null,
          names: withNames(data.alerts.map(nameKey)),
          climb: noClimb,
          pages: [],
          pastPages: {},
          responders: [],
          lastHolder: null,
          update: null,
          senderStillFiring: false,
          calling: null,
          touched: at,
          closing: firstReviewOf(data, at, eventId),
          ...(data.origin.kind === 'refused' ? { refused: { at, by: eventId } } : {}),
        },
  AlertsFired: on((state, data, { at }) =>
    firesAgain({
      ...state,
      raisedAt: raisedBy(state, data, at),
      alerts: held(data.alerts, state.alerts),
      names: withNames(data.alerts.map(nameKey), state.names),
      urgency: data.urgency,
      title: data.title,
      update: state.update && { ...state.update, ...withExamples(state.update, data.alerts) },
    }),
  ),
  AlertsCounted: on((state, { alerts: counted, names, urgency, news }, { at }) => {
    const after = { ...state, counted, names: withNames(names, state.names), raisedAt: raisedBy(state, { news }, at), urgency };
    return counted > 0 ? firesAgain(after) : after;
  }),
  SignalsRefused: on((state, _, { at, eventId }) => ({ ...state, refused: { at, by: eventId } })),
  AlertsEnding: on(withLeft),
  AlertsResumed: on((state, { fingerprints }) => firesAgain(state, fingerprints)),
  EscalationHeld: on((state) => (state.ending ? { ...state, ending: { ...state.ending, held: true } } : state)),
  AlertsResolved: on((state, data) => {
    const alerts = quenched(state.alerts, endedBy(data));
    const { counted, cutList } = data.all ? ({ counted: 0, cutList: null } as const) : state;
    const senderStillFiring = state.senderStillFiring && (counted > 0 || Object.values(alerts).some((alert) => alert.firing));
    return afterResolved({ ...state, alerts, counted, cutList, title: data.title, senderStillFiring });
  }),
  AlertsTakenInHand: on((state) => state),
  StormReturnPlanned: on((state, { dueAt }, { eventId }) =>
    state.status === 'acknowledged' ? { ...state, returns: { dueAt, plannedBy: eventId } } : state,
  ),
  AlertGroupFollows: on((state, { leader, holder, since, snoozedUntil }) => ({
    ...core(state),
    status: 'firing',
    update: null,
    climb: { ...state.climb, next: null },
    ...linked(state, { follows: { leader, holder, since, snoozedUntil } }),
  })),
  LinkedAlertsFired: on((state, { urgency }) => ({ ...state, urgency })),
  StormHandedOn: on((state, { handedOn }) => ({ ...state, ...linked(state, { handedOn }) })),
  AlertGroupLeads: on(leading),
  StormEnded: on((state) => ({ ...state, ...linked(state, { handedOn: null }) })),
  AlertsLeftOut: on((state, { cutList }) => ({ ...state, cutList })),
  SenderStillFiring: on((state) => ({ ...state, senderStillFiring: true })),
  AlertGroupAcknowledged: on((state, { holder }, { at, actor }) => ({
    ...core(state),
    status: 'acknowledged',
    holder,
    since: at,
    timeout: null,
    ...(isUndoable(state, actor) ? { byLink: true } : {}),
    lastHolder: personOf(holder, state.lastHolder),
  })),
  AlertGroupSnoozed: on((state, { holder, until, from }, { at, eventId, actor }) => ({
    ...core(state),
    status: 'acknowledged',
    holder,
    since: at,
    timeout: null,
    snooze: { dueAt: until, plannedBy: eventId, from },
    ...(isUndoable(state, actor) ? { byLink: true } : {}),
    lastHolder: personOf(holder, state.lastHolder),
  })),
  AlertGroupUnsnoozed: on((state, { holder }, { at }) =>
    state.status === 'acknowledged' && holder
      ? { ...state, holder, since: at, timeout: null, snooze: null, byLink: false, lastHolder: personOf(holder, state.lastHolder) }
      : state,
  ),
  AlertGroupAcknowledgedToo: on((state, _, { actor }) =>
    state.status === 'acknowledged' ? { ...state, also: [...new Set([...(state.also ?? []), actor.id])] } : state,
  ),
  AcknowledgementRenewed: on((state) => state),
  AlertGroupTakenOver: on((state, { holder }, { at }) =>
    state.status === 'acknowledged'
      ? {
          ...state,
          holder,
          since: at,
          timeout: null,
          snooze: null,
          byLink: false,
          reassigning: null,
          lastHolder: personOf(holder, state.lastHolder),
        }
      : state,
  ),
  ReassignmentRequested: on((state, { personId, dueAt }, { eventId }) =>
    state.status === 'acknowledged' ? { ...state, reassigning: { personId, dueAt, plannedBy: eventId } } : state,
  ),
  ReassignmentLapsed: on((state) => (state.status === 'acknowledged' ? { ...state, reassigning: null } : state)),
  RespondersAdded: on((state) => state),
  ResponderJoined: on((state, { personId }) => ({ ...state, responders: [...new Set([...state.responders, personId])] })),
  AlertGroupEscalated: on((state) => state),
  AlertGroupReturnedToFiring: on((state) => ({ ...core(state), status: 'firing', update: null })),
  AlertGroupResolved: on((state, { by, quietSince, storm, act }, { at, actor }) => ({
    ...nothingEnding(core(state)),
    status: 'resolved',
    at,
    by,
    actorId: act?.actorId ?? actor.id,
    ...(storm === undefined ? {} : linked(state, { act: act?.commandId ?? null })),
    ...(quietSince === undefined ? {} : { quietSince }),
    update: null,
    climb: { ...state.climb, next: null },
    ...(by === 'sender' ? { alerts: quenched(state.alerts), counted: 0, cutList: null } : {}),
  })),
  AlertGroupReopened: on((state, { opening, because, holder, storm, follows = null }, { at, eventId }) => {
    const again: Core = {
      ...nothingEnding(core(state)),
      ...(storm === undefined ? {} : { links: { ...noLinks, act: because === 'refire' ? null : linksOf(state).act, follows } }),
      opening,
      opened: { at, by: eventId },
      firingSince: because === 'refire' ? at : state.firingSince,
      raisedAt: null,
      senderStillFiring: false,
      climb: { ...noClimb, round: state.climb.round },
      update: null,
      closing: firstReviewOf(state, at, eventId),
      stale: null,
    };
    return holder === null
      ? { ...again, status: 'firing' }
      : { ...again, status: 'acknowledged', holder, since: at, timeout: null, lastHolder: personOf(holder, state.lastHolder) };
  }),
  NoteAdded: on((state) => state),
  AlertGroupMarkedAsNoise: on((state, { opening }) => ({ ...state, noise: opening })),
  AlertGroupNoiseMarkRemoved: on(({ noise: _, ...state }) => state),
  AlertGroupClosingPlanned: on((state, { dueAt }, { eventId }) => ({ ...state, closing: { act: 'close', dueAt, plannedBy: eventId } })),
  AlertGroupWentStale: on((state, { quietSince }) => ({
    ...state,
    stale: { since: quietSince, stopped: state.stale?.stopped ?? false },
    ...(state.status === 'acknowledged' ? { timeout: null } : {}),
  })),
  // without a plan of its own, it is looked at again
  AlertGroupHeardAgain: on((state, _, { at, eventId }) => ({
    ...state,
    stale: null,
    closing: state.closing ?? firstReviewOf(state, at, eventId),
  })),
  AlertGroupClosingReviewed: on((state, { nextReviewAt }, { eventId }) => ({
    ...state,
    closing: nextReviewAt === null ? null : { act: 'review', dueAt: nextReviewAt, plannedBy: eventId },
  })),

  EscalationStarted: on((state) => notHeld({ ...state, calling: null, climb: { ...noClimb, round: state.climb.round } })),
  EscalationPolicyApplied: on((state, { policy, reached }) => ({ ...state, policy, climb: { ...state.climb, reached } })),
  EscalationStepPlanned: on((state, { round, step, dueAt }, { eventId }) =>
    notHeld({
      ...state,
      climb: {
        ...state.climb,
        next: { round, step, dueAt, plannedBy: eventId },
        began: beganBy(state.climb, round, step),
        reachedSomebody: round === state.climb.round ? state.climb.reachedSomebody : false,
      },
    }),
  ),
  EscalationStepTaken: on((state, data) => (data.part === undefined ? { ...state, climb: stepTaken(state.climb, data) } : state)),
  EscalationStepSkipped: on((state, data) => ({ ...state, climb: stepSkipped(state.climb, data) })),
  PeopleCalledInPart: on((state, { whom, rung, part, upTo, dueAt }, { eventId }) => ({
    ...state,
    calling: dueAt === null ? null : { whom, rung, part, upTo, dueAt, plannedBy: eventId },
  })),
  EscalationExhausted: on((state, { restartAt }) => ({ ...state, climb: { ...state.climb, exhausted: true, restartAt } })),
  EscalationStopped: on((state, { because }) => ({
    ...state,
    calling: null,
    climb: { ...state.climb, next: null, exhausted: false },
    ...(because === 'stale' && state.stale ? { stale: { ...state.stale, stopped: true } } : {}),
  })),
  AckTimeoutPlanned: on((state, { remindAt, dueAt }, { eventId }) =>
    state.status === 'acknowledged' ? { ...state, timeout: { remindAt, dueAt, plannedBy: eventId, reminded: false } } : state,
  ),
  HolderAsked: on((state) =>
    state.status === 'acknowledged' && state.timeout ? { ...state, timeout: { ...state.timeout, reminded: true } } : state,
  ),
  UpdatePlanned: on((state, { dueAt, ...examples }, { eventId }) => ({
    ...state,
    update: { dueAt, ...withExamples(examples, []), plannedBy: eventId },
  })),
  UpdateSent: on((state) => ({ ...state, update: null })),

  ...evolveCalls,

  PageStarted: on((state, data, { at }) => {
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
  // one that had failed is taken up again
  MessageResent: on((state, { pageId }) => withPage(state, pageId, (page) => ({ ...page, state: 'running' }))),
  AttemptPlanned: on((state, data, { eventId }) =>
    withPage(state, data.pageId, (page) => {
      const { slot, contactMethodId, kind, dueAt, n, because, ruleId } = data;
      const again = because === 'retry' || because === 'after_stale' ? lastRing(page, contactMethodId) : undefined;
      const attempt: Attempt = {
        slot,
        attemptId: null,
        contactMethodId,
        kind,
        dueAt,
        plannedBy: eventId,
        n,
        because,
        ...(ruleId === undefined ? {} : { ruleId }),
        ...(again === undefined ? {} : { ring: again }),
        state: 'queued',
        epoch: 0,
        startedAt: null,
      };
      return { ...page, attempts: { ...page.attempts, [slot]: attempt } };
    }),
  ),
  AttemptWaits: on((state, { pageId, slot, until, epoch }, { at, eventId }) =>
    withAttempt(state, pageId, (attempt) => attempt.slot === slot, {
      waitsUntil: until,
      gatheredIn: until <= at ? epoch : undefined,
      plannedBy: eventId,
    }),
  ),
  AttemptStarted: on((state, { pageId, slot, attemptId, epoch, ring }, { at, eventId }) =>
    withAttempt(state, pageId, (attempt) => attempt.slot === slot, {
      ...(ring ? { ring: ring.id, isBundled: ring.bundled === true } : {}),
      attemptId,
      epoch,
      state: 'sending',
      startedAt: at,
      plannedBy: eventId,
    }),
  ),
  AttemptCancelled: on((state, { pageId, slot, reason }) =>
    withAttempt(state, pageId, (attempt) => attempt.slot === slot, { state: cancelledBy(reason) }),
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

/** A fact by which somebody acts on the group, or its sender reports it, puts closing by age off. */
const touchedBy =
  (type: string, step: (typeof steps)[AlertGroupFact['type']]) =>
  (before: AlertGroupState, data: never, when: When): AlertGroupState => {
    const state = step(before, data, when);
    if (state.status === 'none' || !isTouch(type, when.actor)) return state;
    return { ...state, touched: when.at, closing: touchedAt(state.closing, when.at, when.eventId) };
  };

/** What each fact makes of a group. */
export const evolveAlertGroup = Object.fromEntries(
  Object.entries(steps).map(([type, step]) => [type, touchedBy(type, step)]),
) as unknown as Evolvers;
