// Which room may import which: web → contracts; server, cli → domain, platform → kernel → contracts → zod.
const spec = '\\.spec\\.tsx?$';
/** Beside specs, what only they import. */
const test = '\\.(spec|fixture)\\.tsx?$';

/** A room may import itself, the rooms named, and what else `plus` matches; `specs` beside the code are free to use test tools. */
const arrows = (room, allowed, comment) => ({
  name: `${room.replace('/', '-')}-arrows`,
  severity: 'error',
  comment,
  from: { path: `^${room}/`, pathNot: test },
  to: { path: '^(apps|libs|test|scripts)/', pathNot: [room, ...allowed].map((path) => `^${path}/`) },
});

/** Within the server: a room may import itself and the rooms named. Parts of it that are put together at the top import as they like. */
const serverArrows = (room, allowed, comment) => ({
  name: `server-${room}-arrows`,
  severity: 'error',
  comment,
  from: { path: `^apps/server/src/${room}/`, pathNot: spec },
  to: { path: '^apps/server/src/[^/]+/', pathNot: [room, ...allowed].map((path) => `^apps/server/src/${path}/`) },
});

/** Every room of the server, from the bottom up: whom it may import, and why nobody else. */
const serverRooms = [
  ['problems', [], 'How no is said depends on nobody.'],
  ['projector', [], 'What keeps views knows no door and no other part of the server.'],
  ['secrets', ['problems'], 'What derives from the vault’s keys is made of the vault alone.'],
  ['demo', ['secrets', 'backtests'], 'A demo is a log that was written: it runs no part of a server.'],
  ['core', ['problems', 'projector', 'secrets'], 'The parts of a server know no door, and nobody who uses them.'],
  ['http', ['core', 'problems', 'secrets'], 'What holds for every request knows no door.'],
  ['deliveries', ['core', 'secrets'], 'What a message says depends on no channel.'],
  ['connections', ['core', 'deliveries'], 'An account outside knows no message.'],
  ['channels', ['connections', 'core', 'deliveries', 'secrets'], 'A channel knows its message, not what led to it.'],
  ['ingest', ['core', 'http', 'problems', 'secrets'], 'Senders’ doors stand beside all others.'],
  [
    'chats',
    ['channels', 'command', 'connections', 'core', 'deliveries', 'http', 'problems', 'public', 'reactor', 'secrets'],
    'Chats act as people, like the doors of the API.',
  ],
  ['relays', ['command', 'core', 'ingest'], 'What was received goes on as it came.'],
  ['query', ['channels', 'core', 'deliveries', 'http', 'ingest', 'problems', 'secrets'], 'Reading runs no command.'],
  ['mcp', ['core', 'http', 'problems'], 'Programs ask what the API has: no door of its own to anything.'],
  ['drills', ['core', 'http', 'problems', 'query'], 'What would happen is computed, and nothing happens.'],
  ['live', ['channels', 'core', 'deliveries', 'http', 'projector', 'query'], 'The socket tells what is read, and runs no command.'],
  ['imports', ['core', 'http', 'ingest', 'problems', 'secrets'], 'An imported log is a log of its own: who reads it says so here.'],
  ['reports', ['core', 'http', 'imports', 'problems', 'query'], 'Reports read the log, and run no command.'],
  ['config-files', ['command', 'core', 'http', 'ingest', 'problems', 'query', 'secrets'], 'Files become ordinary commands.'],
  [
    'moving-in',
    ['command', 'core', 'deliveries', 'http', 'problems', 'secrets'],
    'What another system has becomes files, which are planned and applied like all others.',
  ],
  ['backtests', ['core', 'http', 'imports', 'problems', 'query'], 'A backtest reads the log, and runs no command.'],
  ['reactor', ['channels', 'core', 'deliveries', 'reports', 'secrets'], 'Effects run no command, and know no door.'],
  [
    'command',
    ['connections', 'core', 'http', 'ingest', 'problems', 'query', 'secrets'],
    'What one room adds to its commands, it brings itself.',
  ],
  [
    'public',
    ['channels', 'command', 'core', 'deliveries', 'http', 'ingest', 'problems', 'query', 'secrets'],
    'What is open without a session reads and acts for the one thing that its secret opens.',
  ],
  ['sign-in', ['command', 'core', 'deliveries', 'http', 'ingest', 'live', 'problems', 'secrets'], 'Signing in reads no view.'],
  [
    'erasure',
    ['channels', 'command', 'core', 'ingest', 'live', 'problems', 'query', 'secrets'],
    'What is erased is read from the log and the views, not asked at a door.',
  ],
  [
    'operate',
    [
      'channels',
      'chats',
      'command',
      'connections',
      'core',
      'deliveries',
      'erasure',
      'http',
      'live',
      'moving-in',
      'problems',
      'projector',
      'query',
      'relays',
      'secrets',
      'sign-in',
    ],
    'Who operates a server sees its parts, and knows nothing of reports, imports or backtests.',
  ],
];

