import type { DeliveryReason } from '@tocsin/contracts/alert-groups/delivery-reasons.js';
import { duration } from '@tocsin/contracts/duration.js';
import type { AccountVerdict } from '../core/breaker.js';

/** What an error of a chat means, for the message and for the account that sends it. */
export type Verdict = readonly [reason: DeliveryReason, retry: boolean, of: AccountVerdict];

export const verdicts = {
  account: ['delivery.connection_refused', false, 'refused'],
  setting: ['delivery.connection_refused', false, 'works'],
  channel: ['delivery.not_in_channel', false, 'works'],
  gone: ['delivery.account_gone', false, 'works'],
  never: ['delivery.provider_rejected', false, 'works'],
  busy: ['delivery.throttled', true, 'nothing'],
  later: ['delivery.provider_rejected', true, 'fails'],
  /** It is no answer of the chat. */
  stranger: ['delivery.provider_rejected', false, 'nothing'],
} as const satisfies Readonly<Record<string, Verdict>>;

export const byStatus = (status: number): Verdict => {
  if (status === 429) return verdicts.busy;
  if (status >= 500 || status === 408) return verdicts.later;
  return status === 401 || status === 403 ? verdicts.account : verdicts.stranger;
};

export interface Refusal {
  readonly ok: false;
  readonly reason: DeliveryReason;
  readonly detail: string;
  readonly retry: boolean;
  readonly verdict: AccountVerdict;
  /** Milliseconds. */ readonly retryAfter?: number;
}

/** `after`: milliseconds that the chat wants to be left alone. */
export const refusalOf = ([reason, retry, verdict]: Verdict, detail: string, after: number | undefined): Refusal => {
  const wait = after ?? (reason === 'delivery.throttled' ? 5 * duration.second : undefined);
  return { ok: false, reason, detail, retry, verdict, ...(wait === undefined ? {} : { retryAfter: wait }) };
};

/** Null: it is no JSON. */
export const parseJson = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
};
