import { isUndoable } from '../undo.js';
import { coreOf, personOf } from './core.js';
import { changeExisting, type Evolvers } from './evolver.js';

/** Events about the assignee, responders and notes. */
export const evolveHolding = {
  AlertGroupAcknowledged: changeExisting((state, { holder }, { at, actor }) => ({
    ...coreOf(state),
    status: 'acknowledged',
    holder,
    since: at,
    timeout: null,
    ...(isUndoable(state, actor) ? { byLink: true } : {}),
    lastHolder: personOf(holder, state.lastHolder),
  })),
  AlertGroupSnoozed: changeExisting((state, { holder, until, from }, { at, eventId, actor }) => ({
    ...coreOf(state),
    status: 'acknowledged',
    holder,
    since: at,
    timeout: null,
    snooze: { dueAt: until, plannedBy: eventId, from },
    ...(isUndoable(state, actor) ? { byLink: true } : {}),
    lastHolder: personOf(holder, state.lastHolder),
  })),
  AlertGroupUnsnoozed: changeExisting((state, { holder }, { at }) =>
    state.status === 'acknowledged' && holder
      ? { ...state, holder, since: at, timeout: null, snooze: null, byLink: false, lastHolder: personOf(holder, state.lastHolder) }
      : state,
  ),
  AlertGroupAcknowledgedToo: changeExisting((state, _, { actor }) =>
    state.status === 'acknowledged' ? { ...state, also: [...new Set([...(state.also ?? []), actor.id])] } : state,
  ),
  AcknowledgementRenewed: changeExisting((state) => state),
  AlertGroupTakenOver: changeExisting((state, { holder }, { at }) =>
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
  ReassignmentRequested: changeExisting((state, { personId, dueAt }, { eventId }) =>
    state.status === 'acknowledged' ? { ...state, reassigning: { personId, dueAt, plannedBy: eventId } } : state,
  ),
  ReassignmentLapsed: changeExisting((state) => (state.status === 'acknowledged' ? { ...state, reassigning: null } : state)),
  RespondersAdded: changeExisting((state) => state),
  ResponderJoined: changeExisting((state, { personId }) => ({ ...state, responders: [...new Set([...state.responders, personId])] })),
  AlertGroupReturnedToFiring: changeExisting((state) => ({ ...coreOf(state), status: 'firing', update: null })),
  AckTimeoutPlanned: changeExisting((state, { remindAt, dueAt }, { at, eventId }) =>
    state.status === 'acknowledged'
      ? { ...state, timeout: { remindAt, dueAt, plannedBy: eventId, plannedAt: at, reminded: false } }
      : state,
  ),
  HolderAsked: changeExisting((state) =>
    state.status === 'acknowledged' && state.timeout ? { ...state, timeout: { ...state.timeout, reminded: true } } : state,
  ),
  NoteAdded: changeExisting((state) => state),
} satisfies Partial<Evolvers>;
