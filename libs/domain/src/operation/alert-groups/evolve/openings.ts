import { textOrErased } from '@tocsin/contracts/redactions/noun.js';
import { alertNameKeyOf } from '../../../rules/alert-key.js';
import { beginAspects } from '../aspects/aspects.js';
import { clearEnding } from '../ending-plan.js';
import { noLinks } from '../shared/linked.js';
import { interruptedStepOf } from '../aspects/mutes/interrupted-step.js';
import { mostRung, rungPeopleOf } from '../shared/rung-people.js';
import type { AlertGroupCore, ExistingGroup, Links, ResolvedGroup } from '../state.js';
import { coreOf, changeLinks, noEscalation, personOf } from './core.js';
import { changeExisting, type Evolvers } from './evolver.js';
import { withFiring, withoutFiring, withNames } from './group-alerts.js';

/** The step that waits, or waited when it was suppressed. */
const withInterrupted = (state: ExistingGroup, at: string): Pick<ResolvedGroup, 'interrupted'> => {
  const interrupted = state.suppressed ? state.suppressed.interrupted : interruptedStepOf(state, at);
  return state.status === 'firing' && interrupted ? { interrupted } : {};
};

/** Whose phone had rung for it, where people linked it: the others of its set ask, also when its pages have left memory. */
const rungInSet = (state: ExistingGroup, at: string): Partial<Links> =>
  state.links.set === null ? {} : { rang: [...new Set(rungPeopleOf(state, at))].slice(-mostRung), rangAt: at };

/** Facts about openings and ends. */
export const evolveOpenings = {
  AlertGroupOpened: (state, data, factMeta) => {
    const { at, eventId, correlationId } = factMeta;
    return state.status !== 'none'
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
          ...(data.rehearses ? { rehearses: data.rehearses } : {}),
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
          calls: [],
          responders: [],
          lastHolder: null,
          update: null,
          senderStillFiring: false,
          stale: null,
          ending: null,
          refused: data.origin.kind === 'refused' ? { at, by: eventId } : null,
          calling: null,
          links: noLinks,
          ...beginAspects(data, factMeta),
        };
  },
  AlertGroupResolved: changeExisting((state, { by, quietSince, storm, act }, { at, actor }) => ({
    ...clearEnding(coreOf(state)),
    status: 'resolved',
    at,
    by,
    actorId: act?.actorId ?? actor.id,
    ...(state.status === 'acknowledged' ? { heldBy: state.holder } : {}),
    ...withInterrupted(state, at),
    ...(storm === undefined ? {} : changeLinks(state, { act: act?.commandId ?? null, ...rungInSet(state, at) })),
    ...(quietSince === undefined ? {} : { quietSince }),
    update: null,
    climb: { ...state.climb, next: null },
    ...(by === 'sender' ? { alerts: withoutFiring(state.alerts), counted: 0, cutList: null } : {}),
  })),
  AlertGroupReopened: changeExisting((state, { opening, because, holder, storm, follows = null }, { at, eventId }) => {
    const reopened: AlertGroupCore = {
      ...clearEnding(coreOf(state)),
      ...(storm === undefined
        ? {}
        : {
            links: {
              ...noLinks,
              set: state.links.set,
              isAlone: state.links.isAlone,
              act: because === 'refire' ? null : state.links.act,
              follows,
            },
          }),
      opening,
      opened: { at, by: eventId },
      firingSince: because === 'refire' ? at : state.firingSince,
      raisedAt: null,
      senderStillFiring: false,
      climb: { ...noEscalation, round: state.climb.round },
      update: null,
      stale: null,
      refused: state.refused && { at, by: eventId },
    };
    return holder === null
      ? { ...reopened, status: 'firing' }
      : { ...reopened, status: 'acknowledged', holder, since: at, timeout: null, lastHolder: personOf(holder, state.lastHolder) };
  }),
  AlertGroupWentStale: changeExisting((state, { quietSince }) => ({
    ...state,
    stale: { since: quietSince, stopped: state.stale?.stopped ?? false },
    ...(state.status === 'acknowledged' ? { timeout: null } : {}),
  })),
  AlertGroupHeardAgain: changeExisting((state) => ({ ...state, stale: null })),
} satisfies Partial<Evolvers>;
