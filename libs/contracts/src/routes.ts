import { commands, views, type CommandType, type ViewName } from './catalogue.js';
import { ingestExamples } from './ingest.js';
import type { Permission } from './permissions.js';
import type { RefusalCode } from './refusals.js';
import type { ShapeName } from './shapes.js';

/**
 * What lets a request in. `open`: nothing. `session`: a person who is signed in. A permission: that person, and the permission.
 * `integration_key`: the key of an integration. `page_link`: the secret of a page’s link. `manual_clock`: a server that runs on one. `operator_token`:
 * on the machine itself, what `operator.token` in the data folder says.
 */
export type Entrance = Permission | 'open' | 'session' | 'integration_key' | 'page_link' | 'manual_clock' | 'operator_token';

export interface RouteAnswer {
  readonly status: number;
  readonly says: string;
  /** The JSON in the answer; none: no JSON, or none that is promised. */
  readonly shape?: ShapeName;
}

/** One HTTP route. Every refusal is answered as problem details; `refusals` names the ones to expect beside those of every route. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** `:name` stands for one segment. */
  readonly path: string;
  readonly room: 'server' | 'session' | 'commands' | 'views' | 'pages' | 'ingest' | 'test';
  readonly says: string;
  readonly permission: Entrance;
  readonly body?: ShapeName;
  readonly example?: unknown;
  readonly query?: Readonly<Record<string, string>>;
  /** The command that a `POST /api/commands/…` is about. */
  readonly command?: CommandType;
  /** The view of which rows are answered. */
  readonly view?: ViewName;
  readonly answers: readonly RouteAnswer[];
  readonly refusals?: readonly RefusalCode[];
}

const ok = (says: string, shape?: ShapeName): readonly RouteAnswer[] => [{ status: 200, says, ...(shape ? { shape } : {}) }];

const server: readonly Route[] = [
  {
    method: 'GET',
    path: '/healthz',
    room: 'server',
    says: 'Whether the process lives.',
    permission: 'open',
    answers: ok('It does.', 'AliveAnswer'),
  },
  {
    method: 'GET',
    path: '/readyz',
    room: 'server',
    says: 'Whether log and reactor work: what paging needs.',
    permission: 'open',
    answers: [...ok('It does.', 'ReadyAnswer'), { status: 503, says: 'It does not: `why` says what is wrong.', shape: 'ReadyAnswer' }],
  },
  {
    method: 'GET',
    path: '/metrics',
    room: 'server',
    says: 'Figures for Prometheus; from elsewhere than the machine itself for whoever is signed in, or a token with the scope `metrics`.',
    permission: 'metrics.read',
    answers: ok('Text in Prometheus’ format.'),
  },
  {
    method: 'GET',
    path: '/api/status',
    room: 'server',
    says: 'What the first page needs to know: set up or not, the version, the time.',
    permission: 'open',
    answers: ok('As it is.', 'StatusAnswer'),
  },
  {
    method: 'GET',
    path: '/api/openapi.json',
    room: 'server',
    says: 'This list, as OpenAPI 3.1.',
    permission: 'open',
    answers: ok('The document.'),
  },
  {
    method: 'POST',
    path: '/api/public-address/test',
    room: 'server',
    says: 'Whether an address leads to this server: it is called from here. Changes nothing.',
    permission: 'organisation.configure',
    body: 'AddressTest',
    example: { url: 'https://tocsin.example.org' },
    answers: ok('It does, or what happened instead.', 'AddressTested'),
    refusals: ['request.invalid', 'permission.denied'],
  },
  {
    method: 'GET',
    path: '/api/reached/:challenge',
    room: 'server',
    says: 'What only this installation can answer: for the test of its public address.',
    permission: 'open',
    answers: ok('The answer.', 'ReachedAnswer'),
    refusals: ['request.not_found'],
  },
  {
    method: 'GET',
    path: '/api/health',
    room: 'server',
    says: 'How the server’s parts are.',
    permission: 'everything.read',
    answers: ok('For the screen of settings.', 'HealthAnswer'),
  },
  {
    method: 'POST',
    path: '/api/store/go-live',
    room: 'server',
    says: 'Let a store that was restored send again. What `tocsin go-live` asks of a running server, where no owner is left to press it.',
    permission: 'operator_token',
    answers: [{ status: 202, says: 'It sends.', shape: 'Accepted' }],
    refusals: ['operator.required', 'store.not_held', 'store.behind'],
  },
  {
    method: 'POST',
    path: '/api/store/owner',
    room: 'server',
    says: 'Make somebody who is active an owner. What `tocsin make-owner` asks of a running server, where no owner is left to do it.',
    permission: 'operator_token',
    body: 'NewOwnerRequest',
    example: { email: 'bo@example.org' },
    answers: [{ status: 202, says: 'They are.', shape: 'Accepted' }],
    refusals: ['operator.required', 'person.not_found', 'person.not_active', 'request.invalid', 'store.behind'],
  },
  {
    method: 'POST',
    path: '/api/rebuild',
    room: 'server',
    says: 'Build views anew from the log, beside the running ones, and swap them in. What `tocsin rebuild` asks of a running server.',
    permission: 'operator_token',
    body: 'RebuildRequest',
    example: { views: ['alertGroups'] },
    answers: [{ status: 202, says: 'It has begun.', shape: 'RebuildAccepted' }],
    refusals: ['operator.required', 'rebuild.running', 'request.unknown_view', 'request.invalid', 'store.starting'],
  },
  {
    method: 'GET',
    path: '/api/rebuild',
    room: 'server',
    says: 'How far a rebuild has come, and how the last one ended.',
    permission: 'operator_token',
    answers: ok('As it is.', 'RebuildShown'),
    refusals: ['operator.required'],
  },
];

