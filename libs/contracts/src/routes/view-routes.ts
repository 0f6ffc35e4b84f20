import { views, type ViewName } from '../catalogue.js';
import { eventGroupNames } from '../event-groups.js';
import { contactKinds } from '../contact-kinds.js';
import { limits } from '../limits.js';
import { messageOutcomes } from '../messages.js';
import { ok, type Route } from './route.js';

const moment = {
  at: 'An instant: the view as it was then.',
  after: 'A token: answer once the view has seen that command.',
};
const listing = {
  'where.<column>': 'Only rows with this value; several times: any of the values. A value that no row could have is refused.',
  'from.<column>': 'An instant: only rows that have it or a later one there.',
  'to.<column>': 'An instant: only rows that have an earlier one there.',
  sort: 'A column.',
  desc: '`1`: the largest first.',
  limit: 'Rows in one answer: 50, at most 200.',
  cursor: 'What the answer before said in `next`.',
  count: '`1`: say in `count` how many rows fit in all.',
  ...moment,
};
/** Rows that hold their newest part alone. */
const paged: ReadonlySet<ViewName> = new Set(['ladders', 'alerts']);
const paging = { before: 'Entries before this mark, from the `older` of a row.' };
const searching = { q: 'Words that must all occur in the number (`#12`), the title or the name of the service.' };
/** What `GET /api/events` and its export are narrowed by. */
const history = {
  group: `Only events of one group: ${eventGroupNames.map((group) => `\`${group}\``).join(', ')}.`,
  type: 'Only this kind of event; several times: any of them.',
  without: 'All but this kind of event; several times: none of them.',
  actor: 'Only events of this actor, by id.',
  stream: 'Only this stream.',
  q: 'Words that must all occur in an event: in its text, or in the name of its kind. Text that is stored encrypted (names, addresses, notes) is not searched.',
  from: 'An instant: only what was recorded at it or later.',
  to: 'An instant: only what was recorded before it.',
  before: 'Only what is older than this ordinal.',
  after: 'Only what is newer than this ordinal.',
};
/** What `GET /api/messages` and its export are narrowed by. */
const messageLog = {
  person: 'Only what was for this person; several times: any of them.',
  group: 'Only what was about this alert group, by id.',
  service: 'Only what was about this service.',
  team: 'Only what was about services of this team.',
  channel: `Only by this kind of contact method; several times: any of ${contactKinds.map((kind) => `\`${kind}\``).join(', ')}.`,
  outcome: `Only what came to this; several times: any of ${messageOutcomes.map((outcome) => `\`${outcome}\``).join(', ')}.`,
  q: 'Words that must all occur in the number (`#12`), the title or the name of the service.',
  from: 'An instant: only of pages that began at it or later.',
  to: 'An instant: only of pages that began before it.',
  cursor: 'What the answer before said in `next`.',
};
const refusedViews = ['request.not_supported_here', 'request.view_behind', 'permission.denied'] as const;

