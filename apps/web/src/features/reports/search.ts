import type { ReportOrder } from '@tocsin/contracts/reports.js';

/** What a report is about, by the address of its screen, so that a link shows the same. */
export interface ReportSearch {
  /** The last so many days; absent, with no `from`: 28. */
  readonly days?: string;
  /** Days by the clock of the report, both inclusive. */
  readonly from?: string;
  readonly to?: string;
  /** Whose clock days and hours are of; absent: the organisation’s. */
  readonly zone?: string;
  readonly service?: string;
  readonly team?: string;
  readonly urgency?: string;
  /** A second measure, beside the first. */
  readonly measure?: string;
  /** A position of the log: what came after it does not count. */
  readonly ordinal?: string;
}

export const reportSearchFrom = (values: Record<string, unknown>): ReportSearch =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (typeof value === 'string' || typeof value === 'number' ? [[name, `${value}`]] : [])),
  );

/** What is put into the address: an empty choice is left out. */
export const withChoice = (search: ReportSearch, change: Partial<Record<keyof ReportSearch, string>>): ReportSearch =>
  Object.fromEntries(Object.entries({ ...search, ...change }).filter(([, value]) => value !== ''));

/** Which openings are listed, by the address of their screen. */
export interface OpeningsSearch extends ReportSearch {
  readonly figure?: string;
  readonly by?: string;
  /** The line of the report; absent: what has none. */
  readonly of?: string;
}

/** Which events are listed, by the address of their screen. */
export interface EventsSearch extends OpeningsSearch {
  readonly report?: string;
}

/** The same range, filters and position of the log as a report’s. */
export const openingsSearchOf = ({ from, to, zone, ordinal, service, team, urgency }: ReportOrder): OpeningsSearch => ({
  from,
  to,
  zone,
  ordinal: `${ordinal}`,
  ...(service === null ? {} : { service }),
  ...(team === null ? {} : { team }),
  ...(urgency === null ? {} : { urgency }),
});