const session: readonly Route[] = [
  {
    method: 'POST',
    path: '/api/setup',
    room: 'session',
    says: 'Set the installation up, once: organisation, first owner, team, service, policy and integration. From elsewhere than the machine itself with the code printed in the terminal.',
    permission: 'open',
    body: 'SetUpRequest',
    example: { organisation: 'Example', name: 'Ana', email: 'ana@example.org', password: 'correct horse battery' },
    answers: [{ status: 201, says: 'All that was made, and a session.', shape: 'SetUpAnswer' }],
    refusals: ['setup.done', 'setup.code_required', 'request.invalid'],
  },
  {
    method: 'GET',
    path: '/api/session',
    room: 'session',
    says: 'Who is signed in.',
    permission: 'session',
    answers: ok('The session.', 'SessionAnswer'),
  },
  {
    method: 'POST',
    path: '/api/session',
    room: 'session',
    says: 'Sign in. The answer sets the cookie, and holds the token for programs.',
    permission: 'open',
    body: 'SignInRequest',
    example: { email: 'ana@example.org', password: 'correct horse battery' },
    answers: [
      { status: 201, says: 'A session.', shape: 'SessionAnswer' },
      { status: 202, says: 'The password is right, and a code is missing: send it to the second step.', shape: 'SecondStepAnswer' },
    ],
    refusals: ['session.refused', 'session.openid_only', 'limit.rate'],
  },
  {
    method: 'DELETE',
    path: '/api/session',
    room: 'session',
    says: 'Sign out.',
    permission: 'session',
    answers: [{ status: 204, says: 'Signed out.' }],
  },
  {
    method: 'GET',
    path: '/api/invitations/:token',
    room: 'session',
    says: 'Whom an invitation is for.',
    permission: 'open',
    answers: ok('Name, e-mail and organisation.', 'InvitationShown'),
    refusals: ['invitation.invalid'],
  },
  {
    method: 'POST',
    path: '/api/invitations/:token',
    room: 'session',
    says: 'Join by an invitation.',
    permission: 'open',
    body: 'JoinRequest',
    example: { password: 'correct horse battery' },
    answers: [{ status: 201, says: 'A session.', shape: 'SessionAnswer' }],
    refusals: ['invitation.invalid', 'session.openid_only', 'request.invalid'],
  },
  {
    method: 'POST',
    path: '/api/session/second-step',
    room: 'session',
    says: 'Sign in with a code of one’s app, or a recovery code.',
    permission: 'open',
    body: 'SecondStepRequest',
    answers: [{ status: 201, says: 'A session.', shape: 'SessionAnswer' }],
    refusals: ['session.second_step_over', 'two_factor.wrong_code', 'limit.rate', 'request.invalid'],
  },
  {
    method: 'GET',
    path: '/api/sign-in',
    room: 'session',
    says: 'Which ways in there are.',
    permission: 'open',
    answers: ok('The ways in.', 'SignInShown'),
  },
  {
    method: 'GET',
    path: '/api/settings/sign-in',
    room: 'session',
    says: 'How people sign in, without the client’s secret.',
    permission: 'sign_in.configure',
    answers: ok('The settings.', 'SignInSettings'),
    refusals: ['permission.denied'],
  },
  {
    method: 'GET',
    path: '/api/openid/start',
    room: 'session',
    says: 'To the identity provider: for a browser.',
    permission: 'open',
    query: { to: 'A path of this application: where to go afterwards.' },
    answers: [{ status: 302, says: 'To the provider, or back to the sign-in with the code of a refusal in `problem`.' }],
  },
  {
    method: 'GET',
    path: '/api/openid/callback',
    room: 'session',
    says: 'Back from the identity provider: for a browser.',
    permission: 'open',
    answers: [{ status: 302, says: 'Signed in and back where the person was, or to the sign-in with the code of a refusal in `problem`.' }],
  },
  {
    method: 'POST',
    path: '/api/password',
    room: 'session',
    says: 'Choose another password; one’s other sessions end.',
    permission: 'session',
    body: 'ChangePasswordRequest',
    example: { oldPassword: 'correct horse battery', newPassword: 'correct horse staple' },
    answers: [{ status: 204, says: 'It counts from now on.' }],
    refusals: ['password.wrong', 'password.none', 'limit.rate', 'request.invalid'],
  },
  {
    method: 'POST',
    path: '/api/password-resets',
    room: 'session',
    says: 'Ask for a link to choose a new password. The answer is the same whether there is such a person or not.',
    permission: 'open',
    body: 'ResetAsked',
    example: { email: 'ana@example.org' },
    answers: [
      { status: 202, says: '`mailed`: a link is on its way, if there is such a person; else ask an admin for one.', shape: 'ResetAnswer' },
    ],
    refusals: ['limit.rate', 'request.invalid'],
  },
  {
    method: 'GET',
    path: '/api/password-resets/:token',
    room: 'session',
    says: 'Whose link it is. Changes nothing.',
    permission: 'open',
    answers: ok('Name and e-mail.', 'ResetShown'),
    refusals: ['reset.invalid'],
  },
  {
    method: 'POST',
    path: '/api/password-resets/:token',
    room: 'session',
    says: 'Choose a new password by a link; all sessions of the person end.',
    permission: 'open',
    body: 'ResetRequest',
    example: { password: 'correct horse staple' },
    answers: [{ status: 204, says: 'It counts from now on: sign in.' }],
    refusals: ['reset.invalid', 'request.invalid'],
  },
  {
    method: 'POST',
    path: '/api/two-factor',
    room: 'session',
    says: 'Ask for a secret for an authenticator app; TurnOnTwoFactor confirms it.',
    permission: 'session',
    answers: [{ status: 201, says: 'The secret; a former one that was not confirmed has ended.', shape: 'TwoFactorOffered' }],
    refusals: ['two_factor.on_already'],
  },
  {
    method: 'GET',
    path: '/api/people/:id/access',
    room: 'session',
    says: 'What opens a person’s account, and where they are signed in: for themselves, and for owners and admins.',
    permission: 'self.configure',
    query: { after: 'A token: answer once that command is known.' },
    answers: ok('Password, two-factor, identity provider, sessions.', 'AccessShown'),
    refusals: ['person.not_found', 'permission.denied'],
  },
  {
    method: 'DELETE',
    path: '/api/people/:id/sessions',
    room: 'session',
    says: 'End a person’s sessions, but for the one that asks; their sockets close at once.',
    permission: 'self.configure',
    answers: [{ status: 204, says: 'They are over.' }],
    refusals: ['person.not_found', 'permission.denied'],
  },
  {
    method: 'DELETE',
    path: '/api/people/:id/sessions/:key',
    room: 'session',
    says: 'End one session.',
    permission: 'self.configure',
    answers: [{ status: 204, says: 'It is over.' }],
    refusals: ['session.not_found', 'person.not_found', 'permission.denied'],
  },
];

