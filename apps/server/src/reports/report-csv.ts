import { costOf } from '@tocsin/contracts/connections/prices.js';
import { readablePersonal } from '@tocsin/contracts/ids.js';
import type { PersonRow } from '@tocsin/contracts/people/rows.js';
import type {
  CostFigures,
  DeliveryFigures,
  Durations,
  LoadFigures,
  NoiseFigures,
  ReportName,
  ReportOrder,
  ResponseFigures,
} from '@tocsin/contracts/reports/reports.js';
import { dateOf } from '@tocsin/domain/observers/reports/by-key.js';
import { createWallClock } from '@tocsin/domain/setup/schedules/shared/wall-clock.js';
import { toMillis } from '@tocsin/kernel/time.js';
import { toCsvLine, csvMark } from '../query/csv.js';

type Named = { get(id: string): { readonly name: string } | undefined };

/** Names of what reports are about. An import has no teams and no connections, which not everybody sees, either. */
export interface CsvNames {
  readonly people: { get(id: string): Pick<PersonRow, 'name'> | undefined };
  readonly services: Named;
  readonly teams?: Named;
  readonly connections?: { get(id: string): { readonly name: string; readonly fields: Readonly<Record<string, string>> } | undefined };
}
type CsvLine = readonly (string | number)[];

const toHours = (milliseconds: number): number => Math.round((milliseconds / 3_600_000) * 100) / 100;
const orEmpty = (value: number | null): number | string => value ?? '';
const durationCells = ({ measured, missing, mean, p50, p90, p95, max }: Durations): CsvLine => [
  measured,
  missing,
  ...[mean, p50, p90, p95, max].map(orEmpty),
];
const durationHeads = ['measured', 'others', 'mean ms', 'median ms', '90 % ms', '95 % ms', 'longest ms'];

const personName = (reads: CsvNames, id: string): string => readablePersonal(reads.people.get(id)?.name ?? null) || id;
/** By the prices of today; empty where there are none. */
const costCells = ({ connections }: CsvNames, line: CostFigures['lines'][number]): CsvLine => {
  const cost = costOf(connections?.get(line.connectionId)?.fields['prices'], line);
  return cost ? [cost.amount, cost.currency] : ['', ''];
};

/** What is gone has its id alone. */
const nameIn = (rows: Named | undefined, id: string): string => rows?.get(id)?.name ?? id;
const serviceName = (reads: CsvNames, id: string | null): string => (id === null ? '' : (reads.services.get(id)?.name ?? id));

const lines: { readonly [R in ReportName]: (figures: never, reads: CsvNames) => readonly CsvLine[] } = {
  response: ({ measures }: ResponseFigures, reads) => [
    ['measure', 'service', ...durationHeads],
    ...measures.flatMap(({ measure, all, services }) => [
      [measure.name, 'all', ...durationCells(all)],
      ...services.map(({ id, ...rest }) => [measure.name, serviceName(reads, id), ...durationCells(rest)]),
    ]),
  ],
  load: ({ people }: LoadFigures, reads) => [
    [
      'person',
      'id',
      'shifts',
      'on-call h',
      'night h',
      'weekend h',
      'holiday h',
      'interruptions',
      'in sleep hours',
      'on weekends',
      'on holidays',
    ],
    ...people.map((one) => [
      personName(reads, one.personId),
      one.personId,
      one.shifts,
      ...[one.onCall, one.nights, one.weekends, one.holidays].map(toHours),
      one.interruptions,
      one.sleep,
      one.weekend,
      one.holiday,
    ]),
  ],
  noise: ({ rules }: NoiseFigures, reads) => [
    [
      'first alert group',
      'service',
      'openings',
      'actionable',
      'acknowledged only',
      'resolved itself',
      'something to do',
      'nothing to do',
      'marked as noise',
      'flaps',
      'repeats',
      'interruptions',
      'in sleep hours',
      'needless',
      'minutes of sleep',
    ],
    ...rules.map((one) => [
      `#${one.number}`,
      serviceName(reads, one.serviceId),
      one.openings,
      one.actionable,
      one.acknowledgedOnly,
      one.resolvedItself,
      one.answeredYes,
      one.answeredNo,
      one.marked,
      one.flaps,
      one.repeats,
      one.interruptions,
      one.sleep,
      one.needless,
      one.sleepers.reduce((sum, { minutes }) => sum + minutes, 0),
    ]),
  ],
  cost: ({ lines: some }: CostFigures, reads) => [
    ['connection', 'country', 'team', 'SMS', 'SMS parts', 'calls', 'begun minutes', 'cost', 'currency'],
    ...some.map((one) => [
      nameIn(reads.connections, one.connectionId),
      one.country,
      one.teamId === null ? '' : nameIn(reads.teams, one.teamId),
      one.messages,
      one.parts,
      one.calls,
      one.minutes,
      ...costCells(reads, one),
    ]),
  ],
  delivery: ({ channels }: DeliveryFigures) => [
    ['channel', 'attempts', 'retries', 'sent', 'delivered', 'read', 'failed', ...durationHeads.map((head) => `to sent: ${head}`)],
    ...channels.map((one) => [
      one.channel,
      one.attempts,
      one.retries,
      one.sent,
      one.delivered,
      one.read,
      one.failed,
      ...durationCells(one.toSent),
    ]),
  ],
};

/** The first and the last day of a report, by its clock. */
export const reportDays = ({ from, to, zone, zones }: Pick<ReportOrder, 'from' | 'to' | 'zone' | 'zones'>): readonly [string, string] => {
  const clock = createWallClock(zones, zone);
  return [dateOf(clock.date(toMillis(from))), dateOf(clock.date(toMillis(to) - 1))];
};

/**
 * A report’s main table, with current names. The days of the report are in the last columns of each line, and their zone in the header, so that
 * tables of several periods can be put together.
 */
export const reportCsv = (order: ReportOrder, figures: unknown, reads: CsvNames): string => {
  const [head = [], ...body] = lines[order.report](figures as never, reads);
  const days = reportDays(order);
  const table = [[...head, `from (${order.zone})`, `to (${order.zone})`], ...body.map((line) => [...line, ...days])];
  return csvMark + table.map((line) => toCsvLine(line)).join('');
};
