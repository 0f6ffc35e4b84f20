import { countedEvents, countedFigures, eventsReports, type EventsReport } from '../alert-groups/counted-figures.js';
import { urgency } from '../contacts/events.js';
import { countedBy } from '../reports/reports.js';
import {
  choiceParameter,
  dayOrInstantParameter,
  idParameter,
  numberParameter,
  requireParameter,
  textParameter,
  type QueryParameter,
} from './query.js';
import { okAnswer, type Route } from './route.js';

const range = {
  from: dayOrInstantParameter('The start: an instant, or a day such as `2026-11-01`.'),
  to: dayOrInstantParameter('The end: an instant (exclusive), or a day (inclusive). Default: today.'),
  days: numberParameter('If `from` is not given: the number of days up to the end. Default: 28.', 1, 1_100),
  zone: textParameter('The time zone. Default: the organisation’s.', 64),
  ordinal: numberParameter(
    'Only events up to this position of the log count. Default: its end. The same position gives the same bytes.',
    1,
  ),
  service: idParameter('Only this service (id).'),
  team: idParameter('Only this team (id).'),
  urgency: choiceParameter(urgency.options, 'Only alert groups of this urgency.'),
  label: textParameter('Only services that have this label now: `tier=gold`. The answer’s order names them.', 1_201),
  services: textParameter('Only these services (ids, separated by commas): what `label` gave.', 20_000),
  log: idParameter('The id of an import: read its log instead of the live one.'),
};

const asFile = choiceParameter(
  ['json', 'csv', 'canonical'],
  '`csv`: the main table as a file, with current names. `canonical`: the bytes that were hashed. Default: `json`.',
);
const figureOf = (figures: readonly string[]): QueryParameter => requireParameter(choiceParameter(figures, 'The figure.'));
const report = (name: string, says: string): Route => ({
  method: 'GET',
  path: `/api/reports/${name}`,
  room: 'views',
  says,
  permission: 'everything.read',
  query: { ...range, format: asFile },
  boundBy: 'ordinal',
  answers: okAnswer('The report, and the log position it is pinned to.', 'ReportAnswer', ['text/csv']),
  refusals: ['request.invalid', 'request.not_found', 'permission.denied', 'report.took_too_long'],
});

const eventsRoute = (name: EventsReport): Route => ({
  method: 'GET',
  path: `/api/reports/${name}/events`,
  room: 'views',
  says: `The events behind a number of the ${name} report. With the same range, filters and \`ordinal\`, the list has exactly that many. Persons are left out if you may not see their figures.`,
  permission: 'everything.read',
  query: {
    ...range,
    figure: figureOf(countedEvents[name].figures),
    by: choiceParameter(countedEvents[name].by, 'Only one line.'),
    of: textParameter(
      'The line: an id, a date, an hour of the week, a channel, or a channel and a reason separated by a space. Empty: events without one.',
      100,
    ),
  },
  boundBy: 'ordinal',
  answers: okAnswer('The events.', 'EventsCounted'),
  refusals: ['request.invalid', 'request.not_found', 'permission.denied', 'report.took_too_long'],
});

/** Reports, which are folded from the log. */
export const reportRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/api/reports/openings',
    room: 'views',
    says: 'The openings behind a number of a report. With the same range, filters and `ordinal`, the list has as many entries as the number says.',
    permission: 'everything.read',
    query: {
      ...range,
      figure: figureOf(countedFigures),
      by: choiceParameter(countedBy, 'Only one line. A rule is identified by the first alert group that it opened in the range.'),
      of: textParameter(
        'The line: an id, a date, an hour of the week (0 is Monday, midnight), `high` or `low`. Empty: entries without one.',
        64,
      ),
      measures: textParameter('The measure of `measured` and `missing`.', 1_000),
    },
    boundBy: 'ordinal',
    answers: okAnswer('The openings.', 'OpeningsCounted'),
    refusals: ['request.invalid', 'request.not_found', 'report.took_too_long'],
  },
  {
    method: 'GET',
    path: '/api/reports/response',
    room: 'views',
    says: 'How long it took until alert groups were acknowledged by a person, and until they were resolved. Each opening or reopening of a group counts; tests don’t.',
    permission: 'everything.read',
    query: {
      ...range,
      format: asFile,
      measures: textParameter(
        'The measures, separated by commas: `mtta`, `time_to_resolve`, `time_to_notify`, or two moments, such as `could_page.first~acknowledged.last`, with `~working` for working hours only and `~high` or `~low`.',
        1_000,
      ),
    },
    boundBy: 'ordinal',
    answers: okAnswer('The report, and the log position it is pinned to.', 'ReportAnswer', ['text/csv']),
    refusals: ['request.invalid', 'request.not_found', 'permission.denied', 'report.took_too_long'],
  },
  report(
    'load',
    'Who was interrupted, when, and who was on call for how long: in sleep hours, on weekends, on holidays. Attempts by a loud channel to one person within a minute count once. Figures of single people are left out if you may not see them.',
  ),
  report('noise', 'Openings, and how many needed an action: by service, integration and alert, with the ten alerts most worth changing.'),
  report('delivery', 'Attempts by channel, how long they took and why they failed; and whether due escalation steps were taken.'),
  ...eventsReports.map(eventsRoute),
];
