import type { Page } from 'playwright-core';
import { storyInBrowser, waitForLive, phone, rowOf, waitForText, Screens } from '@tocsin/testing/browser/browser.js';
import { openMany } from '@tocsin/testing/stage/many-groups.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

/** More than the list loads at first. */
const groupCount = 120;

storyInBrowser('acting on all that match', (chapter) => {
  let stage: Stage;
  let screens: Screens;
  let page: Page;

  beforeAll(async () => {
    stage = await Stage.begin();
    await openMany(stage, groupCount);
    await stage.advance('PT1M');
    screens = await Screens.open(() => stage.tocsin.url);
    page = await screens.visit('/alerts', { as: stage.ana.api });
    await rowOf(page, groupCount).waitFor();
    await waitForLive(page);
  });
  afterAll(async () => {
    await screens.close();
    await stage.detach();
  });

  const bar = () => page.getByRole('toolbar', { name: 'Selected alert groups' });
  const messages = () => page.getByRole('region', { name: 'Messages' });
  const countByStatus = async (status: string): Promise<number> => {
    await stage.settle();
    const { body } = await stage.ana.api.request<{ count: number }>('GET', `/api/views/alertGroups?limit=1&count=1&where.status=${status}`);
    return body.count;
  };
  const lookAt = async (path: string): Promise<void> => {
    await page.goto(`${stage.tocsin.url}${path}`);
    await rowOf(page, groupCount).waitFor();
    await waitForLive(page);
  };
  const selectAll = async (count = groupCount): Promise<void> => {
    await page.keyboard.press('X');
    await bar()
      .getByRole('button', { name: `Select all ${count} that match` })
      .click();
    await waitForText(bar(), `All ${count} that match`);
  };

  chapter('acknowledges all of them by one press, and what came later is left as it is', async () => {
    await selectAll();
    await stage.generic({ summary: 'It came later', key: 'later', severity: 'info' });
    await stage.settle();
    await bar().getByRole('button', { name: 'Acknowledge' }).click();
    await waitForText(messages(), `Acknowledged ${groupCount} alert groups`);
    expect(await countByStatus('acknowledged')).toBe(groupCount);
    expect((await stage.getGroup(groupCount + 1)).status).toBe('firing');
  });

  chapter('is undone by one press', async () => {
    await messages().getByRole('button', { name: /^Undo/ }).click();
    await waitForText(messages(), `Undone: ${groupCount} alert groups`);
    expect(await countByStatus('firing')).toBe(groupCount + 1);
  });

  chapter('means the rows that are shown, and none that wait behind “1 new”', async () => {
    await lookAt('/alerts');
    await page.keyboard.press('X');
    await stage.advance('PT30M');
    await stage.generic({ summary: 'It is not shown', key: 'hidden', severity: 'info' });
    await stage.settle();
    await page.getByRole('button', { name: /^1 new/ }).waitFor();
    await selectAll(groupCount + 1);
    await bar().getByRole('button', { name: 'Acknowledge' }).click();
    await waitForText(messages(), `Acknowledged ${groupCount + 1} alert groups`);
    expect((await stage.getGroup(groupCount + 2)).status).toBe('firing');
    await messages().getByRole('button', { name: /^Undo/ }).click();
    await waitForText(messages(), `Undone: ${groupCount + 1} alert groups`);
    await stage.ana.api.run('ResolveAlertGroup', { groupId: (await stage.getGroup(groupCount + 2)).id });
    await stage.settle();
  });

  chapter('leaves what is firing alone where none of it is shown, also by the key', async () => {
    await lookAt('/alerts');
    await selectAll(groupCount + 1);
    await bar().getByRole('button', { name: 'Acknowledge' }).click();
    await waitForText(messages(), `Acknowledged ${groupCount + 1} alert groups`);
    // more on one service within minutes would join a storm that is acknowledged
    await stage.advance('PT30M');
    await stage.generic({ summary: 'It fires', key: 'fires', severity: 'info' });
    await stage.settle();
    await lookAt('/alerts?state=acknowledged');
    await selectAll(groupCount + 1);
    expect(await bar().getByRole('button', { name: 'Acknowledge' }).isDisabled()).toBe(true);
    await page.keyboard.press('a');
    await waitForText(messages(), 'None of them is firing');
    expect(await countByStatus('firing')).toBe(1);
    expect(await countByStatus('acknowledged')).toBe(groupCount + 1);
  });

  chapter('means what the filter says, also on a phone', async () => {
    const phonePage = await screens.visit('/alerts?q=Alert1', { as: stage.ana.api, size: phone });
    await rowOf(phonePage, 119).waitFor();
    await phonePage.keyboard.press('X');
    const phoneToolbar = phonePage.getByRole('toolbar', { name: 'Selected alert groups' });
    // 1, 10 to 19, 100 to 120
    await waitForText(phoneToolbar, '32 selected');
    expect(await phoneToolbar.getByRole('button', { name: /that match/ }).count()).toBe(0);
    expect(await phonePage.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    await phonePage.context().close();
  });

  chapter('fits on a phone when all are selected', async () => {
    const phonePage = await screens.visit('/alerts', { as: stage.ana.api, size: phone });
    await rowOf(phonePage, groupCount).waitFor();
    await waitForLive(phonePage);
    await phonePage.keyboard.press('X');
    const phoneToolbar = phonePage.getByRole('toolbar', { name: 'Selected alert groups' });
    await phoneToolbar.getByRole('button', { name: /that match$/ }).waitFor();
    await phoneToolbar.getByRole('button', { name: /that match$/ }).click();
    await waitForText(phoneToolbar, /^All \d+ that match/);
    const { x, width } = (await phoneToolbar.boundingBox())!;
    expect([x >= 0, x + width <= phone.width]).toEqual([true, true]);
    await phonePage.context().close();
  });
});
