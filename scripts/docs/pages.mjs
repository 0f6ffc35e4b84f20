import { apiSnapshot } from './api-snapshot.mjs';
import { callsPage } from './calls-page.mjs';
import { fieldTables } from './fields.mjs';
import { limitNotes, limitsOfAll } from './limit-notes.mjs';
import { code, page, section, table } from './markdown.mjs';
import { livePage } from './live-page.mjs';
import { routesPage } from './routes-page.mjs';
import { statesPage } from './states-page.mjs';

/** The sources of the reference. */
export const sources = [
  'event-subscriptions/noun',
  // its `commands`, `events` and `views` are those of all nouns
  'catalogue',
  'command-answers',
  'configuration',
  'alert-groups/delivery-reasons',
  'live-events',
  'permission-words',
  'permissions',
  'proof',
  'refusals',
  'routes',
  'routes/open-terms',
  'routes/route',
  'tokens/scopes',
  'alert-groups/transitions',
  'contacts/webhook',
  'event-subscriptions/webhook-events',
]
  .map((name) => `libs/contracts/src/${name}`)
  .concat('apps/server/src/query/all-routes');

/** Every page of the reference by its file, as Markdown: what each installation serves. `contracts` are their exports. */
export const pagesOf = (contracts) =>
  files({
    ...readWhole(contracts),
    events: eventsPage(contracts),
    commands: commandsPage(contracts),
    views: viewsPage(contracts),
    refusals: refusalsPage(contracts),
    limits: limitsPage(),
    routes: routesPage({ ...contracts, routes: contracts.allRoutes, shapes: contracts.allShapes }),
  });

/** What is small and read whole, and the rest in one line a thing. */
export const pagesInGit = (contracts) => files({ ...readWhole(contracts), 'api-snapshot': apiSnapshot(contracts) });

const readWhole = (contracts) => ({
  configuration: configurationPage(contracts),
  'delivery-reasons': deliveryReasonsPage(contracts),
  permissions: permissionsPage(contracts),
  states: statesPage(contracts),
  'outgoing-calls': callsPage(contracts),
  live: livePage(contracts),
});

const files = (pages) => Object.fromEntries(Object.entries(pages).map(([name, text]) => [`${name}.md`, `${text}\n`]));

function eventsPage({ events }) {
  const sections = Object.entries(events).map(([type, { v, says, data, personal }]) => {
    const notes = Object.fromEntries(personal.map(({ path }) => [path, 'encrypted']));
    return section(type, v === 1 ? says : `${says} Version ${v}.`, fieldTables(data, 'output', { notes }));
  });
  const intro =
    'All event types of the log. Encrypted fields use the key of their person, of their text, or of a month of the integration; after that key is destroyed they read as `{ "erased": true }`.';
  return page('Events', intro, ...sections);
}

function commandsPage({ commands, commandAnswer, commandAnswers, commandsToProve, commandsThatRaise }) {
  const intro =
    'All commands of `POST /api/commands/:Type`. Send an `Idempotency-Key` header (any text, such as a UUID): repeating a key returns the same answer and has no second effect. Permissions: see [permissions](permissions.md). Automation: see [automate the set-up](../guide/automate.md).';
  const sections = Object.entries(commands).map(([type, { says, permission, data }]) => {
    const answer = commandAnswers[type];
    return section(
      type,
      [`${says}. Permission: ${code(permission)}.`, proofOf(type, commandsToProve, commandsThatRaise)].join(' ').trim(),
      fieldTables(data, 'input'),
      answer && `${code('says')} also has:\n\n${fieldTables(answer, 'output')}`,
    );
  });
  return page('Commands', intro, answersSection(commandAnswer), ...sections);
}

function proofOf(type, always, whereItRaises) {
  if (always.includes(type)) return 'Needs [a recent sign-in](#response-of-a-command).';
  return whereItRaises.includes(type) ? 'Needs [a recent sign-in](#response-of-a-command) to make someone an owner or admin.' : '';
}

function answersSection(commandAnswer) {
  return section(
    'Response of a command',
    '`202` with the shape `Accepted`. `streams` lists the streams that were written; it is empty if nothing changed. `says` has the ids of the first event (`teamId`, `groupId` …) and further results:',
    fieldTables(commandAnswer, 'output'),
    '**Read your own writes.** `token` is the position of the log after the command. Views are updated a moment later: a request with `?after=<token>` waits until the view includes the command, for five seconds at most; then it is refused with `503` and the code `request.view_behind`.',
    '**A recent sign-in.** Commands that can’t be undone, or that grant access for longer than a session, are refused with `session.proof_needed` unless the password (or a code) was entered within the last 15 minutes: `POST /api/session/proof`. Service tokens need no recent sign-in: of these commands, they can only invite members and observers.',
  );
}