/** Within the web: a room may import itself and what else of the web `allowed` begins or matches. */
const webArrows = (room, allowed, comment) => ({
  name: `web-${room.replace('/', '-')}-arrows`,
  severity: 'error',
  comment,
  from: { path: `^apps/web/src/${room}/`, pathNot: spec },
  to: { path: '^apps/web/src/', pathNot: [`${room}/`, ...allowed].map((path) => `^apps/web/src/${path}`) },
});

const pure = (room, except = []) => ({
  name: `${room.replace('/', '-')}-no-node`,
  severity: 'error',
  comment: `${room} is pure: no I/O, no clock, no randomness.`,
  from: { path: `^${room}/`, pathNot: [spec, ...except] },
  to: { dependencyTypes: ['core'] },
});

export default {
  forbidden: [
    arrows('libs/contracts', [], 'Contracts know nobody.'),
    arrows('libs/kernel', ['libs/contracts'], 'The kernel is grammar: it names no noun and no plumbing.'),
    arrows('libs/domain', ['libs/kernel', 'libs/contracts'], 'The domain knows the grammar and the contracts, not the plumbing.'),
    arrows('libs/platform', ['libs/kernel', 'libs/contracts'], 'The platform names no noun of on-call.'),
    arrows(
      'libs/moving-in',
      ['libs/domain', 'libs/platform', 'libs/kernel', 'libs/contracts'],
      'What reads another system is the same on the command line and in the server, and knows neither.',
    ),
    arrows(
      'apps/server',
      ['libs/moving-in', 'libs/domain', 'libs/platform', 'libs/kernel', 'libs/contracts'],
      'Apps never import apps or test tools.',
    ),
    arrows(
      'apps/cli',
      ['libs/moving-in', 'libs/domain', 'libs/platform', 'libs/kernel', 'libs/contracts'],
      'Apps never import apps or test tools.',
    ),
    arrows('apps/web', ['libs/contracts'], 'The web shows rows: contracts are all it shares with the server.'),
    {
      name: 'answers-are-computed-on-their-thread',
      severity: 'error',
      comment: 'What readers ask is computed on a thread of query/computations: on the thread that pages it would delay pages.',
      from: {
        path: '^apps/server/src/',
        pathNot: [spec, '/query/computations/jobs\\.ts$', '/query/(on-call|calendars)/[a-z-]+-reader\\.ts$'],
      },
      to: {
        path: '^libs/domain/src/(setup/schedules/(answers/|quality/|shifts/shifts|shared/on-call-now)|observers/drills/forecast|setup/calendar-feeds/feed-shifts|setup/policies/shared/targets)',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'readers-are-on-their-thread',
      severity: 'error',
      comment: 'The classes that compute answers are made by the jobs of that thread, nowhere else.',
      from: {
        path: '^apps/server/src/',
        pathNot: [spec, '/query/computations/(jobs|computation\\.worker)\\.ts$', '/query/(on-call|calendars)/[a-z-]+-reader\\.ts$'],
      },
      to: {
        path: [
          '^apps/server/src/query/(on-call|calendars)/(on-call|quality|uncovered|feed)-reader\\.ts$',
          '^apps/server/src/query/computations/jobs\\.ts$',
        ],
        dependencyTypesNot: ['type-only'],
      },
    },
    ...serverRooms.map(([room, allowed, comment]) => serverArrows(room, allowed, comment)),
    {
      name: 'demo-reaches-nothing',
      severity: 'error',
      comment: 'Whatever goes on in a demo, nothing leaves it.',
      from: { path: '^apps/server/src/demo/', pathNot: spec },
      to: {
        path: [
          '^libs/platform/src/(http|mail)/',
          '^(node:)?(dgram|dns|http|http2|https|net|tls)(/|$)',
          'node_modules/(nodemailer|undici)/',
        ],
      },
    },
    {
      name: 'server-rooms-know-no-top',
      severity: 'error',
      comment: 'What puts a server together is known to no room; what it was told to be (`config.ts`) is.',
      from: { path: '^apps/server/src/[^/]+/', pathNot: spec },
      to: { path: '^apps/server/src/[^/]+\\.ts$', pathNot: '^apps/server/src/config\\.ts$' },
    },
    pure('libs/contracts'),
    // ids are hashes: the linter lets it import `hash` alone
    pure('libs/kernel', ['^libs/kernel/src/ids\\.ts$']),
    pure('libs/domain'),
    {
      name: 'nouns-meet-in-shared',
      severity: 'error',
      comment:
        'A noun imports of another what it gives away: its `shared` room, and `commands.ts`, what it can be asked. Rules of several stand in `rules`.',
      // what stands on a team’s stream is decided by tables of five nouns, put together there; so is the stream of routing, which gives numbers also to
      // what is requested of alert groups
      from: {
        path: '^libs/domain/src/(?:setup|operation|observers)/([^/]+)/',
        pathNot: [test, '^libs/domain/src/(setup/team-stream|operation/routing-stream)/'],
      },
      to: {
        path: '^libs/domain/src/(setup|operation|observers)/',
        pathNot: ['^libs/domain/src/[a-z]+/$1/', '^libs/domain/src/[a-z]+/[^/]+/(shared/|commands\\.ts$)'],
      },
    },
    {
      name: 'domain-layers',
      severity: 'error',
      comment: 'What is set up knows nothing of what happens, and nothing that decides knows who looks on: observers read both.',
      from: { path: '^libs/domain/src/(setup/|operation/|reads)', pathNot: test },
      to: { path: '^libs/domain/src/(operation|observers)/', pathNot: '^libs/domain/src/$1' },
    },
    {
      name: 'a-team-knows-not-what-it-owns',
      severity: 'error',
      comment: 'What a team owns knows the team, not the other way round: whoever knows both puts its stream together.',
      from: { path: '^libs/domain/src/setup/teams/', pathNot: test },
      to: { path: '^libs/domain/src/setup/(services|integrations|policies|schedules)/' },
    },
    {
      name: 'routing-knows-no-alert-group',
      severity: 'error',
      comment: 'Alert groups read the threads of routing, not the other way round: whoever knows both puts its stream together.',
      from: { path: '^libs/domain/src/operation/routing/', pathNot: test },
      to: { path: '^libs/domain/src/operation/alert-groups/' },
    },
    {
      name: 'a-stream-is-put-together-above',
      severity: 'error',
      comment: 'What stands on a stream does not know how it is put together.',
      from: {
        path: '^libs/domain/src/(setup|operation)/',
        pathNot: [test, '^libs/domain/src/(setup/team-stream|operation/routing-stream)/'],
      },
      to: { path: '^libs/domain/src/(setup/team-stream|operation/routing-stream)/' },
    },
    {
      name: 'rules-know-no-noun',
      severity: 'error',
      comment: 'A rule that several nouns share knows none of them.',
      from: { path: '^libs/domain/src/rules/', pathNot: spec },
      to: { path: '^libs/domain/src/[^/]+/', pathNot: '^libs/domain/src/rules/' },
    },
    {
      name: 'contracts-only-zod',
      severity: 'error',
      comment: 'Contracts are loaded by browser and server alike: zod, and nothing else.',
      from: { path: '^libs/contracts/', pathNot: spec },
      to: { path: 'node_modules/', pathNot: 'node_modules/zod/' },
    },
    {
      name: 'features-meet-in-shared',
      severity: 'error',
      comment: 'A noun has one folder. What others show of it stands in its `shared`; the rest is its own.',
      from: { path: '^apps/web/src/features/([^/]+)/' },
      to: { path: '^apps/web/src/features/', pathNot: ['^apps/web/src/features/$1/', '^apps/web/src/features/[^/]+/shared/'] },
    },
    webArrows(
      'ui',
      ['data/time/', 'data/(store|toasts)\\.ts$', 'data/cache/(api|use-ask-again)\\.ts$'],
      'What screens are made of knows no feature.',
    ),
    webArrows('data', [], 'Data is shown by whoever asks for it: it draws nothing.'),
    webArrows('data/time', ['data/store\\.ts$'], 'Times are counted without knowing what happens at them.'),
    {
      name: 'web-ui-names-no-noun',
      severity: 'error',
      comment: 'A component that names an alert or a schedule stands in the folder of that noun.',
      from: { path: '^apps/web/src/ui/', pathNot: spec },
      to: { path: '^libs/contracts/', pathNot: '/(limits|screen-limits|first-screen-limits|field-words)\\.ts$' },
    },
    {
      name: 'specs-are-leaves',
      severity: 'error',
      comment: 'Nobody imports a spec.',
      from: {},
      to: { path: spec },
    },
    {
      name: 'testing-only-in-tests',
      severity: 'error',
      comment: 'libs/testing is imported by tests alone.',
      from: { pathNot: ['^test/', '^libs/testing/', test] },
      to: { path: '^libs/testing/' },
    },
    {
      name: 'no-dev-dependencies-in-production',
      severity: 'error',
      comment: 'The server runs from an installation without devDependencies. (The web is bundled: its packages are devDependencies.)',
      from: { path: '^(libs/(contracts|kernel|domain|moving-in|platform)|apps/(server|cli))/', pathNot: spec },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-unlisted-packages',
      severity: 'error',
      comment: 'A package that is used is in package.json.',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'Two files that need each other are one file, or three.',
      from: { pathNot: '\\.gen\\.ts$' },
      to: { circular: true },
    },
    {
      name: 'no-unresolvable',
      severity: 'error',
      comment: 'An import that leads nowhere.',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|\\.cache|tools|data)/' },
    tsPreCompilationDeps: true,
    detectProcessBuiltinModuleCalls: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
