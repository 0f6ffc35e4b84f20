import { isUndoable } from '../undo.js';
import { core, personOf } from './core.js';
import { on, type Evolvers } from './evolver.js';

/** Events about the assignee, responders and notes. */
export const evolveHolding = {
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
  AlertGroupReturnedToFiring: on((state) => ({ ...core(state), status: 'firing', update: null })),
  AckTimeoutPlanned: on((state, { remindAt, dueAt }, { at, eventId }) =>
    state.status === 'acknowledged'
      ? { ...state, timeout: { remindAt, dueAt, plannedBy: eventId, plannedAt: at, reminded: false } }
      : state,
  ),
  HolderAsked: on((state) =>
    state.status === 'acknowledged' && state.timeout ? { ...state, timeout: { ...state.timeout, reminded: true } } : state,
  ),
  NoteAdded: on((state) => state),
  AlertGroupMarkedAsNoise: on((state, { opening }) => ({ ...state, noise: opening })),
  AlertGroupNoiseMarkRemoved: on(({ noise: _, ...state }) => state),
} satisfies Partial<Evolvers>;
