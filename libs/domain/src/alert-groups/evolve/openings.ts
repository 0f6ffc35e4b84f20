import { shownText } from '@tocsin/contracts/redactions.js';
import { nameKey } from '../../rules/alert-key.js';
import { firstReviewOf } from '../closing-plan.js';
import { nothingEnding } from '../ending-plan.js';
import { linksOf, noLinks } from '../shared/linked.js';
import type { AlertGroupCore } from '../state.js';
import { core, linked, noClimb, personOf } from './core.js';
import { on, type Evolvers } from './evolver.js';
import { withFiring, withoutFiring, withNames } from './held-alerts.js';

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
          alerts: withFiring(data.alerts),
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
  AlertGroupResolved: on((state, { by, quietSince, storm, act }, { at, actor }) => ({
    ...nothingEnding(core(state)),
    status: 'resolved',
    at,
    by,
    actorId: act?.actorId ?? actor.id,
    ...(state.status === 'acknowledged' ? { heldBy: state.holder } : {}),
    ...(storm === undefined ? {} : linked(state, { act: act?.commandId ?? null })),
    ...(quietSince === undefined ? {} : { quietSince }),
    update: null,
    climb: { ...state.climb, next: null },
    ...(by === 'sender' ? { alerts: withoutFiring(state.alerts), counted: 0, cutList: null } : {}),
  })),
  AlertGroupReopened: on((state, { opening, because, holder, storm, follows = null }, { at, eventId }) => {
    const again: AlertGroupCore = {
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
      ...(state.refused ? { refused: { at, by: eventId } } : {}),
    };
    return holder === null
      ? { ...again, status: 'firing' }
      : { ...again, status: 'acknowledged', holder, since: at, timeout: null, lastHolder: personOf(holder, state.lastHolder) };
  }),
  AlertGroupClosingPlanned: on((state, { dueAt }, { eventId }) => ({ ...state, closing: { act: 'close', dueAt, plannedBy: eventId } })),
  AlertGroupWentStale: on((state, { quietSince }) => ({
    ...state,
    stale: { since: quietSince, stopped: state.stale?.stopped ?? false },
    ...(state.status === 'acknowledged' ? { timeout: null } : {}),
  })),
  // without a plan of its own, it gets a review
  AlertGroupHeardAgain: on((state, _, { at, eventId }) => ({
    ...state,
    stale: null,
    closing: state.closing ?? firstReviewOf(state, at, eventId),
  })),
  AlertGroupClosingReviewed: on((state, { nextReviewAt }, { eventId }) => ({
    ...state,
    closing: nextReviewAt === null ? null : { act: 'review', dueAt: nextReviewAt, plannedBy: eventId },
  })),
} satisfies Partial<Evolvers>;
