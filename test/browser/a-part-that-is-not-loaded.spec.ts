import type { Page } from 'playwright-core';
import { storyInBrowser, waitForGone, waitForLive, press, rowOf, waitForText, Screens } from '@tocsin/testing/browser/browser.js';
import { builtFile, filesOfParts } from '@tocsin/testing/browser/built-file.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

storyInBrowser('a part that could not be loaded', (chapter) => {
  let stage: Stage;
  let screens: Screens;
  let page: Page;
  const blockedPaths = new Set<string>();

  beforeAll(async () => {
    stage = await Stage.begin();
    const { api, personId } = stage.ana;
    const { says: addAnswer } = await api.run('AddContactMethod', { kind: 'browser', personId });
    const contactMethodId = String(addAnswer['contactMethodId']);
    await api.run('AddNotificationRule', { personId, urgency: 'high', contactMethodId, delayMinutes: 0 });
    screens = await Screens.open(() => stage.tocsin.url);
    screens.expectedErrors = /ERR_FAILED|dynamically imported module/;
    page = await screens.visit('/sign-in');
    // on the context, to include requests of the service worker
    await page.context().route('**/assets/*.js', (route) => {
      const isCut = blockedPaths.has(new URL(route.request().url()).pathname.slice(1));
      return isCut ? route.abort() : route.continue();
    });
    for (const file of filesOfParts()) blockedPaths.add(file);
    const url = screens.at('/');
    await page.context().addCookies([{ name: 'tocsin_session', value: stage.ana.api.token, url, httpOnly: true }]);
    await page.goto(screens.at('/alerts'));
    await page.getByRole('heading', { level: 1, name: 'Alerts' }).waitFor();
    await waitForLive(page);
    await press(page);
  });
  afterAll(async () => {
    await screens.close();
    await stage.detach();
  });

  chapter('is never the lines of pages: they are there with the first screen', async () => {
    await stage.generic({ summary: 'Payments are down', key: 'payments' });
    await waitForText(page.getByRole('alert'), 'You are paged');
    await page.getByRole('alert').getByRole('button', { name: 'Acknowledge' }).waitFor();
    blockedPaths.clear();
  });

  for (const [partName, key, source, name, words] of [
    ['search', 'Control+k', 'src/app/palette.tsx', 'Quick search', 'Go to'],
    ['keyboard shortcuts', '?', 'src/app/keys-help.tsx', 'Keyboard shortcuts', 'page someone'],
    ['page someone', 'p', 'list/page-someone-dialog.tsx', 'Page someone', 'What is wrong'],
  ] as const)
    chapter(`says so in its place, leaves the rest as it is, and is loaded when it is opened again: ${partName}`, async () => {
      blockedPaths.add(builtFile(source));
      await page.evaluate(`caches.delete('assets')`);
      await page.reload();
      await rowOf(page, 1).waitFor();
      await waitForLive(page);
      await press(page);
      await waitForText(page.getByRole('alert'), 'You are paged');
      await page.keyboard.press(key);
      const errorDialog = page.getByRole('dialog');
      await waitForText(errorDialog, /could not be shown/);
      await waitForText(page.getByRole('alert'), 'You are paged');
      await rowOf(page, 1).waitFor();
      blockedPaths.clear();
      await errorDialog.getByRole('button', { name: 'Try again' }).click();
      await waitForGone(page.getByText(/could not be shown/));
      await page.getByRole('dialog', { name }).getByText(words).first().waitFor();
      await page.keyboard.press('Escape');
      await waitForGone(page.getByRole('dialog'));
    });

  chapter('is asked for anew when it was closed and is opened again', async () => {
    blockedPaths.add(builtFile('src/app/palette.tsx'));
    await page.evaluate(`caches.delete('assets')`);
    await page.reload();
    await rowOf(page, 1).waitFor();
    await waitForLive(page);
    const dialog = page.getByRole('dialog', { name: 'Quick search' });
    await page.keyboard.press('Control+k');
    await waitForText(dialog, /could not be shown/);
    await page.keyboard.press('Escape');
    // by element: a closed dialog has no role any more, although the app may not know yet that it is closed
    await waitForGone(page.locator('dialog'));
    blockedPaths.clear();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('payments');
    await dialog.getByRole('option').first().waitFor();
    await page.keyboard.press('Escape');
    await waitForGone(dialog);
  });

  chapter('leaves a menu that can be loaded by a press', async () => {
    blockedPaths.add(builtFile('src/ui/menu.tsx'));
    await page.evaluate(`caches.delete('assets')`);
    await page.goto(screens.at('/alerts/1'));
    await page.getByRole('heading', { level: 1, name: 'Payments are down' }).waitFor();
    await waitForLive(page);
    const more = page.getByRole('button', { name: 'More actions' });
    await page.getByTitle('Could not be loaded. Press to try again').first().waitFor();
    blockedPaths.clear();
    await more.click();
    await page.getByTitle('Could not be loaded. Press to try again').waitFor({ state: 'detached' });
    await more.click();
    await page.getByRole('menuitem').first().waitFor();
  });
});
