import type { AlertGroupStatus } from '@tocsin/contracts/alert-groups/rows.js';
import type { Urgency } from '@tocsin/contracts/contacts/events.js';
import { instantsIn } from '../../../data/time/instants.js';
import type { ListParams } from '../../../data/cache/merge.js';
import { parts, partsOf, type Part } from './parts.js';

/** Search parameters of the list. Default: open groups. */
export interface AlertsSearch {
  readonly state?: Exclude<StateFilter, 'open'>;
  readonly urgency?: Urgency;
  readonly service?: string;
  readonly team?: string;
  readonly assignee?: 'me';
  /** The days on which it was opened: see `instantsIn`. */
  readonly opened?: string;
  readonly q?: string;
  /** For a wall screen, without controls. */
  readonly wall?: true;
}

export const stateFilters = ['open', 'firing', 'acknowledged', 'snoozed', 'suppressed', 'stale', 'resolved', 'all'] as const;
export type StateFilter = (typeof stateFilters)[number];

const open: readonly AlertGroupStatus[] = ['firing', 'acknowledged', 'snoozed', 'suppressed'];

/** A filter that is a state shows it alone. */
const statuses: { readonly [F in StateFilter]?: readonly AlertGroupStatus[] } = { open, stale: open, all: [...open, 'resolved'] };
const statusesOf = (filter: StateFilter): readonly AlertGroupStatus[] => statuses[filter] ?? [filter as AlertGroupStatus];

const oneOf = <T extends string>(values: readonly T[], value: unknown): T | undefined => values.find((one) => one === value);

const anId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The value of a search parameter; numbers become text. */
const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
const isOn = (value: unknown): boolean => value !== undefined && value !== false && value !== 0;
const idOf = (value: unknown): string => (typeof value === 'string' && anId.test(value) ? value : '');

/** Parses the filters of the URL. Unknown values are left out, so that a URL typed by hand never fails. */
export function searchFrom({ state, urgency, service, team, assignee, opened, q, wall }: Record<string, unknown>): AlertsSearch {
  const stateFilter = oneOf(stateFilters, state);
  const level = oneOf(['high', 'low'] as const, urgency);
  return {
    ...(stateFilter && stateFilter !== 'open' ? { state: stateFilter } : {}),
    ...(level ? { urgency: level } : {}),
    ...entryOf('service', idOf(service)),
    ...entryOf('team', idOf(team)),
    ...(assignee === 'me' ? { assignee } : {}),
    ...entryOf('opened', typeof opened === 'string' ? opened : ''),
    ...entryOf('q', textOf(q)),
    ...(isOn(wall) ? { wall: true } : {}),
  };
}

const entryOf = <K extends string>(key: K, value: string): { readonly [P in K]?: string } =>
  value === '' ? {} : ({ [key]: value } as { [P in K]: string });

/** A search in its saved form: the query string, in a fixed order. Empty: open groups, without a filter. */
export const queryOf = ({ state, urgency, service, team, assignee, opened, q }: AlertsSearch): string =>
  new URLSearchParams(
    Object.entries({ state, urgency, service, team, assignee, opened, q }).flatMap(([key, value]) => (value ? [[key, value]] : [])),
  ).toString();

export const searchOf = (query: string): AlertsSearch => searchFrom(Object.fromEntries(new URLSearchParams(query)));

/** The shown sections of the list, from top to bottom. A search for a state (`status:resolved`) looks in all of them unless one is chosen. */
export const partsIn = ({ state, urgency, q = '' }: AlertsSearch): readonly Part[] =>
  parts.filter((part) => {
    const of = partsOf[part];
    return (
      statusesOf(state ?? (/(^|\s)status:/i.test(q) ? 'all' : 'open')).includes(of.status) &&
      (urgency ?? of.urgency) === (of.urgency ?? urgency)
    );
  });

/** The list parameters of one section. `me`: the reader’s id. */
export function paramsOf(
  { state, urgency, service, team, assignee, opened, q }: AlertsSearch,
  part: Part,
  me: string,
  isOldestFirst = false,
): ListParams {
  const { status, urgency: level = urgency, isOlder } = partsOf[part];
  return {
    where: {
      status: [status],
      ...(level ? { urgency: [level] } : {}),
      ...(isOlder === undefined ? {} : { olderThanSilence: [isOlder ? 'true' : 'false'] }),
      ...(service ? { serviceId: [service] } : {}),
      ...(team ? { teamId: [team] } : {}),
      ...(assignee ? { holderId: [me] } : {}),
      ...(state === 'stale' ? { stale: ['1'] } : {}),
    },
    ...(q?.trim() ? { q } : {}),
    ...(opened ? { ...instantsIn(opened), sort: 'openedAt' } : { sort: 'number' }),
    desc: !isOldestFirst,
  };
}

export const isFiltered = (search: AlertsSearch): boolean => Object.keys(search).some((key) => key !== 'wall');
