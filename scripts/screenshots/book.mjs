// Every screen, and what of it is worth a picture in which world. `whole`: a text that stands there once the screen is whole.

const fault = /still reading its log/;
const night = new Date('2027-03-02T02:12:00.000Z');

/** name → world → { path, whole, as: who looks (null: nobody), at?, act? } */
export const book = {
  setup: {
    new: { path: () => '/setup', whole: 'Your organisation', as: null },
  },
  'sign-in': {
    busy: { path: () => '/sign-in', whole: 'Password', as: null },
    error: { path: () => '/sign-in', whole: /E-mail or password is wrong/, as: null, act: signInWrongly },
  },
  invitation: {
    busy: { path: ({ invitation }) => invitation, whole: 'You are invited', as: null },
  },
  alerts: {
    empty: { path: () => '/alerts', whole: /quiet/i },
    busy: { path: () => '/alerts', whole: /Search answers/ },
    storm: { path: () => '/alerts', whole: /rack/ },
    error: { path: () => '/alerts', whole: fault },
  },
  wall: {
    empty: { path: () => '/alerts?wall=true', whole: /quiet|nothing/i },
    busy: { path: () => '/alerts?wall=true', whole: /Search answers/ },
    storm: { path: () => '/alerts?wall=true', whole: /rack/ },
  },
  'find-and-do': {
    busy: { path: () => '/alerts', whole: /Who is paged for Payments/, act: find('payments') },
  },
  'alert-group': {
    busy: { path: ({ group }) => `/alerts/${group}`, whole: /Bo acknowledged it/ },
    storm: { path: ({ group }) => `/alerts/${group}`, whole: /opened #/ },
    error: { path: ({ group }) => `/alerts/${group}`, whole: fault },
  },
  'page-link': {
    busy: { path: ({ link }) => link, whole: /Nobody has it|has it/, as: null, night },
  },
  services: everywhere(() => '/services', { empty: /integration/, busy: 'Checkout', storm: 'Checkout' }),
  service: everywhere(({ serviceId }) => `/services/${serviceId}`, {
    empty: 'Connected monitoring',
    busy: 'Connected monitoring',
    storm: 'Connected monitoring',
  }),
  policy: everywhere(({ policyId }) => `/policies/${policyId}`, { empty: 'When nobody reacts', busy: 'When nobody reacts' }),
  team: everywhere(({ teamId }) => `/teams/${teamId}`, { empty: 'Ana', busy: 'Bo' }),
  people: everywhere(() => '/people', { empty: 'Ana', busy: 'Cleo' }),
  person: everywhere(({ personId }) => `/people/${personId}`, { empty: 'Ana', busy: 'Is counted on' }),
  'people-import': { busy: { path: () => '/people/import', whole: 'The table' } },
  me: everywhere(() => '/me', { empty: 'When it is urgent', busy: 'When it is urgent' }),
  history: everywhere(() => '/history', { empty: /set/, busy: /asked for|noted|paged/ }),
  settings: everywhere(() => '/settings', { empty: 'This installation', busy: 'This installation' }),
  'sign-in-settings': everywhere(() => '/settings/sign-in', { busy: 'Identity provider' }),
  tokens: everywhere(() => '/settings/tokens', { empty: /token/i, busy: /token/i }),
  health: everywhere(() => '/settings/health', { empty: /Failures in the background/, busy: /Failures in the background/ }),
};

/** The same screen in several worlds, and where its rows can’t be had. */
function everywhere(path, wholes) {
  const shown = Object.entries(wholes).map(([world, whole]) => [world, { path, whole }]);
  return Object.fromEntries([...shown, ['error', { path, whole: fault }]]);
}

/** Types into the palette. */
function find(words) {
  return async (page) => {
    await page.getByText('Live', { exact: true }).first().waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type(words);
  };
}

async function signInWrongly(page) {
  await page.getByLabel('E-mail').fill('ana@northwind.example');
  await page.getByLabel('Password').first().fill('not the password');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}
