import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { appRoutes, isOfRoute } from '@tocsin/testing/browser/app-routes.js';
import { routeReads } from '@tocsin/testing/browser/route-reads.js';
import { desktop, describeInBrowser, waitForGone, phone, rowOf, waitForText, Screens } from '@tocsin/testing/browser/browser.js';
import { createScheduleOn } from '@tocsin/testing/schedules/stage-rotations.js';
import { Job } from '@tocsin/testing/stage/jobs.js';
import { Stage } from '@tocsin/testing/stage/stage.js';
import { Tocsin } from '@tocsin/testing/stage/tocsin.js';

// they redirect to the first screen, since the set-up is done
const leadElsewhere = new Set(['/', '/setup']);

/** A screen, a text that is visible once it is loaded, and what to open on it. */
interface ScreenUnderTest {
  readonly name: string;
  readonly path: () => string;
  readonly readyText: string | RegExp;
  readonly isAnonymous?: true;
  /** Whether the store was restored. */
  readonly isHeld?: true;
  readonly open?: (page: Page) => Promise<void>;
}

const openDialog =
  (button: string) =>
  async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: button, exact: true }).click();
    await page.getByRole('dialog').waitFor();
  };

const openKeys = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Settings', exact: true }).first().click();
  await waitForText(page, 'The key');
};

const openTwoFactor = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Turn on', exact: true }).click();
  await page.getByRole('dialog').getByRole('img').waitFor();
};
const connectProvider = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Connect identity provider' }).click();
  await waitForText(page, 'Redirect URI');
};
const openMore = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'More for Ticket system' }).click();
  await page.getByRole('menuitem', { name: 'Remove…' }).waitFor();
};
const openForgotPassword = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await page.getByRole('heading', { name: 'A new password' }).waitFor();
};

const openNewSchedule = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'New schedule' }).click();
  await waitForText(page, 'Follow the sun');
};
const openGetCover = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Ask for cover: Payments primary' }).first().click();
  await page.getByRole('form', { name: 'Ask for cover: Payments primary' }).waitFor();
};
const openNewOverride = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'New override' }).click();
  await page.getByLabel('Type an override').waitFor();
};

const openPalette = async (page: Page): Promise<void> => {
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('page');
  await page
    .getByRole('option', { name: /^Page / })
    .first()
    .waitFor();
};
const openKeysHelp = async (page: Page): Promise<void> => {
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
};
const addRule = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Add a rule' }).click();
  await page.getByLabel('Where rule 1 leads').waitFor();
};
const selectRow = async (page: Page): Promise<void> => {
  await page.keyboard.type('jx');
  await page.getByRole('toolbar', { name: 'Selected alert groups' }).waitFor();
};
const openAccount = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
};

