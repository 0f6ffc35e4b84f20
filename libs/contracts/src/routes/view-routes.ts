import { events, views, type ViewName } from '../catalogue.js';
import { eventGroupNames } from '../event-groups.js';
import { contactKinds } from '../contacts/kinds.js';
import { limits } from '../limits.js';
import { messageOutcomes } from '../alert-groups/messages.js';
import {
  choiceParameter,
  flagParameter,
  idParameter,
  instantParameter,
  momentParameter,
  numberParameter,
  repeatParameter,
  requireParameter,
  textParameter,
  tokenParameter,
} from './query.js';
import { computedRefusals, fileAnswer, okAnswer, type Route } from './route.js';

const moment = {
  at: momentParameter(
    'The view as of then: an ordinal, an instant, or a day for its start in UTC. `asOf` says the ordinal that it was pinned to; what is after the end of the log is answered as now.',
  ),
  after: tokenParameter('A token: answer only once the view includes that command.'),
};
const listing = {
  'where.<column>': textParameter(
    'Only rows with this value. Repeat it for any of several values. A value that the column can’t have is refused.',
  ),
  'from.<column>': instantParameter('An instant: only rows with this or a later value in the column.'),
  'to.<column>': instantParameter('An instant: only rows with an earlier value in the column.'),
  sort: textParameter('The column to sort by.'),
  desc: flagParameter('`1`: descending.'),
  limit: numberParameter('Rows per answer. Default: 50, at most 200.', 1, limits.pageSizeMax),
  cursor: textParameter('The `next` of the previous answer.'),
  count: flagParameter('`1`: return the total number of matching rows in `count`.'),
  countBy: repeatParameter(
    textParameter(
      'A column: return in `counts` how many matching rows have each of its values. Repeat it for combinations of several columns.',
    ),
  ),
  ...moment,
};
/** Views with paginated rows, which hold only their newest part. */
const paged: ReadonlySet<ViewName> = new Set(['ladders', 'alerts']);
const paging = { before: textParameter('Entries before this position, the `older` of a row.') };
const searching = {
  q: textParameter(
    'Words that must all occur in the number (`#12`), the title, the labels (`instance=web-1`), the service name, or in an alert of the group (the newest 200 groups with such an alert; `inAlerts` says which). `"disk is full"` is one word; `status:firing`, `urgency:high`, `team:payments` and `service:checkout` compare that alone; `env!=test` leaves out groups with that label; `instance=~web-[0-9]+` and `!~` compare the label of every alert with a pattern of RE2, which must fit the whole value.',
  ),
};
/** Filters of `GET /api/events` and its export. */
const history = {
  group: choiceParameter(eventGroupNames, 'Only events of one group.'),
  type: repeatParameter(choiceParameter(Object.keys(events), 'Only this event type. Repeat it for several.')),
  without: repeatParameter(choiceParameter(Object.keys(events), 'Exclude this event type. Repeat it for several.')),
  actor: textParameter('Only events of this actor (id).'),
  about: repeatParameter(
    idParameter('Only events about this person, team, service, integration or other thing (id). Repeat it for events about all of them.'),
  ),
  stream: textParameter('Only this stream.'),
  q: textParameter(
    `Beginnings of words that must all occur in an event: in its text, or in the name of its type. Names, addresses and notes are encrypted: one answer decrypts ${limits.decryptedBySearch.toLocaleString('en')} events, and \`next\` continues.`,
    limits.searchCharacters,
  ),
  from: instantParameter('An instant: only events recorded at or after it.'),
  to: instantParameter('An instant: only events recorded before it.'),
  before: numberParameter('Only events before this ordinal.'),
  after: numberParameter('Only events after this ordinal.'),
};
/** Filters of `GET /api/messages` and its export. */
const messageLog = {
  person: repeatParameter(idParameter('Only messages to this person. Repeat it for several.')),
  group: idParameter('Only messages about this alert group (id).'),
  service: idParameter('Only messages about this service.'),
  team: idParameter('Only messages about services of this team.'),
  channel: repeatParameter(choiceParameter(contactKinds, 'Only this kind of contact method. Repeat it for several.')),
  outcome: repeatParameter(choiceParameter(messageOutcomes, 'Only this outcome. Repeat it for several.')),
  q: textParameter('Words that must all occur in the number (`#12`), the title or the service name.', limits.searchCharacters),
  from: instantParameter('An instant: only pages started at or after it.'),
  to: instantParameter('An instant: only pages started before it.'),
  cursor: textParameter('The `next` of the previous answer.'),
};
const refusedViews = ['request.not_supported_here', 'request.view_behind', 'permission.denied'] as const;