const refusedCauses = ['request.view_behind', 'store.views_unavailable', 'permission.denied'] as const;

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
      answers: ok('Rows.', 'Listed'),
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
      answers: ok('The row.', 'ShownRow'),
      refusals: ['request.not_found', ...(paged.has(view) ? (['request.bad_cursor'] as const) : []), ...refusedViews],
    },
  ]),
  {
    method: 'GET',
    path: '/api/events',
    room: 'views',
    says: 'History: the log, newest first.',
    permission: 'everything.read',
    query: { ...history, limit: 'Events in one answer: 50, at most 200.' },
    answers: ok('Events.', 'EventsAnswer'),
    refusals: ['permission.denied'],
  },
  {
    method: 'GET',
    path: '/api/events/export',
    room: 'views',
    says: `History as a file, newest first. One answer looks at ${limits.export.events.toLocaleString('en')} events; where older ones are left, its header \`Link: <…>; rel="next"\` leads to them. CSV: text that a spreadsheet would read as a formula begins with an apostrophe.`,
    permission: 'everything.read',
    query: {
      format: '`csv` or `ndjson`: one event a line, as in `GET /api/events`.',
      header: '`absent`: CSV without the names of its columns, to be appended to another.',
      ...history,
    },
    answers: ok('The file.'),
    refusals: ['limit.rate', 'permission.denied'],
  },
  {
    method: 'GET',
    path: '/api/events/:ordinal',
    room: 'views',
    says: 'One event of the history, whole: with the body that a sender sent, which lists leave out.',
    permission: 'everything.read',
    answers: ok('The event.', 'EventShown'),
    refusals: ['request.not_found', 'permission.denied'],
  },
  {
    method: 'GET',
    path: '/api/events/by-id/:id',
    room: 'views',
    says: 'One event of the history, whole, by its id.',
    permission: 'everything.read',
    answers: ok('The event.', 'EventShown'),
    refusals: ['request.not_found', ...refusedCauses],
  },
  {
    method: 'GET',
    path: '/api/events/:ordinal/causes',
    room: 'views',
    says: 'The chain of causes of an event, up to the input it came from: a signal or an action of a person.',
    permission: 'everything.read',
    query: { limit: 'Events in one answer: 20, at most 200.' },
    answers: ok('The causes, the nearest first.', 'CausesAnswer'),
    refusals: ['request.not_found', ...refusedCauses],
  },
  {
    method: 'GET',
    path: '/api/events/:ordinal/effects',
    room: 'views',
    says: 'The direct effects of an event. Ask for the effects of each of these in turn.',
    permission: 'everything.read',
    query: { after: 'Only what is younger than this ordinal.', limit: 'Events in one answer: 50, at most 200.' },
    answers: ok('The effects, the oldest first.', 'EffectsAnswer'),
    refusals: ['request.not_found', ...refusedCauses],
  },
  {
    method: 'GET',
    path: '/api/why',
    room: 'views',
    says: 'Why a person was or was not paged, read from recorded events: for one alert group, or for all that were open within the hour before a moment and could have paged the person.',
    permission: 'everything.read',
    query: {
      person: 'A person’s id.',
      group: 'An alert group’s id.',
      at: 'An instant: only events recorded until then count. Default: now.',
    },
    answers: ok('The verdict for each alert group, and the events behind it.', 'WhyAnswer'),
    refusals: ['request.not_found', 'store.views_unavailable', 'permission.denied'],
  },
  {
    method: 'GET',
    path: '/api/messages',
    room: 'views',
    says: 'The message log: every attempt to reach a person by any channel, newest page first. One answer looks at 2,000 pages; `next` says where to go on.',
    permission: 'everything.read',
    query: { ...messageLog, limit: 'Messages in one answer, at least, where there are so many: 50, at most 200.' },
    answers: ok('Messages.', 'MessagesAnswer'),
    refusals: ['request.bad_cursor', 'store.views_unavailable', 'permission.denied'],
  },
  {
    method: 'GET',
    path: '/api/messages/export',
    room: 'views',
    says: 'The message log as CSV, of the newest page first. One answer looks at 20,000 pages; where older ones are left, its header `Link: <…>; rel="next"` leads to them. Text that a spreadsheet would read as a formula begins with an apostrophe.',
    permission: 'everything.read',
    query: { ...messageLog, header: '`absent`: without the names of the columns, to be appended to another.' },
    answers: ok('The file.'),
    refusals: ['request.bad_cursor', 'store.views_unavailable', 'permission.denied'],
  },
  {
    method: 'GET',
    path: '/api/previews',
    room: 'views',
    says: 'An example of a page for each kind of contact method, rendered as real ones are.',
    permission: 'everything.read',
    answers: ok('One of each kind.', 'PreviewsAnswer'),
    refusals: ['permission.denied'],
  },
  {
    method: 'GET',
    path: '/api/senders',
    room: 'views',
    says: 'The sources that can be connected: the kind of integration each needs, and the steps to take there. In its steps stand `{address}`, `{key}` and `{url}` for what `CreateIntegration` answers.',
    permission: 'everything.read',
    answers: ok('All of them.', 'SendersAnswer'),
    refusals: ['permission.denied'],
  },
  {
    method: 'GET',
    path: '/api/integrations/:id/keys',
    room: 'views',
    says: 'When each key of an integration was last used, and what still arrived with revoked keys. Keys themselves are shown by a command only.',
    permission: 'everything.read',
    answers: ok('The keys, by their hashes.', 'IntegrationKeys'),
    refusals: ['integration.not_found', 'permission.denied'],
  },
];
