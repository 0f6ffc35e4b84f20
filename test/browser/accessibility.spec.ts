import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { appRoutes, isOfRoute } from '@tocsin/testing/browser/app-routes.js';
import { desktop, describeInBrowser, waitForGone, phone, rowOf, waitForText, Screens } from '@tocsin/testing/browser/browser.js';
import { createScheduleOn } from '@tocsin/testing/schedules/stage-rotations.js';
import { Stage } from '@tocsin/testing/stage/stage.js';
import { Tocsin } from '@tocsin/testing/stage/tocsin.js';

// they redirect to the first screen, since the set-up is done
const leadElsewhere = new Set(['/', '/setup']);

/** A screen, a text that is visible once it is loaded, and what to open on it. */
interface Shown {
  readonly name: string;
  readonly path: () => string;
  readonly whole: string | RegExp;
  readonly nobody?: true;
  /** Whether the store was restored. */
  readonly isHeld?: true;
  readonly open?: (page: Page) => Promise<void>;
}

const dialog =
  (button: string) =>
  async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: button, exact: true }).click();
    await page.getByRole('dialog').waitFor();
  };

const keysOf = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Settings', exact: true }).first().click();
  await waitForText(page, 'The key');
};

const twoFactor = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Turn on', exact: true }).click();
  await page.getByRole('dialog').getByRole('img').waitFor();
};
const connectProvider = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Connect identity provider' }).click();
  await waitForText(page, 'Redirect URI');
};
const more = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'More for Ticket system' }).click();
  await page.getByRole('menuitem', { name: 'Remove…' }).waitFor();
};
const forgotten = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await page.getByRole('heading', { name: 'A new password' }).waitFor();
};

const newSchedule = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'New schedule' }).click();
  await waitForText(page, 'Follow the sun');
};
const getCover = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Get cover for Payments primary' }).first().click();
  await page.getByRole('form', { name: 'Get cover for Payments primary' }).waitFor();
};
const newOverride = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'New override' }).click();
  await page.getByLabel('Type an override').waitFor();
};

const palette = async (page: Page): Promise<void> => {
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('page');
  await page
    .getByRole('option', { name: /^Page / })
    .first()
    .waitFor();
};
const keysHelp = async (page: Page): Promise<void> => {
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
};
const selected = async (page: Page): Promise<void> => {
  await page.keyboard.type('jx');
  await page.getByRole('toolbar', { name: 'Selected alert groups' }).waitFor();
};
const account = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
};

/** The status answer of a restored store. */
const hold = async (page: Page): Promise<void> => {
  await page.route('**/api/views/organisation/organisation*', async (route) => {
    const answer = await route.fetch();
    const { row, ...rest } = (await answer.json()) as { row: object };
    const at = new Date().toISOString();
    await route.fulfill({ json: { ...rest, row: { ...row, held: { since: at, backupAt: at } } } });
  });
};

let stage: Stage;
let invitation = '';
let reset = '';
let boId = '';
/** A newer link to a new password ends the one before: this person is not Bo, who has one. */
let gusId = '';
let scheduleId = '';
const made = () => stage.made;