const typesOf = Object.keys(commands) as CommandType[];

const commanding: readonly Route[] = [
  ...typesOf.map((type): Route => ({
    method: 'POST',
    path: `/api/commands/${type}`,
    room: 'commands',
    says: `${commands[type].says}.`,
    permission: commands[type].permission,
    body: type,
    command: type,
    answers: [{ status: 202, says: 'It is on the log; or it was so already, and `says` tells how it stands.', shape: 'Accepted' }],
    refusals: ['request.invalid', 'permission.denied', 'idempotency.reused', 'conflict.busy', 'store.unavailable'],
  })),
  {
    method: 'POST',
    path: '/api/bulk',
    room: 'commands',
    says: 'One act on up to 200 alert groups; each is done or refused by itself.',
    permission: 'alert_group.act',
    body: 'BulkRequest',
    answers: [{ status: 202, says: 'What became of each.', shape: 'BulkAnswer' }],
    refusals: ['request.invalid', 'idempotency.reused', 'store.unavailable'],
  },
  {
    method: 'POST',
    path: '/api/people/import',
    room: 'commands',
    says: 'Invite many people from a table: check it, invite the good rows, or all or nobody. The same Idempotency-Key again answers the same links.',
    permission: 'people.configure',
    body: 'ImportRequest',
    example: { rows: [{ name: 'Bo', email: 'bo@example.org', team: 'Payments', timeZone: 'Europe/Oslo' }], what: 'check' },
    answers: [{ status: 202, says: 'What became of each row.', shape: 'ImportAnswer' }],
    refusals: ['request.invalid', 'permission.denied', 'store.unavailable'],
  },
];

