import type { AlertGroupStatus } from '@tocsin/contracts/alert-groups/rows.js';
import type { Urgency } from '@tocsin/contracts/contacts/events.js';
import type { CountsOf } from '../../../data/cache/use-counts.js';
import type { ListParams } from '../../../data/cache/merge.js';
import { paramsOf, partsIn, type AlertsSearch } from './filters.js';
import type { Grouping } from './list-choice.js';
import { parts, partsOf, type Part } from './parts.js';

/** The column by whose values the server counts. */
export const columnsOf = { service: 'serviceId', alert: 'alertName', team: 'teamId' } as const satisfies Record<
  Exclude<Grouping, 'state'>,
  string
>;

/** What the rows of one value stand under. */
export interface ListGroup {
  readonly key: string;
  readonly value: string | null;
  /** Rows of each part, counted by the server. */
  readonly counts: ReadonlyMap<Part, number>;
  readonly total: number;
}

const partOf = (status: AlertGroupStatus, urgency: Urgency, isOlder: boolean): Part =>
  parts.find((part) => {
    const of = partsOf[part];
    return of.status === status && (of.urgency ?? urgency) === urgency && (of.isOlder ?? isOlder) === isOlder;
  })!;

const firstPartOf = ({ counts }: ListGroup): number => parts.findIndex((part) => counts.has(part));

/** The groups of a list, the most urgent first; among equals the larger one, then by name. */
export function groupsOf(counted: readonly CountsOf[], column: string, nameOf: (value: string | null) => string): readonly ListGroup[] {
  const byKey = new Map<string, Map<Part, number>>();
  for (const { values, count } of counted) {
    const key = String(values[column] ?? '');
    const counts = byKey.get(key) ?? new Map<Part, number>();
    const part = partOf(values['status'] as AlertGroupStatus, values['urgency'] as Urgency, Number(values['olderThanSilence'] ?? 0) === 1);
    byKey.set(key, counts.set(part, (counts.get(part) ?? 0) + count));
  }
  const groups = [...byKey].map(([key, counts]): ListGroup => {
    const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
    return { key, value: key === '' ? null : key, counts, total };
  });
  const mostUrgent = (group: ListGroup): number => group.counts.get(parts[firstPartOf(group)]!)!;
  return groups.toSorted(
    (a, b) => firstPartOf(a) - firstPartOf(b) || mostUrgent(b) - mostUrgent(a) || nameOf(a.value).localeCompare(nameOf(b.value)),
  );
}

/** More rows than this stand behind their heading until it is opened. */
const openedAtMost = 20;

/** The groups of which only the heading is shown: those with many rows, unless a person decided. */
export const closedOf = (groups: readonly ListGroup[], decided: ReadonlyMap<string, boolean>): ReadonlySet<string> =>
  new Set(groups.flatMap(({ key, total }) => ((decided.get(key) ?? total > openedAtMost) ? [key] : [])));

/** The list parameters of all shown parts together, to be counted. */
export function countedParams(search: AlertsSearch, me: string): ListParams {
  // suppressed groups are one state, in two places
  const shown = partsIn(search).filter((part) => !partsOf[part].isOlder);
  const { where, sort: _sort, desc: _desc, ...rest } = paramsOf(search, shown[0]!, me);
  const status = [...new Set(shown.map((part) => partsOf[part].status))];
  const { urgency: _urgency, olderThanSilence: _older, ...others } = where!;
  return { ...rest, where: { ...others, status, ...(search.urgency ? { urgency: [search.urgency] } : {}) } };
}

interface OpenedGroup {
  readonly openedAt: string;
}
/** Groups that opened together are perhaps one problem. */
const burst = { least: 4, within: 60_000 } as const;

/** `4 groups in 6 s`, where so many unacknowledged ones opened within a minute; null: they did not. */
export function burstOf(rows: readonly OpenedGroup[]): { readonly count: number; readonly seconds: number } | null {
  const times = rows.map(({ openedAt }) => Date.parse(openedAt)).toSorted((a, b) => b - a);
  const [newest = 0] = times;
  const together = times.filter((time) => newest - time <= burst.within);
  if (together.length < burst.least) return null;
  return { count: together.length, seconds: Math.max(1, Math.round((newest - together.at(-1)!) / 1_000)) };
}
