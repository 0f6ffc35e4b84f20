import { eventContract } from '@tocsin/contracts/catalogue.js';
import { eventGroupNames } from '@tocsin/contracts/event-groups.js';
import { isDay } from '../../data/time/days.js';
import { instantsOf } from '../../data/time/instants.js';
import { details } from './shared/details.js';
import type { EventsQuery } from '../../data/cache/use-events.js';
import type { HistorySearch } from './search.js';

const isText = (value: string): boolean => value !== '';
const isId = (value: string): boolean => /^[\da-f-]{36}$/i.test(value);

/** Validators of the search parameters; invalid ones are dropped instead of failing. */
const isKnown: Readonly<Record<string, (value: string) => boolean>> = {
  q: isText,
  group: (value) => eventGroupNames.some((group) => group === value),
  type: (value) => eventContract(value) !== undefined,
  stream: isText,
  actor: isText,
  person: isId,
  team: isId,
  source: isId,
  from: isDay,
  to: isDay,
  detail: isText,
  event: (value) => /^[1-9]\d{0,14}$/.test(value),
};

export const knownIn = (search: HistorySearch): HistorySearch =>
  Object.fromEntries(
    Object.entries(search).filter(([name, value]: [string, string]) => Object.hasOwn(isKnown, name) && isKnown[name]!(value)),
  );

/** Whether single attempts are included: on request, or when filtering by event type. */
export const isWhole = ({ detail, type }: HistorySearch): boolean => detail !== undefined || type !== undefined;

export function queryFrom(search: HistorySearch): EventsQuery {
  const { detail: _detail, event, from, to, person, team, source, ...narrowed } = search;
  const about = [person, team, source].filter((id) => id !== undefined);
  return {
    ...narrowed,
    ...instantsOf(from, to),
    ...(about.length > 0 ? { about } : {}),
    ...(isWhole(search) ? {} : { without: details }),
    ...(event === undefined ? {} : { before: Number(event) + 1 }),
  };
}

export const isFiltered = (search: HistorySearch): boolean => Object.keys(search).some((name) => name !== 'detail');
