import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { desktop, describeInBrowser, phone, rowOf, says, Screens } from '@tocsin/testing/browser.js';
import { Stage } from '@tocsin/testing/stage.js';
import { Tocsin } from '@tocsin/testing/tocsin.js';

/** A screen, the text that stands there once it is whole, and what is opened on it. */
interface Shown {
  readonly name: string;
  readonly path: () => string;
  readonly whole: string | RegExp;
  readonly nobody?: true;
  readonly open?: (page: Page) => Promise<void>;
}

const dialog =
  (button: string) =>
  async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: button, exact: true }).click();
    await page.getByRole('dialog').waitFor();
  };

const keysOf = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Keys', exact: true }).first().click();
  await says(page, 'The key');
};

const twoFactor = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Turn on', exact: true }).click();
  await page.getByRole('dialog').getByRole('img').waitFor();
};
const connectProvider = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Connect one' }).click();
  await says(page, 'Tell it to send people back to');
};
const forgotten = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'I forgot it' }).click();
  await page.getByRole('heading', { name: 'A new password' }).waitFor();
};

let stage: Stage;
let invitation = '';
let reset = '';
let boId = '';
const made = () => stage.made;

const shown: readonly Shown[] = [
  { name: 'sign-in', path: () => '/sign-in', whole: 'Password', nobody: true },
  { name: 'invitation', path: () => invitation, whole: 'You are invited', nobody: true },
  { name: 'page of a page', path: () => new URL(stage.ana.phone.pages[0]!.link).pathname, whole: 'Nobody has it yet, Ana.', nobody: true },
  { name: 'alerts', path: () => '/alerts', whole: 'Disk is full on db-1' },
  { name: 'keys', path: () => '/alerts', whole: 'Disk is full on db-1', open: (page) => page.keyboard.press('?') },
  { name: 'page somebody', path: () => '/alerts?state=all', whole: 'Disk is full on db-1', open: dialog('Page somebody') },
  { name: 'selected alerts', path: () => '/alerts', whole: 'Disk is full on db-1', open: (page) => page.keyboard.type('jx') },
  { name: 'firing group', path: () => '/alerts/1', whole: /opened #1/ },
  { name: 'held group', path: () => '/alerts/2', whole: 'Ana acknowledged it.' },
  { name: 'resolved group', path: () => '/alerts/3', whole: 'Ana resolved it' },
  { name: 'services', path: () => '/services', whole: /1 integration|2 integrations/ },
  { name: 'service', path: () => `/services/${made().serviceId}`, whole: 'Connected monitoring' },
  { name: 'connect', path: () => `/services/${made().serviceId}`, whole: 'Connected monitoring', open: dialog('Connect') },
  { name: 'policy', path: () => `/policies/${made().policyId}`, whole: 'When nobody reacts' },
  { name: 'team', path: () => `/teams/${made().teamId}`, whole: 'Bo' },
  { name: 'people', path: () => '/people', whole: 'Cleo' },
  { name: 'invite', path: () => '/people', whole: 'Cleo', open: dialog('Invite somebody') },
  { name: 'person', path: () => `/people/${stage.ana.personId}`, whole: 'Is counted on' },
  { name: 'import', path: () => '/people/import', whole: 'The table' },
  { name: 'disable', path: () => `/people/${boId}`, whole: 'Is counted on', open: dialog('Disable') },
  { name: 'move all', path: () => `/teams/${made().teamId}`, whole: 'Moving and removing', open: dialog('Move all to another team') },
  { name: 'me', path: () => '/me', whole: 'When it is urgent' },
  { name: 'add a method', path: () => '/me', whole: 'When it is urgent', open: dialog('Add one') },
  { name: 'settings', path: () => '/settings', whole: 'This installation' },
  { name: 'change my password', path: () => '/me', whole: 'Where I am signed in', open: dialog('Change password') },
  { name: 'two-factor', path: () => '/me', whole: 'Where I am signed in', open: twoFactor },
  { name: 'how people sign in', path: () => '/settings/sign-in', whole: 'Identity provider', open: connectProvider },
  // before the next one, which makes a newer link: this one ends then
  { name: 'a new password', path: () => reset, whole: 'For Bo, bo@example.org.', nobody: true },
  { name: 'a link for somebody', path: () => `/people/${boId}`, whole: 'Signed in at one place', open: dialog('Link to a new password') },
  { name: 'forgotten password', path: () => '/sign-in', whole: 'Password', nobody: true, open: forgotten },
  { name: 'tokens', path: () => '/settings/tokens', whole: 'Nobody else has one.' },
  { name: 'issue a token', path: () => '/settings/tokens', whole: 'Nobody else has one.', open: dialog('Issue one') },
  { name: 'integration keys', path: () => `/services/${made().serviceId}`, whole: 'Connected monitoring', open: keysOf },
  { name: 'health', path: () => '/settings/health', whole: 'Failures in the background since the start' },
  { name: 'history', path: () => '/history', whole: 'Ana acknowledged it.' },
  { name: 'nothing here', path: () => '/alerts/999', whole: /There is no alert group/ },
];

/** Serious and critical ones, in words; colours are still when nothing moves. */
async function violations(page: Page, rules?: readonly string[]): Promise<readonly string[]> {
  await page.evaluate(
    'Promise.allSettled(document.getAnimations().filter((one) => one.effect.getTiming().iterations === 1).map((one) => one.finished))',
  );
  const axe = new AxeBuilder({ page }).setLegacyMode(true);
  const found = await (rules ? axe.withRules([...rules]) : axe).analyze();
  return found.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, help, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${help}: ${target.join(' ')}: ${failureSummary}`));
}

const inBothLights = async (page: Page): Promise<readonly string[]> => {
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await violations(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  return [...light, ...(await violations(page, ['color-contrast'])).map((one) => `dark: ${one}`)];
};

/** How many pixels of the page lie beside the screen. */
const overhang = (page: Page): Promise<number> => page.evaluate('document.documentElement.scrollWidth - innerWidth');

describeInBrowser('every screen', () => {
  let screens: Screens;
  let hers: Page;
  let everybodys: Page;

  beforeAll(async () => {
    stage = await Stage.begin();
    const { api } = stage.ana;
    const bo = await stage.person('Bo');
    boId = bo.personId;
    const { says: invited } = await api.run('InvitePerson', { name: 'Cleo', email: 'cleo@example.org', role: 'member' });
    invitation = new URL(String(invited['invitation'])).pathname;
    const { says: link } = await api.run('MakePasswordResetLink', { personId: bo.personId });
    reset = new URL(String(link['link'])).pathname;
    await stage.policy([{ page: [stage.ana] }, { page: [bo] }]);
    for (const summary of ['Disk is full on db-1', 'Payments are slow', 'Search is down']) await stage.generic({ summary, key: summary });
    await api.run('AcknowledgeAlertGroup', { groupId: (await stage.group(2)).id });
    await api.run('AddNote', { groupId: (await stage.group(2)).id, text: 'The provider is slow, not we.' });
    await api.run('ResolveAlertGroup', { groupId: (await stage.group(3)).id });
    await stage.settle();
    screens = await Screens.open(() => stage.tocsin.url);
    [hers, everybodys] = [await screens.visit('/alerts', { as: api }), await screens.visit('/sign-in')];
    await rowOf(hers, 1).waitFor();
  });
  afterAll(async () => {
    await screens.close();
    await stage.leave();
  });

  it.each(shown)('$name: for everybody, by day and by night, on a desk and on a phone', async ({ path, whole, nobody, open }) => {
    const page = nobody ? everybodys : hers;
    await page.setViewportSize(desktop);
    await page.goto(screens.at(path()));
    await says(page, whole);
    await open?.(page);
    expect(await inBothLights(page)).toEqual([]);
    await page.setViewportSize(phone);
    expect(await overhang(page)).toBeLessThanOrEqual(0);
  });
});

describeInBrowser('the first screen', () => {
  it('is for everybody too', async () => {
    const tocsin = await Tocsin.start();
    const screens = await Screens.open(() => tocsin.url);
    const page = await screens.visit('/setup', { size: phone });
    await says(page, 'Your organisation');
    expect(await inBothLights(page)).toEqual([]);
    expect(await overhang(page)).toBeLessThanOrEqual(0);
    await screens.close();
    await tocsin.end();
  });
});
