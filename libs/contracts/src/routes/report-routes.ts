import { countedEvents, countedFigures, eventsReports, type EventsReport } from '../counted-figures.js';
import { countedBy } from '../reports.js';
import { okAnswer, type Route } from './route.js';

const range = {
  from: 'The start: an instant, or a day such as `2026-11-01`.',
  to: 'The end: an instant (exclusive), or a day (inclusive). Default: today.',
  days: 'If `from` is not given: the number of days up to the end. Default: 28.',
  zone: 'The time zone. Default: the organisation’s.',
  ordinal: 'Only events up to this position of the log count. Default: its end. The same position gives the same bytes.',
  service: 'Only this service (id).',
  team: 'Only this team (id).',
  urgency: '`high` or `low`.',
  log: 'The id of an import: read its log instead of the live one.',
};

const asFile = '`csv`: the main table as a file, with current names. `canonical`: the bytes that were hashed.';
const report = (name: string, says: string): Route => ({
  method: 'GET',
  path: `/api/reports/${name}`,
  room: 'views',
  says,
  permission: 'everything.read',
  query: { ...range, format: asFile },
  answers: okAnswer('The report, and the log position it is pinned to.', 'ReportAnswer'),
  refusals: ['request.invalid', 'store.unavailable', 'store.unwritable', 'permission.denied', 'report.took_too_long'],
});

const listChoices = (names: readonly string[]): string => names.map((one) => `\`${one}\``).join(', ');
const eventsRoute = (name: EventsReport): Route => ({
  method: 'GET',
  path: `/api/reports/${name}/events`,
  room: 'views',
  says: `The events behind a number of the ${name} report. With the same range, filters and \`ordinal\`, the list has exactly that many. Persons are left out if you may not see their figures.`,
  permission: 'everything.read',
  query: {
    ...range,
    figure: `The figure: ${listChoices(countedEvents[name].figures)}.`,
    by: `Only one line: ${listChoices(countedEvents[name].by)}.`,
    of: 'The line: an id, a date, an hour of the week, a channel, or a channel and a reason separated by a space. Empty: events without one.',
  },
  answers: okAnswer('The events.', 'EventsCounted'),
  refusals: ['request.invalid', 'store.unavailable', 'store.unwritable', 'permission.denied', 'report.took_too_long'],
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
      figure: `The figure: ${countedFigures.map((one) => `\`${one}\``).join(', ')}.`,
      by: `Only one line: ${countedBy.map((one) => `\`${one}\``).join(', ')}. A rule is identified by the first alert group that it opened in the range.`,
      of: 'The line: an id, a date, an hour of the week (0 is Monday, midnight), `high` or `low`. Empty: entries without one.',
      measures: 'The measure of `measured` and `missing`.',
    },
    answers: okAnswer('The openings.', 'OpeningsCounted'),
    refusals: ['request.invalid', 'store.unavailable', 'store.unwritable', 'report.took_too_long'],
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
      measures:
        'The measures, separated by commas: `mtta`, `time_to_resolve`, `time_to_notify`, or two moments, such as `could_page.first~acknowledged.last`, with `~working` for working hours only and `~high` or `~low`.',
    },
    answers: okAnswer('The report, and the log position it is pinned to.', 'ReportAnswer'),
    refusals: ['request.invalid', 'store.unavailable', 'store.unwritable', 'permission.denied', 'report.took_too_long'],
  },
  report(
    'load',
    'Who was interrupted, when, and who was on call for how long: in sleep hours, on weekends, on holidays. Attempts by a loud channel to one person within a minute count once. Figures of single people are left out if you may not see them.',
  ),
  report('noise', 'Openings, and how many needed an action: by service, integration and alert, with the ten alerts most worth changing.'),
  report('delivery', 'Attempts by channel, how long they took and why they failed; and whether due escalation steps were taken.'),
  ...eventsReports.map(eventsRoute),
];