const moment = {
  at: 'An instant: the view as it was then.',
  after: 'A token: answer once the view has seen that command.',
};
const listing = {
  'where.<column>': 'Only rows with this value; several times: any of the values.',
  sort: 'A column.',
  desc: '`1`: the largest first.',
  limit: 'Rows in one answer: 50, at most 200.',
  cursor: 'What the answer before said in `next`.',
  count: '`1`: say in `count` how many rows fit in all.',
  ...moment,
};
const searching = { q: 'Words that must all occur in the number (`#12`), the title or the name of the service.' };
const refusedViews = ['request.not_supported_here', 'request.view_behind', 'permission.denied'] as const;

const viewing: readonly Route[] = [
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
      query: moment,
      answers: ok('The row.', 'ShownRow'),
      refusals: ['request.not_found', ...refusedViews],
    },
  ]),
  {
    method: 'GET',
    path: '/api/events',
    room: 'views',
    says: 'History: the log, newest first.',
    permission: 'everything.read',
    query: {
      stream: 'Only this stream.',
      type: 'Only this kind of event; several times: any of them.',
      actor: 'Only what this actor did, by id.',
      before: 'Only what is older than this ordinal.',
      limit: 'Events in one answer: 50, at most 200.',
    },
    answers: ok('Events.', 'EventsAnswer'),
    refusals: ['permission.denied'],
  },
  {
    method: 'GET',
    path: '/api/integrations/:id/keys',
    room: 'views',
    says: 'When each key of an integration was used last, and what still came on those that were ended. No key is shown: that is a command.',
    permission: 'everything.read',
    answers: ok('The keys, by their hashes.', 'IntegrationKeys'),
    refusals: ['integration.not_found', 'permission.denied'],
  },
];

const usingTokens: readonly Route[] = [
  {
    method: 'POST',
    path: '/api/erasure/search',
    room: 'views',
    says: 'Where these texts stand in the history: in notes, in what monitoring systems sent, and in their bodies as they came.',
    permission: 'person.erase',
    body: 'TextSearchRequest',
    example: { texts: ['Ana', 'ana@example.org'] },
    answers: ok('What was found, oldest first.', 'TextSearchAnswer'),
    refusals: ['request.invalid', 'permission.denied', 'conflict.busy', 'redaction.search_here'],
  },
  {
    method: 'GET',
    path: '/api/tokens/last-uses',
    room: 'views',
    says: 'When the tokens that one may see were used last.',
    permission: 'self.configure',
    answers: ok('By token, to the minute.', 'TokenUses'),
  },
];