const refusedCauses = ['request.view_behind', 'permission.denied'] as const;

export const viewRoutes: readonly Route[] = [
  ...(Object.keys(views) as ViewName[]).flatMap((view): readonly Route[] => [
    {
      method: 'GET',
      path: `/api/views/${view}`,
      room: 'views',
      says: `The rows of ${view}.`,
      permission: 'everything.read',
      view,
      query: view === 'alertGroups' ? { ...listing, ...searching } : listing,
      boundBy: 'at',
      answers: okAnswer('Rows.', 'Listed'),
      refusals: ['request.bad_cursor', ...refusedViews],
    },
    {
      method: 'GET',
      path: `/api/views/${view}/:id`,
      room: 'views',
      says: `One row of ${view}.`,
      permission: 'everything.read',
      view,
      query: paged.has(view) ? { ...moment, ...paging } : moment,
      boundBy: 'at',
      answers: okAnswer('The row.', 'ShownRow'),
      refusals: ['request.not_found', ...(paged.has(view) ? (['request.bad_cursor'] as const) : []), ...refusedViews],
    },
  ]),
  {
    method: 'GET',
    path: '/api/views',
    room: 'views',
    says: 'Several reads of views in one request: what a screen needs. Each counts as one request.',
    permission: 'everything.read',
    query: {
      read: requireParameter(
        repeatParameter(
          textParameter(
            `A view, or one of its rows, with its parameters: \`teams?limit=200\`, \`alertGroups/<id>\`. Repeat it, up to ${limits.readsTogether} times.`,
          ),
        ),
      ),
    },
    answers: okAnswer(
      'In the order of the reads: `answer`, or the `problem` of that read alone; null where it must be asked for alone.',
      'ReadsAnswer',
    ),
    refusals: ['permission.denied'],
  },
  {
    method: 'GET',
    path: '/api/moment',
    room: 'views',
    says: 'Pins a moment: the ordinal that `?at=` of views stands for, and its log time. The same instant can mean another ordinal once the clock was set back; an ordinal is always the same moment.',
    permission: 'everything.read',
    query: { at: requireParameter(momentParameter('An ordinal, an instant, or a day for its start in UTC.')) },
    boundBy: 'at',
    answers: okAnswer('The moment.', 'Moment'),
  },
  {
    method: 'GET',
    path: '/api/events',
    room: 'views',
    says: 'History: the log, newest first.',
    permission: 'everything.read',
    query: { ...history, limit: numberParameter('Events per answer. Default: 50, at most 200.', 1) },
    boundBy: 'before',
    answers: okAnswer('Events.', 'EventsAnswer'),
    refusals: ['permission.denied', 'request.view_behind'],
  },
  {
    method: 'GET',
    path: '/api/events/export',
    room: 'views',
    says: `History as a file, newest first. One answer looks at ${limits.export.events.toLocaleString('en')} events; where older ones are left, its header \`Link: <…>; rel="next"\` leads to them. CSV: text that a spreadsheet would read as a formula begins with an apostrophe.`,
    permission: 'everything.read',
    query: {
      format: requireParameter(choiceParameter(['csv', 'ndjson'], '`ndjson`: one event a line, as in `GET /api/events`.')),
      header: choiceParameter(['present', 'absent'], '`absent`: CSV without the names of its columns, to be appended to another.'),
      ...history,
    },
    boundBy: 'before',
    answers: fileAnswer('The file.', 'text/csv', 'application/x-ndjson'),
    refusals: ['limit.rate', 'permission.denied', 'request.view_behind'],
  },
  {
    method: 'GET',
    path: '/api/events/:ordinal',
    room: 'views',
    says: 'One complete event of the history, with the raw body from the sender, which lists leave out.',
    permission: 'everything.read',
    answers: okAnswer('The event.', 'EventShown'),
    refusals: ['request.not_found', 'permission.denied'],
  },
  {
    method: 'GET',
    path: '/api/events/by-id/:id',
    room: 'views',
    says: 'One complete event of the history, by its id.',
    permission: 'everything.read',
    answers: okAnswer('The event.', 'EventShown'),
    refusals: ['request.not_found', ...refusedCauses],
  },
  {
    method: 'GET',
    path: '/api/events/:ordinal/causes',
    room: 'views',
    says: 'The chain of causes of an event, up to the input it came from: a signal or an action of a person.',
    permission: 'everything.read',
    query: { limit: numberParameter('Events per answer. Default: 20, at most 200.', 1) },
    answers: okAnswer('The causes, nearest first.', 'CausesAnswer'),
    refusals: ['request.not_found', ...refusedCauses],
  },
  {
    method: 'GET',
    path: '/api/events/:ordinal/effects',
    room: 'views',
    says: 'The direct effects of an event. Ask for the effects of each of these in turn.',
    permission: 'everything.read',
    query: {
      after: numberParameter('Only effects after this ordinal.', 0),
      limit: numberParameter('Events per answer. Default: 50, at most 200.', 1),
    },
    answers: okAnswer('The effects, oldest first.', 'EffectsAnswer'),
    refusals: ['request.not_found', ...refusedCauses],
  },
  {
    method: 'GET',
    path: '/api/why',
    room: 'views',
    says: 'Why a person was or was not paged, read from recorded events: for one alert group, or for all that were open within the hour before a moment and could have paged the person.',
    permission: 'everything.read',
    query: {
      person: requireParameter(idParameter('A person’s id.')),
      group: idParameter('An alert group’s id.'),
      at: instantParameter('An instant: only events recorded until then count. Default: now.'),
    },
    answers: okAnswer('The verdict for each alert group, and the events behind it.', 'WhyAnswer'),
    refusals: ['request.not_found', 'permission.denied'],
  },
  {
    method: 'GET',
    path: '/api/films/:id',
    room: 'views',
    says: 'The film of an alert group: a frame for each of its events, with the rows of `alertGroups`, `ladders` and `alerts` after it. One answer has up to 200 frames.',
    permission: 'everything.read',
    query: {
      from: numberParameter('The number of the first frame, from 0.', 0),
      frame: numberParameter('An ordinal: the answer has the last frame up to it, whose number is `at`.', 0),
      at: numberParameter('An ordinal: the film ends there.', 0),
    },
    answers: okAnswer('The frames.', 'FilmAnswer'),
    refusals: ['request.not_found', 'permission.denied'],
  },
  {
    method: 'GET',
    path: '/api/exported-files/:id',
    room: 'views',
    says: 'A file that this person exported, or that is about their nights: the film of an alert group as HTML, or an evidence pack as ZIP. It is made from the history as of the export, without what was redacted or erased since.',
    permission: 'session',
    answers: fileAnswer('The file.', 'text/html', 'application/zip'),
    refusals: ['exported_file.not_found'],
  },
  {
    method: 'GET',
    path: '/api/messages',
    room: 'views',
    says: 'The message log: every attempt to reach a person by any channel, newest page first. Each answer covers up to 2,000 pages; `next` continues the list.',
    permission: 'everything.read',
    query: {
      ...messageLog,
      limit: numberParameter(
        'The minimum number of messages per answer, if there are that many. Default: 50, at most 200.',
        1,
        limits.pageSizeMax,
      ),
    },
    answers: okAnswer('Messages.', 'MessagesAnswer'),
    refusals: ['request.bad_cursor', 'permission.denied'],
  },
  {
    method: 'GET',
    path: '/api/messages/export',
    room: 'views',
    says: 'The message log as CSV, newest page first. Each answer covers up to 20,000 pages; if older ones are left, the header `Link: <…>; rel="next"` leads to them. Text that a spreadsheet would read as a formula begins with an apostrophe.',
    permission: 'everything.read',
    query: {
      ...messageLog,
      header: choiceParameter(['present', 'absent'], '`absent`: without the names of the columns, to be appended to another.'),
    },
    answers: fileAnswer('The file.', 'text/csv'),
    refusals: ['request.bad_cursor', 'permission.denied'],
  },
  {
    method: 'GET',
    path: '/api/previews',
    room: 'views',
    says: 'An example of a page for each kind of contact method, rendered as real ones are.',
    permission: 'everything.read',
    answers: okAnswer('One example of each kind.', 'PreviewsAnswer'),
    refusals: ['permission.denied'],
  },
  {
    method: 'GET',
    path: '/api/senders',
    room: 'views',
    says: 'The sources that can be connected: the kind of integration each one needs, and the set-up steps. The steps contain `{address}`, `{key}` and `{url}` as placeholders for the answer of `CreateIntegration`.',
    permission: 'everything.read',
    answers: okAnswer('The sources.', 'SendersAnswer'),
    refusals: ['permission.denied'],
  },
  {
    method: 'GET',
    path: '/api/integrations/:id/keys',
    room: 'views',
    says: 'The last use of each key of an integration, and the signals refused because of revoked keys. The keys themselves are only shown by a command.',
    permission: 'everything.read',
    answers: okAnswer('The last uses, by the hash of the key.', 'IntegrationKeys'),
    refusals: ['integration.not_found', 'permission.denied'],
  },
  {
    method: 'GET',
    path: '/api/integrations/:id/mapping',
    room: 'views',
    says: 'The newest requests of an integration, to write a mapping for, and whether the saved mapping fails.',
    permission: 'everything.read',
    answers: okAnswer('The requests, without keys.', 'MappingSamples'),
    refusals: ['integration.not_found', 'permission.denied'],
  },
  {
    method: 'POST',
    path: '/api/integrations/:id/mapping/try',
    room: 'views',
    says: 'What up to 200 recent requests of an integration, or a given body, would become by another mapping. Nothing is written.',
    permission: 'everything.read',
    body: 'MappingTryOutRequest',
    answers: okAnswer('What they become, pinned to the log.', 'MappingTryOut'),
    refusals: ['limit.work', 'request.invalid', 'integration.not_found', 'permission.denied'],
  },
  {
    method: 'POST',
    path: '/api/integrations/:id/routes/try',
    room: 'views',
    says: 'Where the alerts of up to 200 recent signals of an integration would go by other rules: how many each rule decides, and how many go elsewhere than by the saved ones. Nothing is written. A rule with an invalid pattern decides none.',
    permission: 'everything.read',
    body: 'RouteTryOutRequest',
    answers: okAnswer('The counts.', 'RouteTryOut'),
    refusals: [...computedRefusals, 'request.invalid', 'integration.not_found', 'permission.denied'],
  },
  {
    method: 'POST',
    path: '/api/routes/try',
    room: 'views',
    says: 'The same for rules in front of all integrations, with the recent signals of all of them.',
    permission: 'everything.read',
    body: 'RouteTryOutRequest',
    answers: okAnswer('The counts.', 'RouteTryOut'),
    refusals: [...computedRefusals, 'request.invalid', 'permission.denied'],
  },
  {
    method: 'POST',
    path: '/api/lookups/try',
    room: 'views',
    says: 'What the alerts of the last 200 signals would get by a lookup table: of a team’s integrations, or of all. Nothing is written.',
    permission: 'everything.read',
    body: 'LookupTryOutRequest',
    answers: okAnswer('What they would get.', 'LookupTryOut'),
    refusals: [...computedRefusals, 'request.invalid', 'permission.denied'],
  },
  {
    method: 'POST',
    path: '/api/services/:id/grouping/try',
    room: 'views',
    says: 'What the alerts of up to 200 recent signals of a service’s integrations would have become by another grouping: how many alert groups, and how many alerts in the biggest. Nothing is written.',
    permission: 'everything.read',
    body: 'GroupingTryOutRequest',
    answers: okAnswer('The counts.', 'GroupingTryOut'),
    refusals: [...computedRefusals, 'request.invalid', 'service.not_found', 'permission.denied'],
  },
  {
    method: 'POST',
    path: '/api/silences/preview',
    room: 'views',
    says: 'What conditions of a silence cover now, and would have covered in the last 7 days. Nothing is written. An invalid pattern covers nothing.',
    permission: 'everything.read',
    body: 'SilencePreviewRequest',
    answers: okAnswer('What is covered.', 'SilencePreview'),
    refusals: [...computedRefusals, 'request.invalid'],
  },
];
