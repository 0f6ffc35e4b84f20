import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import {
  storyInBrowser,
  waitForLive,
  waitForText,
  waitForNoText,
  Screens,
  serverIsGone,
  eventually,
} from '@tocsin/testing/browser/browser.js';
import { openMany } from '@tocsin/testing/stage/many-groups.js';
import { freePort } from '@tocsin/testing/machine/free-port.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

const television = { width: 1920, height: 1080 };
const upright = { width: 1080, height: 1920 };
const laptop = { width: 1440, height: 900 };
const handheld = { width: 390, height: 844 };

storyInBrowser('a board on the wall', (chapter) => {
  let stage: Stage;
  let screens: Screens;
  let wall: Page;

  /** The size of the letters of a text, in pixels. */
  const measureLetters = (text: string): Promise<number> =>
    wall.evaluate(
      `parseFloat(getComputedStyle(document.evaluate("//main//*[text()='${text}']", document, null, 9, null).singleNodeValue).fontSize)`,
    );

  beforeAll(async () => {
    stage = await Stage.begin({ env: { PORT: String(await freePort()) } });
    screens = await Screens.open(() => stage.tocsin.url);
    const list = await screens.visit('/alerts', { as: stage.ana.api, size: television });
    await list.getByRole('link', { name: 'Wall' }).click();
    wall = list;
    // the list says “All quiet” too
    await wall.locator('main > header time').waitFor();
  });
  afterAll(async () => {
    await screens.close();
    await stage.detach();
  });

  chapter('says that all is quiet in letters to be read across a room, and what time it is', async () => {
    await waitForText(wall, 'All quiet');
    expect(await measureLetters('All quiet')).toBeGreaterThan(100);
    expect(await wall.locator('header time').textContent()).toMatch(/^\d\d:\d\d$/);
  });

  chapter('shows what fires and who has it, as it happens, in letters of at least a thirtieth of its height', async () => {
    await stage.generic({ summary: 'Payments are down', key: 'payments' });
    await waitForText(wall, '1 firing');
    await waitForText(wall.getByRole('listitem'), /^Notifying Ana/);
    expect(await measureLetters('Payments are down')).toBeGreaterThan(television.height / 30);
    await stage.ana.api.run('AcknowledgeAlertGroup', { groupId: (await stage.getGroup()).id });
    await waitForText(wall, 'Ana acknowledged');
    await waitForText(wall, '1 acknowledged');
  });

  chapter('has one thing to press, the way out, and no other way to the wrong place', async () => {
    expect(await wall.locator('a, button, input, select, [tabindex]').allTextContents()).toEqual(['Leave wall']);
    await waitForText(wall.locator('footer'), (await stage.ana.api.list('organisation'))[0]!.name);
    await waitForText(wall.getByRole('listitem'), (await stage.ana.api.list('services'))[0]!.name);
    const { violations } = await new AxeBuilder({ page: wall }).setLegacyMode(true).analyze();
    expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id }) => id)).toEqual([]);
  });

  for (const size of [television, upright, laptop, handheld])
    chapter(`says how many more there are, and cuts nothing off: ${size.width} × ${size.height}`, async () => {
      await wall.setViewportSize(size);
      if (size === television) await openMany(stage, 40, { from: 1 });
      const more = wall.getByText(/^and [34]\d more$/);
      await more.waitFor();
      await eventually(wall, async () => {
        const last = (await more.boundingBox())!;
        const foot = (await wall.locator('footer').boundingBox())!;
        expect(last.y + last.height).toBeLessThanOrEqual(foot.y + 1);
        expect(await wall.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      });
    });

  chapter('greys, and says in large letters how old it is, when the server is gone; and is whole again by itself', async () => {
    screens.expectedErrors = new RegExp(String.raw`${serverIsGone.source}|\/api\/`);
    await stage.tocsin.stop();
    await waitForText(wall.getByRole('alert'), /^Not connected: this screen is \d+ s old$/);
    await stage.restart();
    await waitForNoText(wall, /Not connected/);
    await wall.keyboard.press('Escape');
    await waitForLive(wall);
  });
});
