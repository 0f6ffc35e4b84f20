import type { ExistingGroup, WebhookCall } from '../state.js';
import { changeExisting, type Evolvers } from './evolver.js';

/** The group without this call: its outcome is in the history. */
const withoutCall = (state: ExistingGroup, callId: string): ExistingGroup => ({
  ...state,
  calls: state.calls.filter((one) => one.callId !== callId),
});

/** The group with this call changed; the same object where it has no such call. */
const withCall = (state: ExistingGroup, callId: string, change: (call: WebhookCall) => Partial<WebhookCall>): ExistingGroup =>
  state.calls.some((one) => one.callId === callId)
    ? { ...state, calls: state.calls.map((one) => (one.callId === callId ? { ...one, ...change(one) } : one)) }
    : state;

/** The call ended. In a storm that continues without this group, its leader reads the outcome. */
const endCall = (state: ExistingGroup, callId: string, outcome: 'failed' | 'accepted'): ExistingGroup =>
  state.links.handedOn === null ? withoutCall(state, callId) : withCall(state, callId, () => ({ state: outcome }));

/** The first message of an opening in a channel stays the one that says the group’s state. */
const withPost = (state: ExistingGroup, subscriptionId: string, providerId: string | undefined, at: string): ExistingGroup => {
  const { posts = [], opening } = state;
  if (providerId === undefined || posts.some((one) => one.subscriptionId === subscriptionId && one.opening === opening)) return state;
  const others = posts.filter((one) => one.subscriptionId !== subscriptionId);
  return { ...state, posts: [...others, { subscriptionId, providerId, at, opening }] };
};

const isOver = ({ state }: WebhookCall): boolean => state === 'failed' || state === 'accepted';

/** What one planned now takes the place of. */
const isReplacedBy =
  (planned: { readonly subscriptionId: string }) =>
  (call: WebhookCall): boolean =>
    isOver(call) || (call.state === 'muted' && call.subscriptionId === planned.subscriptionId);

/** State changes by events about calls. */
export const evolveWebhookCalls = {
  WebhookCallPlanned: changeExisting((state, { groupId: _group, number: _number, ...planned }, { eventId: plannedBy }) => {
    const { opening } = state;
    const newCall = { attempt: 0, failures: 0, losses: 0, epoch: 0, startedAt: null } as const;
    return {
      ...state,
      ...(planned.route ? { routePosts: { ...state.routePosts, [planned.subscriptionId]: opening } } : {}),
      calls: [
        ...state.calls.filter((one) => !isReplacedBy(planned)(one)),
        { ...planned, ...newCall, opening, state: 'waiting', plannedBy },
      ],
    };
  }),
  WebhookCallStarted: changeExisting((state, { callId, attempt, epoch }, { at: startedAt, eventId: plannedBy }) =>
    withCall(state, callId, () => ({ state: 'calling', attempt, epoch, startedAt, plannedBy })),
  ),
  WebhookCallSucceeded: changeExisting((state, { callId, subscriptionId, providerId }, { at }) =>
    withPost(endCall(state, callId, 'accepted'), subscriptionId, providerId, at),
  ),
  WebhookCallFailed: changeExisting((state, { callId, retryAt }, { eventId: plannedBy }) =>
    retryAt === null
      ? endCall(state, callId, 'failed')
      : withCall(state, callId, ({ failures }) => ({ state: 'waiting', dueAt: retryAt, plannedBy, failures: failures + 1 })),
  ),
  WebhookCallWentStale: changeExisting((state, { callId, again }, { at: dueAt, eventId: plannedBy }) =>
    again
      ? withCall(state, callId, ({ losses }) => ({ state: 'waiting', dueAt, plannedBy, losses: losses + 1 }))
      : endCall(state, callId, 'failed'),
  ),
  WebhookCallCancelled: changeExisting((state, { callId, route, reason }) =>
    route && reason === 'delivery.suppressed_by_silence' ? withCall(state, callId, () => ({ state: 'muted' })) : withoutCall(state, callId),
  ),
} satisfies Partial<Evolvers>;
