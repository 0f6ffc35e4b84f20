import { z } from 'zod';
import { urgency } from '@tocsin/contracts/contacts/events.js';
import { countedEvents, eventsReports } from '@tocsin/contracts/alert-groups/counted-figures.js';
import { duration } from '@tocsin/contracts/duration.js';
import { id, instant } from '@tocsin/contracts/ids.js';
import * as reportLimits from '@tocsin/contracts/reports/limits.js';
import { measureOf, namedMeasures, type Measure } from '@tocsin/contracts/reports/measures.js';
import { eventsOfLine, reportNames, reportVersions, type EventsOfLine, type ReportOrder } from '@tocsin/contracts/reports/reports.js';
import { isZone, newestZonesVersion, createWallClock, type WallClock } from '@tocsin/domain/setup/schedules/shared/wall-clock.js';
import { midnightOf, toInstant, toMillis } from '@tocsin/kernel/time.js';
import { HttpProblem, parseOrThrow } from '../problems/problem.js';

/** A date, or an instant in any zone; kept in UTC with milliseconds. */
const message = 'Must be a date such as 2026-11-25, or a time such as 2026-11-25T10:00:00Z.';
const moment = z.union([z.iso.date({ message }), instant], message);
const reportQuery = z.object({
  from: moment.optional(),
  to: moment.optional(),
  days: z.coerce.number().int().min(1).max(1_100).default(28),
  zone: z.string().min(1).max(64).optional(),
  ordinal: z.coerce.number().int().min(1).optional(),
  service: id.optional(),
  team: id.optional(),
  urgency: urgency.optional(),
  label: z
    .string()
    .regex(/^[^=]{1,200}=.{0,1000}$/s, 'A label and its value: tier=gold.')
    .optional(),
  services: z
    .string()
    .max(reportLimits.reports.services * 37)
    .transform((text) => text.split(','))
    .pipe(z.array(id))
    .optional(),
  measures: z.string().max(1_000).optional(),
});
type ReportQuery = z.infer<typeof reportQuery>;

interface ReportDefaults {
  readonly now: string;
  readonly head: number;
  /** The organisation’s time zone. */
  readonly timeZone: string;
  readonly servicesWith: (label: string, value: string) => readonly string[];
}

/** The order of a report from its query, with defaults filled in. Throws HttpProblem request.invalid and request.not_found. */
export function orderOf(report: string, query: unknown, { now, head, timeZone, servicesWith }: ReportDefaults): ReportOrder {
  const name = reportNames.find((one) => one === report);
  if (!name) throw new HttpProblem('request.not_found');
  const filter = parseOrThrow(reportQuery, query);
  const zones = newestZonesVersion();
  const zone = filter.zone ?? timeZone;
  if (!isZone(zones, zone)) throw invalidQuery('zone', 'Unknown time zone.');
  const { from, to } = rangeOf(filter, now, createWallClock(zones, zone));
  if (from >= to) throw invalidQuery('from', 'Must be before “to”.');
  if (toMillis(to) - toMillis(from) > reportLimits.reports.range) throw invalidQuery('from', 'A report covers at most three years.');
  return {
    report: name,
    version: reportVersions[name],
    from,
    to,
    zone,
    zones,
    ordinal: Math.min(filter.ordinal ?? head, head),
    service: filter.service ?? null,
    team: filter.team ?? null,
    urgency: filter.urgency ?? null,
    ...labelled(filter, servicesWith),
    measures: filter.measures === undefined ? [...namedMeasures] : measuresOf(filter.measures),
  };
}

/** Ids that are named stand as they are: so the same link gives the same bytes, whatever labels were changed since. */
function labelled({ label, services }: ReportQuery, servicesWith: ReportDefaults['servicesWith']): Pick<ReportOrder, 'label' | 'services'> {
  if (label === undefined) return services === undefined ? {} : { services: services.toSorted() };
  const at = label.indexOf('=');
  return { label, services: [...(services ?? servicesWith(label.slice(0, at), label.slice(at + 1)))].toSorted() };
}

const lineQuery = z.object({
  ...eventsOfLine.shape,
  by: eventsOfLine.shape.by.default(null),
  of: eventsOfLine.shape.of.default(''),
});

/** Which events behind a number are requested. Throws HttpProblem request.invalid and request.not_found. */
export function eventsLineOf(report: string, query: unknown): EventsOfLine {
  const name = eventsReports.find((one) => one === report);
  if (!name) throw new HttpProblem('request.not_found');
  const { figure, by, of } = parseOrThrow(lineQuery, query);
  const { figures, by: lines } = countedEvents[name];
  if (!figures.some((one) => one === figure)) throw invalidQuery('figure', `Must be one of ${figures.join(', ')}.`);
  if (by !== null && !lines.some((one) => one === by)) throw invalidQuery('by', `Must be one of ${lines.join(', ')}.`);
  return { figure, by, of };
}

/** A date means a whole day in the report’s time zone; the default range is the last days, including today. */
function rangeOf({ from, to, days }: ReportQuery, now: string, clock: WallClock): { readonly from: string; readonly to: string } {
  const dateOf = (text: string): number => toMillis(midnightOf(text)) / duration.day;
  const isDate = (text: string): boolean => text.length === 10;
  const startOf = (date: number): string => toInstant(clock.startOf(date));
  const last = to === undefined ? clock.date(toMillis(now)) : isDate(to) ? dateOf(to) : clock.date(toMillis(to));
  const first = from === undefined ? startOf(last - days + 1) : isDate(from) ? startOf(dateOf(from)) : from;
  return { from: first, to: to === undefined || isDate(to) ? startOf(last + 1) : to };
}

function measuresOf(text: string): Measure[] {
  const measures = text.split(',').map((one) => measureOf(one));
  const parsedMeasures = measures.filter((one) => one !== null);
  if (parsedMeasures.length < measures.length)
    throw invalidQuery('measures', 'A measure is a name, or reads “could_page.first~acknowledged.first”.');
  if (parsedMeasures.length > reportLimits.reports.measures)
    throw invalidQuery('measures', `At most ${reportLimits.reports.measures} measures.`);
  return parsedMeasures;
}

const invalidQuery = (path: string, message: string): HttpProblem =>
  new HttpProblem('request.invalid', {}, [{ path, code: 'custom', message }]);
