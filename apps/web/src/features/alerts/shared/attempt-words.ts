import { contactTraits, type AddressSort, type ContactKind } from '@tocsin/contracts/contacts/kinds.js';
import { capital } from '../../../data/words/capital.js';
import type { AttemptMessage } from '../../../data/words/names.js';

/** `E-mail to Ana`; `Message to Ana` where the contact method is not known, and `Message` where nothing is. */
export const messageWords = ({ kind, to }: AttemptMessage): string =>
  `${kind ? capital(contactTraits[kind].word) : 'Message'}${to === null ? '' : ` to ${to}`}`;

const accepted: Record<AddressSort, string> = {
  none: 'shown in an open tab',
  email: 'accepted by the mail server',
  url: 'accepted by the receiver',
  topic: 'accepted by the push server',
  server: 'accepted by the push server',
  userKey: 'accepted by the push service',
  phone: 'accepted by the provider',
  member: 'in the chat',
  hook: 'accepted by the chat',
  device: 'accepted by the push service',
};

/** What a provider’s yes means. */
export const acceptedWords = (kind: ContactKind | null): string => (kind ? accepted[contactTraits[kind].address] : 'sent');

/** `at once`, `in 5 min`: when something planned at `at` is due. */
export function dueWords(dueAt: string, at: string): string {
  const seconds = Math.max(0, Math.round((Date.parse(dueAt) - Date.parse(at)) / 1_000));
  if (seconds === 0) return 'at once';
  return seconds < 90 ? `in ${seconds} s` : `in ${Math.round(seconds / 60)} min`;
}

/** `40 s`, `5 min`: from `at` to this instant. */
export const clockIn = (instant: string, at: string): string => {
  const seconds = Math.max(0, Math.round((Date.parse(instant) - Date.parse(at)) / 1_000));
  return seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
};

/** Why a message waits although its provider is ready. */
export const limitWords = (waitsForNumber?: 'limit' | 'call'): string =>
  waitsForNumber === 'call' ? 'another call to this number is under way' : 'message limit reached';