function viewsPage({ views }) {
  const intro =
    'The rows that `GET /api/views/:view` lists and `GET /api/views/:view/:id` shows. Filtering, sorting and paging: see [routes](routes.md).';
  return page('Views', intro, ...Object.entries(views).map(([name, row]) => section(name, fieldTables(row, 'output'))));
}

function refusalsPage({ refusals }) {
  const intro =
    'The closed list of refusals. Every error is answered as problem details (RFC 9457, `application/problem+json`) with `code`, `title`, `detail`, `todo`, `correlationId` and, where fields are wrong, `errors[]`. A refused request changes nothing. `{…}` is a placeholder.';
  const rows = Object.entries(refusals).map(([name, { status, says, todo }]) => [code(name), status, says, todo]);
  return page('Refusals', intro, table(['code', 'status', 'detail', 'what to do'], rows));
}

function deliveryReasonsPage({ deliveryReasons }) {
  const intro = 'Reasons why a page or an attempt did not reach a person. Each one that did not has one of these codes.';
  return page(
    'Delivery reasons',
    intro,
    table(
      ['code', 'says'],
      Object.entries(deliveryReasons).map(([name, says]) => [code(name), says]),
    ),
  );
}

function limitsPage() {
  const intro = 'All business constants. Durations are in milliseconds unless the name says otherwise.';
  const notes = limitNotes();
  const { throttles, ...all } = limitsOfAll;
  const rows = Object.entries(all).flatMap(([name, value]) =>
    limitRows(name, value).map(([constant, ...cells], at) => [
      constant,
      ...cells,
      at === 0 ? (notes[name] ?? '') : noteOf(constant, notes),
    ]),
  );
  const throttleRows = Object.entries(throttles).map(([kind, windows]) => [
    code(`throttle.${kind}`),
    windows.map(({ messages, within }) => `${messages} in ${formatLimit('', within)}`).join(', '),
    '',
    'Messages to one contact method.',
  ]);
  return page('Limits', intro, table(['constant', 'value', 'readable', 'notes'], [...rows, ...throttleRows]));
}

const noteOf = (constant, notes) => notes[constant.replaceAll('`', '')] ?? '';

function limitRows(name, value) {
  if (Array.isArray(value)) return [[code(name), value.join(', '), '']];
  if (typeof value === 'object') return Object.entries(value).flatMap(([key, inner]) => limitRows(`${name}.${key}`, inner));
  return [[code(name), Number.isInteger(value) ? value : value.toFixed(3), formatLimit(name, value)]];
}

const units = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1_000, 's'],
];

/** Durations in their largest whole unit, bytes in KiB; empty for other numbers. */
function formatLimit(name, value) {
  if (name.endsWith('Bytes')) return `${value / 1_024} KiB`;
  if (/Characters$|Minute$|Minutes\./.test(name) || value < 5_000) return '';
  const [size, unit] = units.find(([size]) => value % size === 0) ?? [1, 'ms'];
  return `${value / size} ${unit}`;
}

function permissionsPage({ permissions, permissionWords, scopes, commands }) {
  const intro =
    'Who may do what: by role in the organisation (owner, admin, member, observer) and in a team (manager, responder). `all`: everywhere. `own`: in own teams, or for oneself. `paged`: for alert groups that one is paged for. Roles add up. `auditor` can be added to any role. `token`: the scope that a token needs; –: no token can.';
  const roles = ['owner', 'admin', 'manager', 'responder', 'member', 'observer', 'auditor', 'token'];
  const rows = Object.entries(permissions).map(([name, row]) => [
    code(name),
    permissionWords[name],
    ...roles.map((role) => (row[role] === 'no' ? '–' : row[role])),
  ]);
  const permissionRows = Object.keys(permissions).map((name) => [
    code(name),
    Object.entries(commands)
      .filter(([, { permission }]) => permission === name)
      .map(([type]) => code(type))
      .join(', ') || '–',
  ]);
  return page(
    'Permissions',
    intro,
    table(['permission', 'to', ...roles], rows),
    section('Commands by permission', table(['permission', 'commands'], permissionRows)),
    section(
      'Scopes',
      table(
        ['scope', 'allows a token to'],
        Object.entries(scopes).map(([name, says]) => [code(name), says]),
      ),
    ),
  );
}

function configurationPage({ configuration }) {
  const intro =
    'Environment variables, read when the server starts. Everything else is configured in the application and recorded on the log.';
  const rows = configuration.map((setting) => [code(setting.name), setting.default === null ? '–' : code(setting.default), setting.says]);
  return page('Configuration', intro, table(['variable', 'default', 'what it does'], rows));
}
