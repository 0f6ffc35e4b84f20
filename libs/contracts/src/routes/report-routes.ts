import { countedFigures } from '../counted-figures.js';
import { countedBy } from '../reports.js';
import { ok, type Route } from './route.js';

const range = {
  from: 'From this instant on, or from this day: `2026-11-01`.',
  to: 'Until before this instant, or with this day. Default: with today.',
  days: 'Without `from`: so many days, the last included. 28.',
  zone: 'By the clock of this zone. Default: the organisation’s.',
  ordinal: 'Only what stands at or before this position of the log counts. Default: its end. The same position gives the same bytes.',
  service: 'Only this service, by its id.',
  team: 'Only this team, by its id.',
  urgency: '`high` or `low`.',
  log: 'Of the log of this import, by its id, instead of the live one.',
};

const asFile = '`csv`: the main table as a file, with the names of today. `canonical`: the bytes that the hash is of.';
const report = (name: string, says: string): Route => ({
  method: 'GET',
  path: `/api/reports/${name}`,
  room: 'views',
  says,
  permission: 'everything.read',
  query: { ...range, format: asFile },
  answers: ok('The report, and what it is pinned to.', 'ReportAnswer'),
  refusals: ['request.invalid', 'store.unavailable', 'permission.denied', 'report.took_too_long'],
});

/** Reports, which are folded from the log. */
export const reportRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/api/reports/openings',
    room: 'views',
    says: 'The openings that a number of a report counts: with the same range, filters and `ordinal`, as many as the number says.',
    permission: 'everything.read',
    query: {
      ...range,
      figure: `What is counted: ${countedFigures.map((one) => `\`${one}\``).join(', ')}.`,
      by: `Of one line alone: ${countedBy.map((one) => `\`${one}\``).join(', ')}. A rule is called by the first alert group that it opened in the range.`,
      of: 'Which line: an id, a date, an hour of the week (0 is Monday, midnight), `high` or `low`. Empty: what has none.',
      measures: 'The measure of `measured` and `missing`.',
    },
    answers: ok('The openings.', 'OpeningsCounted'),
    refusals: ['request.invalid', 'store.unavailable', 'report.took_too_long'],
  },
  {
    method: 'GET',
    path: '/api/reports/response',
    room: 'views',
    says: 'How long it took until alert groups were acknowledged by a person, and until they were resolved. Counted is each time that a group was opened or reopened; tests never.',
    permission: 'everything.read',
    query: {
      ...range,
      format: asFile,
      measures:
        'What is measured, separated by commas: `mtta`, `time_to_resolve`, `time_to_notify`, or two moments, such as `could_page.first~acknowledged.last`, with `~working` for working hours only and `~high` or `~low`.',
    },
    answers: ok('The report, and what it is pinned to.', 'ReportAnswer'),
    refusals: ['request.invalid', 'store.unavailable', 'permission.denied', 'report.took_too_long'],
  },
  report(
    'load',
    'Who was interrupted, when, and who was on call for how long: in sleep hours, on weekends, on holidays. Attempts by a loud channel to one person within a minute count once. Figures of single people are left out for those who may not see them.',
  ),
  report(
    'noise',
    'What opened, and whether anybody had to do anything about it: by service, integration and alert, with the ten alerts most worth changing.',
  ),
  report(
    'delivery',
    'What was sent by which channel, how long it took and why it failed; and whether the escalation steps that were due were taken.',
  ),
];
