import type { RecordedOf } from '@tocsin/contracts/catalogue.js';
import type { WebhookCallRow, webhookCallEvents } from '@tocsin/contracts/alert-groups/webhook-calls.js';

export type CallFact = Exclude<keyof typeof webhookCallEvents, 'WebhookCallPlanned'>;

export const createCallRow = ({ data, meta }: RecordedOf<'WebhookCallPlanned'>): WebhookCallRow => {
  const { callId, subscriptionId, route, round, step } = data;
  const open = { attempts: 0, startedAt: null, endedAt: null, reason: null, detail: '', retryAt: null } as const;
  return { callId, subscriptionId, ...(route ? { route } : {}), round, step, state: 'waiting', plannedAt: meta.at, ...open };
};

export const callChanges: { readonly [T in CallFact]: (event: RecordedOf<T>) => Partial<WebhookCallRow> } = {
  WebhookCallStarted: ({ data, meta }) => ({ state: 'calling', attempts: data.attempt, startedAt: meta.at, endedAt: null, retryAt: null }),
  WebhookCallSucceeded: ({ meta }) => ({ state: 'succeeded', endedAt: meta.at, reason: null, detail: '' }),
  WebhookCallFailed: ({ data: { reason, detail, retryAt }, meta }) => ({
    state: retryAt === null ? 'failed' : 'waiting',
    endedAt: meta.at,
    reason,
    detail,
    retryAt,
  }),
  WebhookCallWentStale: ({ data, meta }) => ({
    state: data.again ? 'waiting' : 'failed',
    endedAt: meta.at,
    reason: 'delivery.outcome_unknown',
    detail: '',
  }),
  WebhookCallCancelled: ({ data, meta }) => ({ state: 'cancelled', endedAt: meta.at, reason: data.reason, detail: '', retryAt: null }),
};

export const withCallChanged = <T extends CallFact>(
  calls: readonly WebhookCallRow[],
  type: T,
  event: RecordedOf<T>,
): readonly WebhookCallRow[] => {
  const { callId } = event.data;
  return calls.map((call) => (call.callId === callId ? { ...call, ...callChanges[type](event) } : call));
};
