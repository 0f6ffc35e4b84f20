// Every screen, with the worlds in which it is worth a screenshot. `whole`: a text that is visible once the screen is loaded.

const fault = /still reading its log/;
const night = new Date('2027-03-02T02:12:00.000Z');

/** name → world → { path, whole, as: the signed-in person (null: none), at?, before?, act? }; `before` and `act` are given the page and the world; `isLong`: all of it, below the window, too */
export const book = {
  components: {
    new: { path: () => '/test/components', whole: 'Component sheet', as: null, isLong: true },
  },
  ...Object.fromEntries(
    Object.entries({
      menu: press('More'),
      list: (page) => page.getByLabel('Person', { exact: true }).click(),
      calendar: press('Calendar'),
      dialog: press('Rename…'),
      question: press('Remove team Platform'),
    }).map(([part, act]) => [`components-${part}`, { new: { path: () => '/test/components', whole: 'Component sheet', as: null, act } }]),
  ),
  setup: {
    new: { path: () => '/setup', whole: 'Your organisation', as: null },
  },
  'set-up-done': {
    empty: { path: () => '/setup', whole: /Right now only this open tab can wake you/, before: asIfNew, act: setUp },
  },
  'sign-in': {
    busy: { path: () => '/sign-in', whole: 'Password', as: null },
    error: { path: () => '/sign-in', whole: /E-mail or password is wrong/, as: null, act: signInWrongly },
  },
  'reset-password': { error: { path: () => '/reset/nonsense', whole: 'This link has expired', as: null } },
  unfollow: { error: { path: () => '/unfollow/nonsense', whole: 'This link has expired', as: null } },
  invitation: {
    busy: { path: ({ invitation }) => invitation, whole: 'You are invited', as: null },
    error: { path: () => '/invite/nonsense', whole: /unknown, used or expired/, as: null },
  },
  alerts: {
    empty: { path: () => '/alerts', whole: /quiet/i },
    busy: { path: () => '/alerts', whole: /Search answers/ },
    storm: { path: () => '/alerts', whole: /rack/ },
    demo: { path: () => '/alerts', whole: /5xx ratio/ },
    error: { path: () => '/alerts', whole: fault },
  },
  wall: {
    empty: { path: () => '/alerts?wall=true', whole: /quiet|nothing/i },
    busy: { path: () => '/alerts?wall=true', whole: /Search answers/ },
    storm: { path: () => '/alerts?wall=true', whole: /rack/ },
  },
  'find-and-do': {
    busy: { path: () => '/alerts', whole: /Who is paged for Payments/, act: find('payments') },
    error: { path: () => '/alerts', whole: /could not be searched/, act: find('payments') },
  },
  'alert-group': {
    busy: { path: ({ group }) => `/alerts/${group}`, whole: /Bo acknowledged it/ },
    storm: { path: ({ group }) => `/alerts/${group}`, whole: /opened #/ },
    demo: { path: ({ group }) => `/alerts/${group}`, whole: /Demo data/ },
    error: { path: ({ group }) => `/alerts/${group}`, whole: fault },
  },
  'alerts-past': { busy: { path: () => '/alerts?at=140', whole: /Back to now/ } },
  moment: { busy: { path: () => '/moment?at=140', whole: /How they could be reached/ } },
  'page-link': {
    busy: { path: ({ link }) => link, whole: /acknowledged|Waiting for you/i, as: null, night },
    error: { path: () => '/p/nonsense', whole: /not valid/, as: null, night },
  },
  'on-call': { demo: { path: () => '/on-call', whole: /Payments primary/ } },
  teams: ofTheYear(() => '/teams', /Payments/),
  policies: ofTheYear(() => '/policies', 'First step'),
  silences: screensInWorlds(() => '/silences', { busy: /Kernel upgrade/, demo: /Nothing is silenced/ }),
  heartbeats: screensInWorlds(() => '/heartbeats', { busy: /Exchange rates/, demo: /Heartbeats/ }),
  maintenance: screensInWorlds(() => '/maintenance', { busy: /Weekly database patching/, demo: /No maintenance is planned/ }),
  routes: screensInWorlds(() => '/routes', { busy: /Routes/, demo: /Routes/ }),
  'routes-of-integration': { busy: { path: ({ integrationId }) => `/routes/${integrationId}`, whole: /Routes of/ } },
  mapping: { busy: { path: ({ integrationId }) => `/mappings/${integrationId}`, whole: /JSONata/ } },
  plans: ofTheYear(() => '/plans', /No program asks/),
  'hand-over': { demo: { path: ({ scheduleId }) => `/hand-over/${scheduleId}`, whole: /alert group/ } },
  schedules: { demo: { path: () => '/schedules', whole: /Payments primary/ } },
  schedule: { demo: { path: ({ scheduleId }) => `/schedules/${scheduleId}`, whole: /Overrides|Agenda/ } },
  services: screensInWorlds(() => '/services', { empty: /integration/, busy: 'Checkout', storm: 'Checkout', demo: /Payments/ }),
  service: {
    ...screensInWorlds(({ serviceId }) => `/services/${serviceId}`, {
      empty: 'Integrations',
      busy: /A page would reach/,
      storm: 'Integrations',
      demo: /A page would reach/,
    }),
    doubt: { path: ({ serviceId }) => `/services/${serviceId}`, whole: /reaches an open browser tab at best/ },
  },
  policy: {
    ...screensInWorlds(({ policyId }) => `/policies/${policyId}`, {
      empty: 'If no one acknowledges',
      busy: /A page would reach/,
      demo: /A page would reach/,
    }),
    doubt: { path: ({ policyId }) => `/policies/${policyId}`, whole: /reaches an open browser tab at best/ },
  },
  team: {
    ...screensInWorlds(({ teamId }) => `/teams/${teamId}`, { empty: 'Ana', busy: /A page would reach/, demo: /A page would reach/ }),
    doubt: { path: ({ teamId }) => `/teams/${teamId}`, whole: /reaches an open browser tab at best/ },
  },
  people: screensInWorlds(() => '/people', { empty: 'Ana', busy: 'Cleo', demo: 'Ines' }),
  person: screensInWorlds(({ personId }) => `/people/${personId}`, {
    empty: 'Ana',
    busy: 'Teams and policies',
    demo: 'Teams and policies',
  }),
  'people-import': {
    empty: { path: () => '/people/import', whole: 'People to import' },
    busy: { path: () => '/people/import', whole: /Can’t be invited/, act: paste },
    error: { path: () => '/people/import', whole: fault, act: paste },
  },
  me: screensInWorlds(() => '/me', { empty: 'High urgency', busy: 'High urgency', demo: 'Contact methods' }),
  history: screensInWorlds(() => '/history', { empty: /set/, busy: /added a note|paged/, storm: /paged|opened/, demo: /opened/ }),
  messages: screensInWorlds(() => '/messages', {
    empty: /No messages yet/,
    busy: /Delivered|Sent/,
    storm: /Delivered|Sent/,
    demo: /Delivered|Sent/,
  }),
  why: screensInWorlds(() => '/why', { empty: /No alert group could have paged/, busy: /paged/, storm: /paged/, demo: /paged/ }),
  ...Object.fromEntries(
    ['response', 'load', 'noise', 'delivery', 'cost'].map((report) => [report, ofTheYear(() => `/reports/${report}`, /SHA-256/)]),
  ),
  openings: ofTheYear(() => '/reports/openings', /All alerts opened/),
  'report-events': ofTheYear(() => '/reports/events', /events?/),
  bisect: ofTheYear(() => '/reports/bisect', /Bisect/),
  backtest: ofTheYear(({ backtestId }) => `/reports/backtest?id=${backtestId}`, /would have been handled differently/),
  drill: ofTheYear(() => '/reports/drill', 'Check all services'),
  settings: screensInWorlds(() => '/settings', { empty: 'This installation', busy: 'This installation', demo: 'This installation' }),
  ...Object.fromEntries(
    [
      ['channels', 'Channels'],
      ['mail', 'Mail'],
      ['events', 'Event subscriptions'],
      ['backups', 'Backups'],
      ['files', 'Configuration files'],
      ['moving-in', 'Moving in'],
      ['moving-in/side-by-side', 'Side by side'],
    ].map(([name, title]) => [`${name.replace('moving-in/', '')}-settings`, ofTheYear(() => `/settings/${name}`, title)]),
  ),
  'sign-in-settings': screensInWorlds(() => '/settings/sign-in', { busy: 'Identity provider', demo: 'Identity provider' }),
  tokens: screensInWorlds(() => '/settings/tokens', { empty: /token/i, busy: /token/i, demo: /token/i }),
  health: screensInWorlds(() => '/settings/health', { empty: /Background errors/, busy: /Background errors/, demo: /Background errors/ }),
};

/** The same screen in several worlds, and where its rows can’t be had. */
function screensInWorlds(path, completeTexts) {
  const screensByWorld = Object.entries(completeTexts).map(([world, whole]) => [world, { path, whole }]);
  return Object.fromEntries([...screensByWorld, ['error', { path, whole: fault }]]);
}

/** Screens that need history: taken of the demo’s year. */
function ofTheYear(path, completeText) {
  return { demo: { path, whole: completeText } };
}

/** Opens what stands behind a button. */
function press(name) {
  return (page) => page.getByRole('button', { name }).first().click();
}

/** Types into the palette. */
function find(text) {
  return async (page) => {
    await page.getByText('Live', { exact: true }).first().waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type(text);
  };
}

/** The end of set-up is seen once in the life of an installation: here the server says that it is new, and answers as it did then. */
async function asIfNew(page, { viewer }) {
  let isNew = true;
  await page.route('**/api/status', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), ...(isNew ? { setUp: false } : {}) } });
  });
  await page.route('**/api/setup', (route) => {
    isNew = false;
    return route.fulfill({ status: 201, json: viewer });
  });
}

async function setUp(page) {
  await page.getByLabel('Your organisation').fill('Northwind');
  await page.getByLabel('Your name').fill('Ana');
  await page.getByLabel('E-mail').fill('ana@northwind.example');
  await page.getByLabel('Password').fill('correct horse battery');
  await page.getByRole('button', { name: 'Set up Tocsin' }).click();
  await page.getByRole('region', { name: 'Readiness' }).waitFor();
  await page.getByText('Live', { exact: true }).first().waitFor();
  await page.evaluate('scrollTo(0, document.body.scrollHeight)');
}

const table = [
  'Name\tE-mail\tTeam\tZone',
  'Eva Lind\teva@northwind.example\tPayments and shop\tEurope/Oslo',
  'Finn\tfinn at northwind\tPayments and shop\tEurope/Oslo',
].join('\n');

async function paste(page) {
  await page.getByLabel('People to import').fill(table);
  await page.getByRole('button', { name: /^Preview/ }).click();
}

async function signInWrongly(page) {
  await page.getByLabel('E-mail').fill('ana@northwind.example');
  await page.getByLabel('Password').first().fill('not the password');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}
