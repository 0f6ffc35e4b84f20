import type { AlertGroupStatus } from '@tocsin/contracts/alert-groups.js';
import type { Urgency } from '@tocsin/contracts/contacts.js';
import { soughtWords } from '@tocsin/contracts/search.js';
import type { ListParams } from '../../data/merge.js';

/** What is looked at, by the address of the screen. Nothing given: what is open. */
export interface AlertsSearch {
  readonly state?: Exclude<Shown, 'open'>;
  readonly urgency?: Urgency;
  readonly service?: string;
  readonly q?: string;
  /** For a screen on the wall, without controls. */
  readonly wall?: true;
}

export const shownStates = ['open', 'firing', 'acknowledged', 'resolved', 'all'] as const;
export type Shown = (typeof shownStates)[number];

const statuses: Record<Shown, readonly AlertGroupStatus[]> = {
  open: ['firing', 'acknowledged'],
  firing: ['firing'],
  acknowledged: ['acknowledged'],
  resolved: ['resolved'],
  all: ['firing', 'acknowledged', 'resolved'],
};

const oneOf = <T extends string>(values: readonly T[], value: unknown): T | undefined => values.find((one) => one === value);

const anId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Leaves out what is not known: an address typed by hand shows something, never an error. */
export function searchFrom({ state, urgency, service, q, wall }: Record<string, unknown>): AlertsSearch {
  const shown = oneOf(shownStates, state);
  const level = oneOf(['high', 'low'] as const, urgency);
  const text = typeof q === 'number' ? String(q) : q;
  return {
    ...(shown && shown !== 'open' ? { state: shown } : {}),
    ...(level ? { urgency: level } : {}),
    ...(typeof service === 'string' && anId.test(service) ? { service } : {}),
    ...(typeof text === 'string' && text ? { q: text } : {}),
    ...(wall !== undefined && wall !== false && wall !== 0 ? { wall: true } : {}),
  };
}

/** A search as it is saved: the part of the address, in one order. Empty: what is open, without a filter. */
export const queryOf = ({ state, urgency, service, q }: AlertsSearch): string =>
  new URLSearchParams(Object.entries({ state, urgency, service, q }).flatMap(([key, value]) => (value ? [[key, value]] : []))).toString();

export const searchOf = (query: string): AlertsSearch => searchFrom(Object.fromEntries(new URLSearchParams(query)));

/** The states that are looked at, in the order in which they stand below each other. */
export const statusesIn = ({ state }: AlertsSearch): readonly AlertGroupStatus[] => statuses[state ?? 'open'];

/** The rows of one state that the address asks for. `services`: a word of the search may be a service’s name. */
export function paramsOf(
  { urgency, service, q }: AlertsSearch,
  status: AlertGroupStatus,
  services: readonly { readonly id: string; readonly name: string }[],
): ListParams {
  const words = soughtWords(q, services);
  return {
    where: { status: [status], ...(urgency ? { urgency: [urgency] } : {}), ...(service ? { serviceId: [service] } : {}) },
    ...(q && words.length > 0 ? { q, words } : {}),
    sort: 'number',
    desc: true,
  };
}

export const isFiltered = (search: AlertsSearch): boolean => Object.keys(search).some((key) => key !== 'wall');
