import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import type { WebhookEvents } from '@tocsin/contracts/event-subscriptions/webhook-events.js';
import type { EventDeliveryOutcome } from '@tocsin/domain/operation/event-subscriptions/commands.js';
import { OutgoingFailed } from '@tocsin/platform/http/outgoing-failed.js';
import type { OutgoingAnswer, OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import { retryAfter } from './retry-after.js';
import { signJson } from './signed-json.js';

export interface EventReceiver {
  readonly address: string;
  readonly secret: string;
}

const outcomeOf = (answer: OutgoingAnswer, now: string): EventDeliveryOutcome => {
  const after = retryAfter(answer, now);
  const { status } = answer;
  if (status >= 200 && status < 300) return { ok: true };
  const redirect = status >= 300 && status < 400 ? '; redirects are not followed' : '';
  return {
    ok: false,
    reason: 'delivery.provider_rejected',
    detail: `Answered ${status}${redirect}.`,
    ...(after === undefined ? {} : { retryAfter: after }),
  };
};

/**
 * POSTs events to an address that a person typed, so it must not lead into a private network. A failure of the other side is an
 * outcome.
 */
export const postEvents = async (
  http: Pick<OutgoingHttp, 'post'>,
  content: WebhookEvents,
  { address, secret }: EventReceiver,
  { now, version }: { readonly now: string; readonly version: string },
): Promise<EventDeliveryOutcome> => {
  const request = signJson(content, { secret, now, version, headers: { 'Idempotency-Key': content.id } });
  try {
    return outcomeOf(await http.post(address, { ...request, deadlineMs: alertGroupLimits.sendDeadline }), now);
  } catch (error) {
    if (error instanceof OutgoingFailed) return { ok: false, reason: error.reason, detail: error.detail };
    throw error;
  }
};