const paging: readonly Route[] = [
  {
    method: 'GET',
    path: '/api/push',
    room: 'pages',
    says: 'What a browser subscribes to push with: the public half of this installation’s key pair.',
    permission: 'session',
    answers: ok('The key.', 'PushShown'),
  },
  {
    method: 'GET',
    path: '/api/pages/:secret',
    room: 'pages',
    says: 'What a page shows to whoever has its link. Changes nothing.',
    permission: 'page_link',
    answers: ok('The page.', 'PageShown'),
    refusals: ['page_link.invalid', 'page_link.expired'],
  },
  {
    method: 'POST',
    path: '/api/pages/:secret',
    room: 'pages',
    says: 'Acknowledge the alert group, or answer the page, as the person who was paged; or say, as the device, that it was delivered or read.',
    permission: 'page_link',
    body: 'PageAct',
    example: { act: 'acknowledge' },
    answers: [{ status: 202, says: 'It is on the log; or it was so already.', shape: 'Accepted' }],
    refusals: ['page_link.invalid', 'page_link.expired', 'alert_group.already_resolved'],
  },
];

const door = { room: 'ingest', permission: 'integration_key' } as const;
const refusedSignals = ['request.malformed', 'ingest.missing_field', 'ingest.unknown_key', 'limit.rate', 'store.unavailable'] as const;

const signalling: readonly Route[] = (['alertmanager', 'generic'] as const).flatMap((kind): readonly Route[] => {
  const taken: Route['answers'] = [
    { status: 202, says: 'It is on disk.', shape: kind === 'generic' ? 'GenericAccepted' : 'AlertmanagerAccepted' },
  ];
  const example = ingestExamples[kind];
  const what = kind === 'generic' ? 'A signal as JSON of our own' : 'Alertmanager’s webhook, or Grafana’s';
  // some senders can be set to either
  return (['POST', 'PUT'] as const).flatMap((method): readonly Route[] => [
    {
      ...door,
      method,
      path: `/ingest/${kind}/:key`,
      says: `${what}; the key in the path. Any prefix may stand before it.`,
      example,
      answers: taken,
      refusals: refusedSignals,
    },
    {
      ...door,
      method,
      path: `/ingest/${kind}`,
      says: `${what}; the key as Bearer token or Basic password.`,
      example,
      answers: taken,
      refusals: refusedSignals,
    },
  ]);
});

const pagerduty: Route = {
  ...door,
  method: 'POST',
  path: '/v2/enqueue',
  says: 'PagerDuty’s Events API v2, with any prefix before it; the key as `routing_key`. It answers refusals in PagerDuty’s shape.',
  example: ingestExamples.pagerduty,
  answers: [
    { status: 202, says: 'It is on disk.', shape: 'PagerdutyAccepted' },
    {
      status: 400,
      says: 'Not JSON, a required field is missing, or the key is not known: `errors` says which.',
      shape: 'PagerdutyRefused',
    },
    { status: 429, says: 'Too many; Retry-After says when to come again.', shape: 'PagerdutyRefused' },
  ],
};

const testing: readonly Route[] = [
  {
    method: 'POST',
    path: '/test/clock',
    room: 'test',
    says: 'Move the clock. Only where TOCSIN_CLOCK is manual.',
    permission: 'manual_clock',
    body: 'ClockRequest',
    example: { advance: 'PT5M' },
    answers: ok('What fell due has been done, and the views show it.', 'ClockAnswer'),
    refusals: ['clock.not_manual', 'request.invalid'],
  },
];

/** Every HTTP route there is. The socket is beside them, at `livePath`. */
export const routes: readonly Route[] = [
  ...server,
  ...session,
  ...commanding,
  ...viewing,
  ...usingTokens,
  ...paging,
  ...signalling,
  pagerduty,
  ...testing,
];

/** Where socket.io listens; a session is needed. */
export const livePath = '/live';
