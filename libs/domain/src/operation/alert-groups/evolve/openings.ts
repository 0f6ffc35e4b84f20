import { textOrErased } from '@tocsin/contracts/redactions/noun.js';
import { alertNameKeyOf } from '../../../rules/alert-key.js';
import { firstReviewOf } from '../closing-plan.js';
import { clearEnding } from '../ending-plan.js';
import { linksOf, noLinks } from '../shared/linked.js';
import type { AlertGroupCore } from '../state.js';
import { coreOf, changeLinks, noEscalation, personOf } from './core.js';
import { changeExisting, type Evolvers } from './evolver.js';
import { withFiring, withoutFiring, withNames } from './group-alerts.js';

/** Facts about openings, ends, and closing by age. */
export const evolveOpenings = {
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
          title: textOrErased(data.title),
          urgency: data.urgency,
          raisedAt: null,
          test: data.test,
          policy: data.policy,
          ackTimeoutMinutes: data.ackTimeoutMinutes,
          openedAt: at,
          firingSince: at,
          opening: 1,
          opened: { at, by: eventId },
          alerts: withFiring(data.alerts),
          counted: 0,
          cutList: null,
          names: withNames(data.alerts.map(alertNameKeyOf)),
          climb: noEscalation,
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
  AlertGroupResolved: changeExisting((state, { by, quietSince, storm, act }, { at, actor }) => ({
    ...clearEnding(coreOf(state)),
    status: 'resolved',
    at,
    by,
    actorId: act?.actorId ?? actor.id,
    ...(state.status === 'acknowledged' ? { heldBy: state.holder } : {}),
    ...(storm === undefined ? {} : changeLinks(state, { act: act?.commandId ?? null })),
    ...(quietSince === undefined ? {} : { quietSince }),
    update: null,
    climb: { ...state.climb, next: null },
    ...(by === 'sender' ? { alerts: withoutFiring(state.alerts), counted: 0, cutList: null } : {}),
  })),
  AlertGroupReopened: changeExisting((state, { opening, because, holder, storm, follows = null }, { at, eventId }) => {
    const reopened: AlertGroupCore = {
      ...clearEnding(coreOf(state)),
      ...(storm === undefined ? {} : { links: { ...noLinks, act: because === 'refire' ? null : linksOf(state).act, follows } }),
      opening,
      opened: { at, by: eventId },
      firingSince: because === 'refire' ? at : state.firingSince,
      raisedAt: null,
      senderStillFiring: false,
      climb: { ...noEscalation, round: state.climb.round },
      update: null,
      closing: firstReviewOf(state, at, eventId),
      stale: null,
      ...(state.refused ? { refused: { at, by: eventId } } : {}),
    };
    return holder === null
      ? { ...reopened, status: 'firing' }
      : { ...reopened, status: 'acknowledged', holder, since: at, timeout: null, lastHolder: personOf(holder, state.lastHolder) };
  }),
  AlertGroupClosingPlanned: changeExisting((state, { dueAt }, { eventId }) => ({
    ...state,
    closing: { act: 'close', dueAt, plannedBy: eventId },
  })),
  AlertGroupWentStale: changeExisting((state, { quietSince }) => ({
    ...state,
    stale: { since: quietSince, stopped: state.stale?.stopped ?? false },
    ...(state.status === 'acknowledged' ? { timeout: null } : {}),
  })),
  // without a plan of its own, it gets a review
  AlertGroupHeardAgain: changeExisting((state, _, { at, eventId }) => ({
    ...state,
    stale: null,
    closing: state.closing ?? firstReviewOf(state, at, eventId),
  })),
  AlertGroupClosingReviewed: changeExisting((state, { nextReviewAt }, { eventId }) => ({
    ...state,
    closing: nextReviewAt === null ? null : { act: 'review', dueAt: nextReviewAt, plannedBy: eventId },
  })),
} satisfies Partial<Evolvers>;