/** The status answer of a restored store. */
const holdHandle = async (page: Page): Promise<void> => {
  await routeReads(page, 'organisation', async (route) => {
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
let job: Job;
let genericId = '';
const setUpIds = () => stage.setUpAnswer;

const screensUnderTest: readonly ScreenUnderTest[] = [
  { name: 'sign-in', path: () => '/sign-in', readyText: 'Password', isAnonymous: true },
  { name: 'components', path: () => '/test/components', readyText: 'Component sheet', isAnonymous: true },
  { name: 'invitation', path: () => invitation, readyText: 'You are invited', isAnonymous: true },
  {
    name: 'page of a page',
    path: () => new URL(stage.ana.phone.pages[0]!.link).pathname,
    readyText: 'Waiting for you, Ana.',
    isAnonymous: true,
  },
  { name: 'alerts', path: () => '/alerts', readyText: 'Disk is full on db-1' },
  { name: 'keys', path: () => '/alerts', readyText: 'Disk is full on db-1', open: openKeysHelp },
  { name: 'page someone', path: () => '/alerts?state=all', readyText: 'Disk is full on db-1', open: openDialog('Page someone') },
  { name: 'selected alerts', path: () => '/alerts', readyText: 'Disk is full on db-1', open: selectRow },
  { name: 'firing group', path: () => '/alerts/1', readyText: /opened #1/ },
  { name: 'held group', path: () => '/alerts/2', readyText: 'Ana acknowledged it · escalation stopped' },
  { name: 'resolved group', path: () => '/alerts/3', readyText: 'Ana resolved it' },
  { name: 'heartbeats', path: () => '/heartbeats', readyText: 'Nightly backup', open: openDialog('New heartbeat') },
  { name: 'heartbeat', path: () => `/heartbeats/${job.heartbeatId}`, readyText: /Last runs/ },
  { name: 'plans', path: () => '/plans', readyText: 'No program asks for anything.' },
  { name: 'silences', path: () => '/silences', readyText: 'Nothing is silenced.' },
  { name: 'routes', path: () => '/routes', readyText: 'Routes of integrations' },
  { name: 'integration routes', path: () => `/routes/${setUpIds().integrationId}`, readyText: 'Everything else goes to', open: addRule },
  { name: 'lookup table', path: () => '/routes', readyText: 'Routes of integrations', open: openDialog('New table') },
  { name: 'mapping', path: () => `/mappings/${genericId}`, readyText: 'Becomes' },
  { name: 'silence', path: () => '/silences', readyText: 'Nothing is silenced.', open: openDialog('New silence') },
  { name: 'inhibition rule', path: () => '/silences', readyText: 'Nothing is silenced.', open: openDialog('New rule') },
  { name: 'maintenance', path: () => '/maintenance', readyText: 'No maintenance is planned.' },
  { name: 'maintenance window', path: () => '/maintenance', readyText: 'No maintenance is planned.', open: openDialog('New window') },
  { name: 'services', path: () => '/services', readyText: /\d integrations?/ },
  { name: 'service', path: () => `/services/${setUpIds().serviceId}`, readyText: 'Integrations' },
  { name: 'connect', path: () => `/services/${setUpIds().serviceId}`, readyText: 'Integrations', open: openDialog('Connect integration') },
  { name: 'policy', path: () => `/policies/${setUpIds().policyId}`, readyText: 'If no one acknowledges' },
  { name: 'on call', path: () => '/on-call', readyText: 'My next shifts' },
  { name: 'get cover', path: () => '/on-call', readyText: 'My next shifts', open: openGetCover },
  { name: 'schedules', path: () => '/schedules', readyText: 'Payments primary' },
  { name: 'on call, four weeks', path: () => '/on-call?view=four-weeks', readyText: 'My next shifts' },
  { name: 'on call, a list', path: () => '/on-call?view=list', readyText: 'Next gap' },
  { name: 'policies', path: () => '/policies', readyText: 'First step' },
  { name: 'teams', path: () => '/teams', readyText: 'Managers' },
  { name: 'new schedule', path: () => '/schedules', readyText: 'Payments primary', open: openNewSchedule },
  { name: 'schedule', path: () => `/schedules/${scheduleId}`, readyText: 'Rotations' },
  { name: 'override', path: () => `/schedules/${scheduleId}`, readyText: 'Rotations', open: openNewOverride },
  { name: 'team', path: () => `/teams/${setUpIds().teamId}`, readyText: 'Bo' },
  { name: 'people', path: () => '/people', readyText: 'Cleo' },
  { name: 'invite', path: () => '/people', readyText: 'Cleo', open: openDialog('Invite someone') },
  { name: 'person', path: () => `/people/${stage.ana.personId}`, readyText: 'Teams and policies' },
  { name: 'import', path: () => '/people/import', readyText: 'People to import' },
  { name: 'disable', path: () => `/people/${boId}`, readyText: 'Teams and policies', open: openDialog('Disable') },
  {
    name: 'move all',
    path: () => `/teams/${setUpIds().teamId}`,
    readyText: 'Move or remove',
    open: openDialog('Move all to another team'),
  },
  { name: 'me', path: () => '/me', readyText: 'Contact methods' },
  { name: 'add a method', path: () => '/me', readyText: 'Contact methods', open: openDialog('Add contact method') },
  { name: 'settings', path: () => '/settings', readyText: 'This installation' },
  { name: 'change my password', path: () => '/me', readyText: 'Active sessions', open: openDialog('Change password') },
  { name: 'two-factor', path: () => '/me', readyText: 'Active sessions', open: openTwoFactor },
  { name: 'how people sign in', path: () => '/settings/sign-in', readyText: 'Identity provider', open: connectProvider },
  { name: 'channels', path: () => '/settings/channels', readyText: 'Account SID' },
  { name: 'configuration files', path: () => '/settings/files', readyText: 'No files were applied yet.' },
  { name: 'moving in', path: () => '/settings/moving-in', readyText: 'Read it' },
  { name: 'side by side', path: () => '/settings/moving-in/side-by-side', readyText: 'The old system' },
  {
    name: 'handing over',
    path: () => '/hand-over/00000000-0000-7000-8000-000000000000',
    readyText: /You hold no alert group|Assigned to you/,
  },
  { name: 'mail server', path: () => '/settings/mail', readyText: 'Mail server' },
  { name: 'backups', path: () => '/settings/backups', readyText: 'Test this destination' },
  { name: 'a new password', path: () => reset, readyText: 'For Bo, bo@example.org.', isAnonymous: true },
  { name: 'a link for somebody', path: () => `/people/${gusId}`, readyText: '1 active session', open: openDialog('Password reset link') },
  { name: 'an expired link of a follower', path: () => '/unfollow/nothing', readyText: 'This link has expired', isAnonymous: true },
  { name: 'forgotten password', path: () => '/sign-in', readyText: 'Password', isAnonymous: true, open: openForgotPassword },
  { name: 'tokens', path: () => '/settings/tokens', readyText: 'No one else has a token.' },
  { name: 'issue a token', path: () => '/settings/tokens', readyText: 'No one else has a token.', open: openDialog('Issue token') },
  { name: 'event subscriptions', path: () => '/settings/events', readyText: /^Test event failed/, open: openMore },
  { name: 'add an event subscription', path: () => '/settings/events', readyText: 'Ticket system', open: openDialog('Add subscription') },
  { name: 'integration keys', path: () => `/services/${setUpIds().serviceId}`, readyText: 'Integrations', open: openKeys },
  { name: 'health', path: () => '/settings/health', readyText: 'Background errors since the last start' },
  { name: 'history', path: () => '/history', readyText: 'Ana acknowledged it' },
  { name: 'messages', path: () => '/messages', readyText: 'Export CSV' },
  { name: 'why', path: () => '/why', readyText: /^Alert groups that were open/ },
  { name: 'who is on call under which rules', path: () => '/moment', readyText: 'How they could be reached' },
  { name: 'the past', path: () => '/moment?at=20', readyText: /^Back to now/ },
  { name: 'reports', path: () => '/reports/', readyText: /SHA-256/ },
  { name: 'openings', path: () => '/reports/openings?figure=openings', readyText: '3 alerts' },
  { name: 'events behind a number', path: () => '/reports/events?report=delivery&figure=attempts', readyText: /^\d+ notifications?$/ },
  { name: 'response', path: () => '/reports/response', readyText: /SHA-256/ },
  { name: 'load', path: () => '/reports/load', readyText: /SHA-256/ },
  { name: 'noise', path: () => '/reports/noise', readyText: /SHA-256/ },
  { name: 'delivery', path: () => '/reports/delivery', readyText: /SHA-256/ },
  { name: 'cost', path: () => '/reports/cost', readyText: /SHA-256/ },
  { name: 'backtest', path: () => '/reports/backtest', readyText: 'No backtests yet.' },
  { name: 'bisect', path: () => '/reports/bisect', readyText: 'No months compared yet.' },
  { name: 'drill', path: () => '/reports/drill', readyText: /would be notified first/ },
  { name: 'wall', path: () => '/alerts?wall=true', readyText: 'Disk is full on db-1' },
  { name: 'find and do', path: () => '/alerts', readyText: 'Disk is full on db-1', open: openPalette },
  { name: 'account menu', path: () => '/alerts', readyText: 'Disk is full on db-1', open: openAccount },
  { name: 'held', path: () => '/alerts', readyText: 'Paused: no one is paged from here.', isHeld: true },
  {
    name: 'go live',
    path: () => '/alerts',
    readyText: 'Paused: no one is paged from here.',
    isHeld: true,
    open: openDialog('Go live here'),
  },
  { name: 'nothing here', path: () => '/alerts/999', readyText: /There is no alert group/ },
];

/** In the page: colours are still. One that never moves on, as its element is not drawn, is waited for no longer than any takes. */
const waitForRest = `Promise.race([
  Promise.allSettled(document.getAnimations().filter((one) => one.effect.getTiming().iterations === 1).map((one) => one.finished)),
  new Promise((resolve) => setTimeout(resolve, 5_000)),
])`;

/** All violations as text, whatever their impact; colours are checked while nothing moves. */
async function findViolations(page: Page, rules?: readonly string[]): Promise<readonly string[]> {
  await page.evaluate(waitForRest);
  // half a megabyte of rules: given to each page once
  const isAxeLoaded = await page.evaluate<boolean>('Boolean(globalThis.axe)');
  const axe = new AxeBuilder({ page, ...(isAxeLoaded && { axeSource: ';' }) }).setLegacyMode(true);
  // 24 pixels per touch target: axe’s rule is off by default
  const ruleOptions = rules ? { runOnly: { type: 'rule' as const, values: [...rules] } } : { rules: { 'target-size': { enabled: true } } };
  const axeResults = await axe.options({ ...ruleOptions, resultTypes: ['violations'] }).analyze();
  return axeResults.violations.flatMap(({ id, impact, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${impact}): ${help}: ${target.join(' ')}: ${failureSummary}`),
  );
}

/** On desktop and phone, in light and dark. Layout is the same in dark: only colours are checked again. */
async function checkAllWidths(page: Page): Promise<readonly string[]> {
  const allViolations: string[] = [];
  for (const [size, name] of [[desktop, 'desk'] as const, [phone, 'phone'] as const]) {
    await page.setViewportSize(size);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const rules = colorScheme === 'dark' ? ['color-contrast'] : undefined;
      allViolations.push(...(await findViolations(page, rules)).map((one) => `${name}, ${colorScheme}: ${one}`));
    }
  }
  return allViolations;
}

/** Horizontal overflow of the page, in pixels. */
const measureOverhang = (page: Page): Promise<number> => page.evaluate('document.documentElement.scrollWidth - innerWidth');

/** Closes dialogs opened by a test; forms end with their screen. */
async function close(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await waitForGone(page.locator(':is([role=dialog], [role=alertdialog], [role=menu])'));
}

describeInBrowser('every screen', () => {
  let screens: Screens;
  let anasPage: Page;
  let anonymousPage: Page;
  /** Whether the page can navigate to the next screen: axe, half a megabyte, is compiled again for each loaded page. */
  let isContinued = false;

  beforeAll(async () => {
    stage = await Stage.begin();
    const { api } = stage.ana;
    const bo = await stage.addPerson('Bo');
    boId = bo.personId;
    gusId = (await stage.tocsin.join(api, 'Gus')).personId;
    const { says: inviteAnswer } = await api.run('InvitePerson', { name: 'Cleo', email: 'cleo@example.org', role: 'member' });
    invitation = new URL(String(inviteAnswer['invitation'])).pathname;
    const { says: link } = await api.run('MakePasswordResetLink', { personId: bo.personId });
    reset = new URL(String(link['link'])).pathname;
    await stage.setPolicy([{ page: [stage.ana] }, { page: [bo] }]);
    scheduleId = await createScheduleOn(stage, 'Payments primary', { anchor: '2026-01-01T09:00:00.000Z', turns: [stage.ana, bo] });
    job = await Job.create(stage);
    await job.pings();
    for (const summary of ['Disk is full on db-1', 'Payments are slow', 'Search is down']) await stage.generic({ summary, key: summary });
    genericId = (await api.list('integrations')).find(({ kind }) => kind === 'generic')!.id;
    await api.run('AcknowledgeAlertGroup', { groupId: (await stage.getGroup(2)).id });
    await api.run('AddNote', { groupId: (await stage.getGroup(2)).id, text: 'The provider is slow, not we.' });
    await api.run('ResolveAlertGroup', { groupId: (await stage.getGroup(3)).id });
    // her phone has another secret, so it rejects its messages
    const subscription = { teamId: null, name: 'Ticket system', address: stage.ana.phone.url, kinds: ['opened' as const] };
    const { says: createAnswer } = await api.run('CreateEventSubscription', subscription);
    await api.run('TestEventSubscription', { subscriptionId: String(createAnswer['subscriptionId']) });
    await stage.settle();
    screens = await Screens.open(() => stage.tocsin.url);
    [anasPage, anonymousPage] = [await screens.visit('/alerts', { as: api }), await screens.visit('/sign-in')];
    await rowOf(anasPage, 1).waitFor();
  });
  afterAll(async () => {
    await screens.close();
    await stage.detach();
  });

  it.each(appRoutes().filter((route) => !leadElsewhere.has(route)))('%s has an entry', (route) => {
    expect(screensUnderTest.filter(({ path }) => isOfRoute(route, path()))).not.toEqual([]);
  });

  it.each(screensUnderTest)(
    '$name: for everybody, by day and by night, on a desk and on a phone',
    async ({ path, readyText, isAnonymous, isHeld, open }) => {
      const page = isAnonymous ? anonymousPage : anasPage;
      await page.unrouteAll({ behavior: 'wait' });
      await page.setViewportSize(desktop);
      if (isHeld) await holdHandle(page);
      const isLoaded = isContinued && !isAnonymous && !isHeld;
      isContinued = isAnonymous ? isContinued : false;
      await (isLoaded ? screens.go(page, path()) : page.goto(screens.at(path())));
      await waitForText(page, readyText);
      await open?.(page);
      expect(await checkAllWidths(page)).toEqual([]);
      expect(await measureOverhang(page)).toBeLessThanOrEqual(0);
      if (open) await close(page);
      if (!isAnonymous) isContinued = !isHeld;
    },
  );
});

describeInBrowser('the first screen', () => {
  it('is accessible too', async () => {
    const tocsin = await Tocsin.start();
    const screens = await Screens.open(() => tocsin.url);
    const page = await screens.visit('/setup', { size: phone });
    await waitForText(page, 'Your organisation');
    expect(await checkAllWidths(page)).toEqual([]);
    expect(await measureOverhang(page)).toBeLessThanOrEqual(0);
    await screens.close();
    await tocsin.end();
  });
});
