import { callsPage } from './calls-page.mjs';
import { fieldTables } from './fields.mjs';
import { code, page, section, table } from './markdown.mjs';
import { routesPage } from './routes-page.mjs';
import { statesPage } from './states-page.mjs';

/** Which files the reference is made of. */
export const sources = [
  'catalogue',
  'command-answers',
  'configuration',
  'delivery-reasons',
  'event-subscriptions',
  'limits',
  'permission-words',
  'permissions',
  'proof',
  'refusals',
  'routes',
  'scopes',
  'shapes',
  'transitions',
  'webhook',
  'webhook-events',
]
  .map((name) => `libs/contracts/src/${name}`)
  .concat('apps/server/src/query/all-routes');

/** Every page of the reference by its name, as Markdown. `contracts` are their exports. */
export function pagesOf(contracts) {
  return {
    events: eventsPage(contracts),
    commands: commandsPage(contracts),
    views: viewsPage(contracts),
    refusals: refusalsPage(contracts),
    'delivery-reasons': deliveryReasonsPage(contracts),
    limits: limitsPage(contracts),
    permissions: permissionsPage(contracts),
    states: statesPage(contracts),
    routes: routesPage({ ...contracts, routes: contracts.allRoutes }),
    'outgoing-calls': callsPage(contracts),
    configuration: configurationPage(contracts),
  };
}

function eventsPage({ events }) {
  const sections = Object.entries(events).map(([type, { v, says, data, personal }]) => {
    const notes = Object.fromEntries(personal.map(({ path }) => [path, 'encrypted']));
    return section(type, v === 1 ? says : `${says} Version ${v}.`, fieldTables(data, 'output', { notes }));
  });
  const intro =
    'Every kind of fact that the log can hold. Fields marked encrypted are kept under the key of the person, or of the month of the integration, that they belong to; once that key was destroyed they read as `{ "erased": true }`.';
  return page('Events', intro, ...sections);
}

function commandsPage({ commands, commandAnswer, commandAnswers, commandsToProve, commandsThatRaise }) {
  const intro =
    'Everything that `POST /api/commands/:Type` takes. Send an `Idempotency-Key` header (a UUID): the same key again gets the same answer and has no second effect. The permission is explained in [permissions](permissions.md). How to do all of it by program: [automate the set-up](../guide/automate.md).';
  const sections = Object.entries(commands).map(([type, { says, permission, data }]) => {
    const answer = commandAnswers[type];
    return section(
      type,
      [`${says}. Permission: ${code(permission)}.`, proofOf(type, commandsToProve, commandsThatRaise)].join(' ').trim(),
      fieldTables(data, 'input'),
      answer && `${code('says')} has, too:\n\n${fieldTables(answer, 'output')}`,
    );
  });
  return page('Commands', intro, answersSection(commandAnswer), ...sections);
}

function proofOf(type, always, whereItRaises) {
  if (always.includes(type)) return 'Asks for [a fresh proof](routes.md).';
  return whereItRaises.includes(type) ? 'Asks for [a fresh proof](routes.md) where it makes somebody an owner or an admin.' : '';
}

function answersSection(commandAnswer) {
  return section(
    'What a command answers',
    '`202` and the shape `Accepted`. `streams` says what was written; it is empty where it was so already. `says` has the ids that the first event names (`teamId`, `groupId` …), by which one goes on, and what else there is to say:',
    fieldTables(commandAnswer, 'output'),
    '**Read your own writes.** `token` says how far the log was. A view may be a moment behind: with `?after=<token>` it answers once it has seen that command, or `503` with the code `request.view_behind` after five seconds.',
    '**A fresh proof.** What can’t be undone, and what opens an account for longer than a session lasts, is refused with `session.proof_needed` unless the password (or a code) was given within the last 15 minutes: `POST /api/session/proof`. Service tokens are never asked; they may not do these things at all, but for inviting members and observers.',
  );
}

function viewsPage({ views }) {
  const intro =
    'The rows that `GET /api/views/:view` lists and `GET /api/views/:view/:id` shows. How to filter, sort and page is said in [routes](routes.md).';
  return page('Views', intro, ...Object.entries(views).map(([name, row]) => section(name, fieldTables(row, 'output'))));
}

function refusalsPage({ refusals }) {
  const intro =
    'The closed list of refusals. Every error is answered as problem details (RFC 9457, `application/problem+json`) with `code`, `title`, `detail`, `todo`, `correlationId` and, where fields are wrong, `errors[]`. What is refused changes nothing. `{…}` stands for a value.';
  const rows = Object.entries(refusals).map(([name, { status, says, todo }]) => [code(name), status, says, todo]);
  return page('Refusals', intro, table(['code', 'status', 'says', 'what to do'], rows));
}

function deliveryReasonsPage({ deliveryReasons }) {
  const intro = 'Why a page or an attempt did not reach a person. Every one that did not names one of these.';
  return page(
    'Delivery reasons',
    intro,
    table(
      ['code', 'says'],
      Object.entries(deliveryReasons).map(([name, says]) => [code(name), says]),
    ),
  );
}

function limitsPage({ limits, stormLimits, bundleLimits }) {
  const intro = 'Every business constant. Durations are milliseconds unless the name says otherwise.';
  const rows = Object.entries({ ...limits, storm: stormLimits, bundle: bundleLimits }).flatMap(([name, value]) => limitRows(name, value));
  return page('Limits', intro, table(['constant', 'value', 'that is'], rows));
}

function limitRows(name, value) {
  if (Array.isArray(value)) return [[code(name), value.join(', '), '']];
  if (typeof value === 'object') return Object.entries(value).flatMap(([key, inner]) => limitRows(`${name}.${key}`, inner));
  return [[code(name), Number.isInteger(value) ? value : value.toFixed(3), readable(name, value)]];
}

const units = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1_000, 's'],
];

/** What is long enough to be a duration, in its largest whole unit; bytes in KiB. */
function readable(name, value) {
  if (name.endsWith('Bytes')) return `${value / 1_024} KiB`;
  if (/Characters$|Minute$|Minutes\./.test(name) || value < 5_000) return '';
  const [size, unit] = units.find(([size]) => value % size === 0) ?? [1, 'ms'];
  return `${value / size} ${unit}`;
}

function permissionsPage({ permissions, permissionWords, scopes, commands }) {
  const intro =
    'Who may do what: by role in the organisation (owner, admin, member, observer) and in a team (manager, responder). `all`: everywhere. `own`: in one’s own teams, or for oneself. `paged`: for what one is paged for. Roles add up. `auditor` is a flag beside any role, and what it adds. `token`: the scope that lets a token do it; –: nobody’s token may.';
  const roles = ['owner', 'admin', 'manager', 'responder', 'member', 'observer', 'auditor', 'token'];
  const rows = Object.entries(permissions).map(([name, row]) => [
    code(name),
    permissionWords[name],
    ...roles.map((role) => (row[role] === 'no' ? '–' : row[role])),
  ]);
  const needed = Object.keys(permissions).map((name) => [
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
    section('Which commands take which permission', table(['permission', 'commands'], needed)),
    section(
      'Scopes',
      table(
        ['scope', 'lets a token'],
        Object.entries(scopes).map(([name, says]) => [code(name), says]),
      ),
    ),
  );
}

function configurationPage({ configuration }) {
  const intro =
    'Environment variables that the server reads when it starts. Everything else is set in the application and stands on the log.';
  const rows = configuration.map((setting) => [code(setting.name), setting.default === null ? '–' : code(setting.default), setting.says]);
  return page('Configuration', intro, table(['variable', 'default', 'what it does'], rows));
}
