// browser: short, all screens
import type { Page } from 'playwright-core';
import { addressOf, appRoutes } from '@tocsin/testing/browser/app-routes.js';
import { describeInBrowser, waitForLive, phone, rowOf, waitForText, Screens, eventually } from '@tocsin/testing/browser/browser.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

describeInBrowser('the policy of the pages', () => {
  let stage: Stage;
  let screens: Screens;
  let page: Page;

  beforeAll(async () => {
    stage = await Stage.begin();
    await stage.generic({ summary: 'Payments are down', key: 'payments' });
    screens = await Screens.open(() => stage.tocsin.url);
    page = await screens.visit('/alerts', { as: stage.ana.api });
  });
  afterAll(async () => {
    await screens.close();
    await stage.close();
  });

  // every-screen-waits-and-fails-in-words loads each screen directly, where a broken policy fails the file too
  it.each(appRoutes())('is kept by %s', async (route) => {
    await screens.go(page, addressOf(route, stage));
    await page.locator('body:has(h1):not(:has([aria-label="Loading"]))').waitFor({ state: 'attached' });
  });

  it('is kept by menus, dialogs and finding by typing', async () => {
    await page.goto(screens.at('/alerts'));
    await waitForLive(page);
    await page.getByRole('button', { name: /^Account of/ }).click();
    const signOut = page.getByRole('button', { name: 'Sign out' });
    await signOut.waitFor();
    await page.keyboard.press('Escape');
    await signOut.waitFor({ state: 'hidden' });
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await keys.waitFor();
    await page.keyboard.press('Escape');
    await keys.waitFor({ state: 'detached' });
    await rowOf(page, 1).getByRole('link').first().click();
    await waitForText(page, 'Payments are down');
    await page.goto(screens.at(addressOf('/services/$id', stage)));
    await page.getByRole('button', { name: 'Connect' }).click();
    await page.getByRole('dialog').first().waitFor();
  });

  it('is kept by menus on an iPhone, where all that lies behind one is held still by a style', async () => {
    const onPhone = await screens.visit('/alerts', { as: stage.ana.api, size: phone });
    await onPhone.addInitScript(`Object.defineProperties(navigator, {
      platform: { get: () => 'iPhone' },
      userAgentData: { get: () => undefined },
    })`);
    await onPhone.goto(screens.at(addressOf('/teams/$id', stage)));
    await waitForLive(onPhone);
    const readOverscroll = () => onPhone.evaluate<string>('getComputedStyle(document.body).overscrollBehavior');
    const before = await readOverscroll();
    await onPhone.getByRole('button', { name: 'Add a member' }).click();
    await onPhone.getByRole('menu').waitFor();
    expect(before).toBe('auto');
    await eventually(onPhone, async () => expect(await readOverscroll()).toBe('contain'));
  });

  it('is kept by the page of a page', async () => {
    const onPhone = await screens.visit(new URL(stage.ana.phone.pages[0]!.link).pathname, { size: phone });
    await waitForText(onPhone, 'Payments are down');
  });

  it('would be heard if it were broken: a style, a script and a call to elsewhere are refused', async () => {
    await page.goto(screens.at('/alerts'));
    await waitForLive(page);
    const refusedDirectives = ['style-src-attr', 'style-src-elem', 'script-src-elem', 'connect-src'];
    const consoleEvents = Promise.all(
      refusedDirectives.map((directive) =>
        page.waitForEvent('console', (consoleMessage) => consoleMessage.text().startsWith(`the policy is broken: ${directive} `)),
      ),
    );
    await page.evaluate(`(() => {
      globalThis.directives = [];
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => directives.push(effectiveDirective));
      document.body.insertAdjacentHTML('beforeend', '<p style="color: red">x</p>');
      document.head.append(Object.assign(document.createElement('style'), { textContent: 'p { color: red }' }));
      document.head.append(Object.assign(document.createElement('script'), { textContent: 'globalThis.ran = true' }));
      return fetch('https://elsewhere.example.org/').catch(() => undefined).then(() => undefined);
    })()`);
    await eventually(page, async () =>
      expect(await page.evaluate(`${JSON.stringify(refusedDirectives)}.every((one) => directives.includes(one))`)).toBe(true),
    );
    expect(await page.evaluate('"ran" in globalThis')).toBe(false);
    await consoleEvents;
    const directiveList = await page.evaluate<string[]>('directives');
    expect(screens.complaints.filter((complaint) => complaint.startsWith('the policy is broken'))).toHaveLength(directiveList.length);
    screens.complaints.length = 0;
  });
});
