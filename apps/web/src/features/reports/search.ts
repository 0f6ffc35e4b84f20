import type { ReportOrder } from '@tocsin/contracts/reports/reports.js';

/** Search parameters of a report, so that a link shows the same. */
export interface ReportSearch {
  /** Number of days until today; default without `from`: 28. */
  readonly days?: string;
  /** Days by the clock of the report, both inclusive. */
  readonly from?: string;
  readonly to?: string;
  /** Time zone of days and hours; default: the organisation’s. */
  readonly zone?: string;
  readonly service?: string;
  readonly team?: string;
  readonly urgency?: string;
  /** A label of services, and its value: `tier=gold`. */
  readonly label?: string;
  /** A second measure, beside the first. */
  readonly measure?: string;
  /** The imported history, instead of the own log. */
  readonly log?: string;
  /** A position of the log: later events do not count. */
  readonly ordinal?: string;
}

export const reportSearchFrom = (values: Record<string, unknown>): ReportSearch =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (typeof value === 'string' || typeof value === 'number' ? [[name, `${value}`]] : [])),
  );

/** The changed search parameters, without empty ones. */
export const withChoice = (search: ReportSearch, change: Partial<Record<keyof ReportSearch, string>>): ReportSearch =>
  Object.fromEntries(Object.entries({ ...search, ...change }).filter(([, value]) => value !== ''));

/** Search parameters of a list of openings. */
export interface OpeningsSearch extends ReportSearch {
  readonly figure?: string;
  readonly by?: string;
  /** The line of the report; absent: the line without a value. */
  readonly of?: string;
}

/** Search parameters of a list of events. */
export interface EventsSearch extends OpeningsSearch {
  readonly report?: string;
}

/** The same range, filters and position of the log as a report’s. */
export const openingsSearchOf = ({ from, to, zone, ordinal, service, team, urgency, label }: ReportOrder): OpeningsSearch => ({
  from,
  to,
  zone,
  ordinal: `${ordinal}`,
  ...(service === null ? {} : { service }),
  ...(team === null ? {} : { team }),
  ...(urgency === null ? {} : { urgency }),
  ...(label === undefined ? {} : { label }),
});
