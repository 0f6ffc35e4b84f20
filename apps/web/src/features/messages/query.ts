import { contactKinds } from '@tocsin/contracts/contacts/kinds.js';
import { messageOutcomes } from '@tocsin/contracts/alert-groups/messages.js';
import { isDay } from '../../data/time/days.js';
import { instantsOf } from '../../data/time/instants.js';
import type { MessagesSearch } from './search.js';

const isText = (value: string): boolean => value !== '';
const isId = (value: string): boolean => /^[0-9a-f-]{36}$/.test(value);

/** Validators of the search parameters; invalid ones are dropped instead of failing. */
const isKnown: Readonly<Record<keyof MessagesSearch, (value: string) => boolean>> = {
  q: isText,
  person: isId,
  channel: (value) => contactKinds.some((kind) => kind === value),
  outcome: (value) => messageOutcomes.some((outcome) => outcome === value),
  service: isId,
  team: isId,
  group: isId,
  kind: (value) => value === 'webhooks',
  from: isDay,
  to: isDay,
};

export const knownIn = (search: MessagesSearch): MessagesSearch =>
  Object.fromEntries(
    Object.entries(search).filter(
      ([name, value]: [string, string]) => Object.hasOwn(isKnown, name) && isKnown[name as keyof MessagesSearch](value),
    ),
  );

export function queryOf({ from, to, ...narrowed }: MessagesSearch): URLSearchParams {
  return new URLSearchParams({ ...narrowed, ...instantsOf(from, to) });
}
