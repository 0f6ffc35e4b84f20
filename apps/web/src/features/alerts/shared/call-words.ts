import type { WebhookCallRow } from '@tocsin/contracts/alert-groups/webhook-calls.js';
import { capital } from '../../../data/words/capital.js';
import { reasonClause } from '../../messages/shared/reason-words.js';

type CallState = Pick<WebhookCallRow, 'state' | 'attempts' | 'reason' | 'detail'>;

const whyOf = ({ reason, detail }: CallState): string => detail.replace(/\.$/, '') || (reason ? reasonClause(reason) : 'no reason given');

/** The outcome of a webhook call: `Called`, `Failed: Answered 500`, `Not called: the alert group was acknowledged first`. */
export function callWords(call: CallState): string {
  const { state, attempts } = call;
  const attempt = attempts > 1 ? `, try ${attempts}` : '';
  if (state === 'succeeded') return `Called${attempt}`;
  if (state === 'calling') return `Calling${attempt}`;
  if (state === 'cancelled') return `${attempts > 0 ? 'Not called again' : 'Not called'}: ${reasonClause(call.reason!)}`;
  if (state === 'waiting') return attempts === 0 ? 'Call pending' : `${capital(`try ${attempts} failed`)}: ${whyOf(call)}`;
  return `Failed${attempt}: ${whyOf(call)}`;
}