const shown: readonly Shown[] = [
  { name: 'sign-in', path: () => '/sign-in', whole: 'Password', nobody: true },
  { name: 'invitation', path: () => invitation, whole: 'You are invited', nobody: true },
  {
    name: 'page of a page',
    path: () => new URL(stage.ana.phone.pages[0]!.link).pathname,
    whole: 'Not acknowledged yet, Ana.',
    nobody: true,
  },
  { name: 'alerts', path: () => '/alerts', whole: 'Disk is full on db-1' },
  { name: 'keys', path: () => '/alerts', whole: 'Disk is full on db-1', open: keysHelp },
  { name: 'page someone', path: () => '/alerts?state=all', whole: 'Disk is full on db-1', open: dialog('Page someone') },
  { name: 'selected alerts', path: () => '/alerts', whole: 'Disk is full on db-1', open: selected },
  { name: 'firing group', path: () => '/alerts/1', whole: /opened #1/ },
  { name: 'held group', path: () => '/alerts/2', whole: 'Ana acknowledged it · escalation stopped' },
  { name: 'resolved group', path: () => '/alerts/3', whole: 'Ana resolved it' },
  { name: 'services', path: () => '/services', whole: /1 integration|2 integrations/ },
  { name: 'service', path: () => `/services/${made().serviceId}`, whole: 'Integrations' },
  { name: 'connect', path: () => `/services/${made().serviceId}`, whole: 'Integrations', open: dialog('Connect integration') },
  { name: 'policy', path: () => `/policies/${made().policyId}`, whole: 'If no one acknowledges' },
  { name: 'on call', path: () => '/on-call', whole: 'My next shifts' },
  { name: 'get cover', path: () => '/on-call', whole: 'My next shifts', open: getCover },
  { name: 'schedules', path: () => '/schedules', whole: 'Payments primary' },
  { name: 'new schedule', path: () => '/schedules', whole: 'Payments primary', open: newSchedule },
  { name: 'schedule', path: () => `/schedules/${scheduleId}`, whole: 'Rotations' },
  { name: 'override', path: () => `/schedules/${scheduleId}`, whole: 'Rotations', open: newOverride },
  { name: 'team', path: () => `/teams/${made().teamId}`, whole: 'Bo' },
  { name: 'people', path: () => '/people', whole: 'Cleo' },
  { name: 'invite', path: () => '/people', whole: 'Cleo', open: dialog('Invite someone') },
  { name: 'person', path: () => `/people/${stage.ana.personId}`, whole: 'Teams and policies' },
  { name: 'import', path: () => '/people/import', whole: 'People to import' },
  { name: 'disable', path: () => `/people/${boId}`, whole: 'Teams and policies', open: dialog('Disable') },
  { name: 'move all', path: () => `/teams/${made().teamId}`, whole: 'Move or remove', open: dialog('Move all to another team') },
  { name: 'me', path: () => '/me', whole: 'Contact methods' },
  { name: 'add a method', path: () => '/me', whole: 'Contact methods', open: dialog('Add contact method') },
  { name: 'settings', path: () => '/settings', whole: 'This installation' },
  { name: 'change my password', path: () => '/me', whole: 'Active sessions', open: dialog('Change password') },
  { name: 'two-factor', path: () => '/me', whole: 'Active sessions', open: twoFactor },
  { name: 'how people sign in', path: () => '/settings/sign-in', whole: 'Identity provider', open: connectProvider },
  { name: 'mail server', path: () => '/settings/mail', whole: 'Mail server' },
  { name: 'a new password', path: () => reset, whole: 'For Bo, bo@example.org.', nobody: true },
  { name: 'a link for somebody', path: () => `/people/${gusId}`, whole: '1 active session', open: dialog('Password reset link') },
  { name: 'forgotten password', path: () => '/sign-in', whole: 'Password', nobody: true, open: forgotten },
  { name: 'tokens', path: () => '/settings/tokens', whole: 'No one else has a token.' },
  { name: 'issue a token', path: () => '/settings/tokens', whole: 'No one else has a token.', open: dialog('Issue token') },
  { name: 'event subscriptions', path: () => '/settings/events', whole: /^Test event failed/, open: more },
  { name: 'add an event subscription', path: () => '/settings/events', whole: 'Ticket system', open: dialog('Add subscription') },
  { name: 'integration keys', path: () => `/services/${made().serviceId}`, whole: 'Integrations', open: keysOf },
  { name: 'health', path: () => '/settings/health', whole: 'Background errors since the last start' },
  { name: 'history', path: () => '/history', whole: 'Ana acknowledged it' },
  { name: 'messages', path: () => '/messages', whole: 'Export CSV' },
  { name: 'why', path: () => '/why', whole: /^Alert groups that were open/ },
  { name: 'reports', path: () => '/reports/', whole: /SHA-256/ },
  { name: 'openings', path: () => '/reports/openings?figure=openings', whole: '3 openings' },
  { name: 'events behind a number', path: () => '/reports/events?report=delivery&figure=attempts', whole: /^\d+ attempts?$/ },
  { name: 'response', path: () => '/reports/response', whole: /SHA-256/ },
  { name: 'load', path: () => '/reports/load', whole: /SHA-256/ },
  { name: 'noise', path: () => '/reports/noise', whole: /SHA-256/ },
  { name: 'delivery', path: () => '/reports/delivery', whole: /SHA-256/ },
  { name: 'backtest', path: () => '/reports/backtest', whole: 'No backtests yet.' },
  { name: 'drill', path: () => '/reports/drill', whole: /would be notified first/ },
  { name: 'wall', path: () => '/alerts?wall=true', whole: 'Disk is full on db-1' },
  { name: 'find and do', path: () => '/alerts', whole: 'Disk is full on db-1', open: palette },
  { name: 'account menu', path: () => '/alerts', whole: 'Disk is full on db-1', open: account },
  { name: 'held', path: () => '/alerts', whole: 'Paused: no one is paged from here.', isHeld: true },
  { name: 'go live', path: () => '/alerts', whole: 'Paused: no one is paged from here.', isHeld: true, open: dialog('Go live here') },
  { name: 'nothing here', path: () => '/alerts/999', whole: /There is no alert group/ },
];

/** In the page: colours are still. One that never moves on, as its element is not drawn, is waited for no longer than any takes. */
const atRest = `Promise.race([
  Promise.allSettled(document.getAnimations().filter((one) => one.effect.getTiming().iterations === 1).map((one) => one.finished)),
  new Promise((resolve) => setTimeout(resolve, 5_000)),
])`;

/** All violations as text, whatever their impact; colours are checked while nothing moves. */
async function violations(page: Page, rules?: readonly string[]): Promise<readonly string[]> {
  await page.evaluate(atRest);
  // half a megabyte of rules: given to each page once
  const isThere = await page.evaluate<boolean>('Boolean(globalThis.axe)');
  const axe = new AxeBuilder({ page, ...(isThere && { axeSource: ';' }) }).setLegacyMode(true);
  // 24 pixels per touch target: axe’s rule is off by default
  const which = rules ? { runOnly: { type: 'rule' as const, values: [...rules] } } : { rules: { 'target-size': { enabled: true } } };
  const found = await axe.options({ ...which, resultTypes: ['violations'] }).analyze();
  return found.violations.flatMap(({ id, impact, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${impact}): ${help}: ${target.join(' ')}: ${failureSummary}`),
  );
}

/** On desktop and phone, in light and dark. Layout is the same in dark: only colours are checked again. */
async function everywhere(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  for (const [size, name] of [[desktop, 'desk'] as const, [phone, 'phone'] as const]) {
    await page.setViewportSize(size);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const rules = colorScheme === 'dark' ? ['color-contrast'] : undefined;
      found.push(...(await violations(page, rules)).map((one) => `${name}, ${colorScheme}: ${one}`));
    }
  }
  return found;
}

/** Horizontal overflow of the page, in pixels. */
const overhang = (page: Page): Promise<number> => page.evaluate('document.documentElement.scrollWidth - innerWidth');

/** Closes dialogs opened by a test; forms end with their screen. */
async function close(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await waitForGone(page.locator(':is([role=dialog], [role=alertdialog], [role=menu])'));
}

describeInBrowser('every screen', () => {
  let screens: Screens;
  let hers: Page;
  let everybodys: Page;
  /** Whether the page can navigate to the next screen: axe, half a megabyte, is compiled again for each loaded page. */
  let goesOn = false;

  beforeAll(async () => {
    stage = await Stage.begin();
    const { api } = stage.ana;
    const bo = await stage.person('Bo');
    boId = bo.personId;
    gusId = (await stage.tocsin.join(api, 'Gus')).personId;
    const { says: invited } = await api.run('InvitePerson', { name: 'Cleo', email: 'cleo@example.org', role: 'member' });
    invitation = new URL(String(invited['invitation'])).pathname;
    const { says: link } = await api.run('MakePasswordResetLink', { personId: bo.personId });
    reset = new URL(String(link['link'])).pathname;
    await stage.policy([{ page: [stage.ana] }, { page: [bo] }]);
    scheduleId = await createScheduleOn(stage, 'Payments primary', { anchor: '2026-01-01T09:00:00.000Z', turns: [stage.ana, bo] });
    for (const summary of ['Disk is full on db-1', 'Payments are slow', 'Search is down']) await stage.generic({ summary, key: summary });
    await api.run('AcknowledgeAlertGroup', { groupId: (await stage.group(2)).id });
    await api.run('AddNote', { groupId: (await stage.group(2)).id, text: 'The provider is slow, not we.' });
    await api.run('ResolveAlertGroup', { groupId: (await stage.group(3)).id });
    // her phone has another secret, so it rejects its messages
    const subscription = { teamId: null, name: 'Ticket system', address: stage.ana.phone.url, kinds: ['opened' as const] };
    const { says: subscribed } = await api.run('CreateEventSubscription', subscription);
    await api.run('TestEventSubscription', { subscriptionId: String(subscribed['subscriptionId']) });
    await stage.settle();
    screens = await Screens.open(() => stage.tocsin.url);
    [hers, everybodys] = [await screens.visit('/alerts', { as: api }), await screens.visit('/sign-in')];
    await rowOf(hers, 1).waitFor();
  });
  afterAll(async () => {
    await screens.close();
    await stage.leave();
  });

  it.each(appRoutes().filter((route) => !leadElsewhere.has(route)))('%s has an entry', (route) => {
    expect(shown.filter(({ path }) => isOfRoute(route, path()))).not.toEqual([]);
  });

  it.each(shown)('$name: for everybody, by day and by night, on a desk and on a phone', async ({ path, whole, nobody, isHeld, open }) => {
    const page = nobody ? everybodys : hers;
    await page.unrouteAll({ behavior: 'wait' });
    await page.setViewportSize(desktop);
    if (isHeld) await hold(page);
    const isLoaded = goesOn && !nobody && !isHeld;
    goesOn = nobody ? goesOn : false;
    await (isLoaded ? screens.go(page, path()) : page.goto(screens.at(path())));
    await waitForText(page, whole);
    await open?.(page);
    expect(await everywhere(page)).toEqual([]);
    expect(await overhang(page)).toBeLessThanOrEqual(0);
    if (open) await close(page);
    if (!nobody) goesOn = !isHeld;
  });
});

describeInBrowser('the first screen', () => {
  it('is accessible too', async () => {
    const tocsin = await Tocsin.start();
    const screens = await Screens.open(() => tocsin.url);
    const page = await screens.visit('/setup', { size: phone });
    await waitForText(page, 'Your organisation');
    expect(await everywhere(page)).toEqual([]);
    expect(await overhang(page)).toBeLessThanOrEqual(0);
    await screens.close();
    await tocsin.end();
  });
});
