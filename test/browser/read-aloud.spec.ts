import type { Page } from 'playwright-core';
import { storyInBrowser, waitForLive, waitForText, Screens } from '@tocsin/testing/browser/browser.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

/** As a screen reader uses it: only roles and names, and the keyboard. */
storyInBrowser('somebody who hears the screen', (chapter) => {
  let stage: Stage;
  let screens: Screens;
  let page: Page;
  const readFocusedName = (): Promise<string> =>
    page.evaluate('document.activeElement.innerText || document.activeElement.getAttribute("aria-label")');
  /** Presses Tab until the focused element has this name. Bounded: a page has fewer stops than this. */
  const tabTo = async (name: string | RegExp): Promise<void> => {
    for (let stop = 0; stop < 60; stop += 1) {
      await page.keyboard.press('Tab');
      const focusedText = ((await readFocusedName()) ?? '').replaceAll(/\s+/g, ' ');
      if (typeof name === 'string' ? focusedText === name : name.test(focusedText)) return;
    }
    throw new Error(`the Tab key never came to ${name}`);
  };

  beforeAll(async () => {
    stage = await Stage.begin();
    await stage.addPerson('Bo');
    const { api, personId } = stage.ana;
    const { says: addAnswer } = await api.run('AddContactMethod', { kind: 'browser', personId });
    const contactMethodId = String(addAnswer['contactMethodId']);
    await api.run('AddNotificationRule', { personId, urgency: 'high', contactMethodId, delayMinutes: 0 });
    await stage.generic({ summary: 'Disk is full on db-1', key: 'disk' });
    screens = await Screens.open(() => stage.tocsin.url, 'whole');
    page = await screens.visit('/sign-in');
  });
  afterAll(async () => {
    await screens.close();
    await stage.detach();
  });

  chapter('signs in: each field has a name, a refusal is said at once', async () => {
    await page.getByRole('textbox', { name: 'E-mail' }).fill('ana@example.org');
    await page.getByRole('textbox', { name: 'Password' }).fill('wrong');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').first().waitFor();
    await page.getByRole('textbox', { name: 'Password' }).fill('correct horse battery');
    await page.keyboard.press('Enter');
    await waitForLive(page);
  });

  chapter('comes past the navigation in one step, and to the group by its whole sentence', async () => {
    await page.reload();
    await waitForLive(page);
    await page.keyboard.press('Tab');
    expect(await readFocusedName()).toBe('Skip to the content');
    const row = page.getByRole('listitem').filter({ hasText: 'Disk is full on db-1' });
    expect(await row.ariaSnapshot()).toMatch(/Unacknowledged, high urgency[^]*#1[^]*Disk is full on db-1/);
    await tabTo(/^#1 ?Disk is full on db-1/);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: /#1 ?Disk is full on db-1/ }).waitFor();
  });

  chapter('acknowledges it, and hears that it is in hand', async () => {
    await tabTo(/^Acknowledge/);
    await page.keyboard.press('Enter');
    await page.getByRole('status').filter({ hasText: 'You acknowledged.' }).waitFor();
    await page.getByRole('status').filter({ hasText: '#1 Disk is full on db-1: You acknowledged.' }).waitFor();
  });

  chapter('hears politely what others do, and keeps the place meanwhile', async () => {
    await page.goto(screens.at('/alerts'));
    await waitForLive(page);
    await tabTo(/^#1 ?Disk is full on db-1/);
    await stage.generic({ summary: 'Payments are slow', key: 'pay' });
    const statusRegion = page.getByRole('status').filter({ hasText: '#2 Payments are slow: firing.' });
    await statusRegion.waitFor();
    expect(await statusRegion.getAttribute('aria-live')).toBe('polite');
    expect(await readFocusedName()).toMatch(/Disk is full on db-1/);
  });

  chapter('is told assertively of a page to themselves', async () => {
    const banner = page.getByRole('alert').filter({ hasText: 'You are paged' });
    await waitForText(banner, /#2/);
    expect(await banner.getAttribute('aria-live')).toBe('assertive');
  });
});
