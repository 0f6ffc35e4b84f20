import type { Existing, WebhookCall } from '../state.js';
import { linksOf } from '../shared/linked.js';
import { on, type Evolvers } from './evolver.js';

/** The group without this call: its outcome is in the history. */
const without = ({ calls: before = [], ...state }: Existing, callId: string): Existing => {
  const calls = before.filter((one) => one.callId !== callId);
  return calls.length > 0 ? { ...state, calls } : state;
};

/** The group with this call changed; the same object where it has no such call. */
const withCall = (state: Existing, callId: string, change: (call: WebhookCall) => Partial<WebhookCall>): Existing =>
  state.calls?.some((one) => one.callId === callId)
    ? { ...state, calls: state.calls.map((one) => (one.callId === callId ? { ...one, ...change(one) } : one)) }
    : state;

/** The call ended. In a storm that continues without this group, its leader reads the outcome. */
const ended = (state: Existing, callId: string, how: 'failed' | 'accepted'): Existing =>
  linksOf(state).handedOn === null ? without(state, callId) : withCall(state, callId, () => ({ state: how }));

const isOver = ({ state }: WebhookCall): boolean => state === 'failed' || state === 'accepted';

/** State changes by events about calls. */
export const evolveWebhookCalls = {
  WebhookCallPlanned: on((state, { groupId: _group, number: _number, ...planned }, { eventId: plannedBy }) => {
    const { opening } = state;
    const fresh = { attempt: 0, failures: 0, losses: 0, epoch: 0, startedAt: null } as const;
    return {
      ...state,
      calls: [...(state.calls ?? []).filter((one) => !isOver(one)), { ...planned, ...fresh, opening, state: 'waiting', plannedBy }],
    };
  }),
  WebhookCallStarted: on((state, { callId, attempt, epoch }, { at: startedAt, eventId: plannedBy }) =>
    withCall(state, callId, () => ({ state: 'calling', attempt, epoch, startedAt, plannedBy })),
  ),
  WebhookCallSucceeded: on((state, { callId }) => ended(state, callId, 'accepted')),
  WebhookCallFailed: on((state, { callId, retryAt }, { eventId: plannedBy }) =>
    retryAt === null
      ? ended(state, callId, 'failed')
      : withCall(state, callId, ({ failures }) => ({ state: 'waiting', dueAt: retryAt, plannedBy, failures: failures + 1 })),
  ),
  WebhookCallWentStale: on((state, { callId, again }, { at: dueAt, eventId: plannedBy }) =>
    again
      ? withCall(state, callId, ({ losses }) => ({ state: 'waiting', dueAt, plannedBy, losses: losses + 1 }))
      : ended(state, callId, 'failed'),
  ),
  WebhookCallCancelled: on((state, { callId }) => without(state, callId)),
} satisfies Partial<Evolvers>;
