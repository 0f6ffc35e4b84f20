import type { AlertGroupRow, AlertGroupStatus } from '@tocsin/contracts/alert-groups.js';
import type { Urgency } from '@tocsin/contracts/people.js';
import type { ListParams } from '../../data/merge.js';

/** What is looked at, by the address of the screen. Nothing given: what is open. */
export interface AlertsSearch {
  readonly state?: Exclude<Shown, 'open'>;
  readonly urgency?: Urgency;
  readonly service?: string;
  readonly q?: string;
}

export const shownStates = ['open', 'firing', 'acknowledged', 'resolved', 'all'] as const;
export type Shown = (typeof shownStates)[number];

const statuses: Record<Shown, readonly AlertGroupStatus[]> = {
  open: ['firing', 'acknowledged'],
  firing: ['firing'],
  acknowledged: ['acknowledged'],
  resolved: ['resolved'],
  all: [],
};

const oneOf = <T extends string>(values: readonly T[], value: unknown): T | undefined => values.find((one) => one === value);

/** Leaves out what is not known: an address typed by hand shows something, never an error. */
export function searchFrom({ state, urgency, service, q }: Record<string, unknown>): AlertsSearch {
  const shown = oneOf(shownStates, state);
  const level = oneOf(['high', 'low'] as const, urgency);
  const text = typeof q === 'number' ? String(q) : q;
  return {
    ...(shown && shown !== 'open' ? { state: shown } : {}),
    ...(level ? { urgency: level } : {}),
    ...(typeof service === 'string' && service ? { service } : {}),
    ...(typeof text === 'string' && text ? { q: text } : {}),
  };
}

/** The part of the search that the server filters by. */
export function paramsOf({ state, urgency, service }: AlertsSearch): ListParams {
  const status = statuses[state ?? 'open'];
  return {
    where: {
      ...(status.length > 0 ? { status } : {}),
      ...(urgency ? { urgency: [urgency] } : {}),
      ...(service ? { serviceId: [service] } : {}),
    },
    sort: 'openedAt',
    desc: true,
  };
}

/** Whether the words of `q` all occur in the row: number, title or service. */
export function matchesText(row: AlertGroupRow, q: string | undefined, serviceName: string): boolean {
  const text = `#${row.number} ${row.title} ${serviceName}`.toLowerCase();
  return (q ?? '')
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

export const isFiltered = (search: AlertsSearch): boolean => Object.keys(search).length > 0;
