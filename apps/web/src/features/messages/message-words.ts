import { contactTraits } from '@tocsin/contracts/contacts/kinds.js';
import { slowDelivery, type Message, type MessageOutcome } from '@tocsin/contracts/alert-groups/messages.js';
import { span } from '../../data/time/times.js';
import { capital } from '../../data/words/capital.js';
import { limitWords } from '../alerts/shared/attempt-words.js';
import { attemptWords, causeWords } from '../alerts/shared/group-words.js';
import { reasonClause } from './shared/reason-words.js';
import type { Names } from '../../data/words/names.js';

export const outcomeWords: Readonly<Record<MessageOutcome, string>> = {
  waiting: 'Waiting',
  sent: 'Sent, no receipt',
  delivered: 'Delivered',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

const states: Readonly<Record<Message['state'], string>> = {
  queued: 'Due',
  sending: 'Sending',
  sent: 'Sent',
  delivered: 'Delivered',
  read: 'Read',
  failed: 'Failed',
  stale: 'Outcome unknown',
  cancelled: 'Cancelled',
};

/** `Delivered after 5 min`, `Failed: the provider refused it`. */
export function stateWords(message: Message): string {
  const { state, reason, bundledUntil, throttled, waitsForNumber } = message;
  if (state === 'queued' && throttled) return `Waits: ${limitWords(waitsForNumber)}`;
  if (state === 'queued' && bundledUntil) return 'Waits to be bundled';
  const took = slowDelivery(message);
  return `${states[state]}${took === null ? '' : ` after ${span(took)}`}${reason === null ? '' : `: ${reasonClause(reason)}`}`;
}

/** Why the person was paged, and why by this attempt. */
export function whyWords(message: Pick<Message, 'cause' | 'because' | 'quiet' | 'bundleId'>, names: Names): string {
  const { cause, because, quiet, bundleId } = message;
  const attempt = because === 'rule' || (quiet && because === 'quiet') ? '' : `, ${attemptWords[because]}`;
  return `${capital(causeWords(cause, names))}${attempt}${quiet ? ', quietly' : ''}${bundleId ? ', bundled with others' : ''}`;
}

export const channelWords = (channel: Message['channel']): string => capital(contactTraits[channel].word);
