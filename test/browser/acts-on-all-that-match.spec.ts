import type { Page } from 'playwright-core';
import { storyInBrowser, waitForLive, phone, rowOf, waitForText, Screens } from '@tocsin/testing/browser/browser.js';
import { openMany } from '@tocsin/testing/stage/many-groups.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

/** More than the list loads at first. */
const many = 120;

storyInBrowser('acting on all that match', (chapter) => {
  let stage: Stage;
  let screens: Screens;
  let page: Page;

  beforeAll(async () => {
    stage = await Stage.begin();
    await openMany(stage, many);
    await stage.advance('PT1M');
    screens = await Screens.open(() => stage.tocsin.url);
    page = await screens.visit('/alerts', { as: stage.ana.api });
    await rowOf(page, many).waitFor();
    await waitForLive(page);
  });
  afterAll(async () => {
    await screens.close();
    await stage.leave();
  });

  const bar = () => page.getByRole('toolbar', { name: 'Selected alert groups' });
  const messages = () => page.getByRole('region', { name: 'Messages' });
  const statuses = async (status: string): Promise<number> => {
    await stage.settle();
    const { body } = await stage.ana.api.request<{ count: number }>('GET', `/api/views/alertGroups?limit=1&count=1&where.status=${status}`);
    return body.count;
  };
  const lookAt = async (path: string): Promise<void> => {
    await page.goto(`${stage.tocsin.url}${path}`);
    await rowOf(page, many).waitFor();
    await waitForLive(page);
  };
  const selectAll = async (count = many): Promise<void> => {
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
    await waitForText(messages(), `Acknowledged ${many} alert groups`);
    expect(await statuses('acknowledged')).toBe(many);
    expect((await stage.group(many + 1)).status).toBe('firing');
  });

  chapter('is undone by one press', async () => {
    await messages().getByRole('button', { name: /^Undo/ }).click();
    await waitForText(messages(), `Undone: ${many} alert groups`);
    expect(await statuses('firing')).toBe(many + 1);
  });

  chapter('means the rows that are shown, and none that wait behind “1 new”', async () => {
    await lookAt('/alerts');
    await page.keyboard.press('X');
    await stage.advance('PT30M');
    await stage.generic({ summary: 'It is not shown', key: 'hidden', severity: 'info' });
    await stage.settle();
    await page.getByRole('button', { name: /^1 new/ }).waitFor();
    await selectAll(many + 1);
    await bar().getByRole('button', { name: 'Acknowledge' }).click();
    await waitForText(messages(), `Acknowledged ${many + 1} alert groups`);
    expect((await stage.group(many + 2)).status).toBe('firing');
    await messages().getByRole('button', { name: /^Undo/ }).click();
    await waitForText(messages(), `Undone: ${many + 1} alert groups`);
    await stage.ana.api.run('ResolveAlertGroup', { groupId: (await stage.group(many + 2)).id });
    await stage.settle();
  });

  chapter('leaves what is firing alone where none of it is shown, also by the key', async () => {
    await lookAt('/alerts');
    await selectAll(many + 1);
    await bar().getByRole('button', { name: 'Acknowledge' }).click();
    await waitForText(messages(), `Acknowledged ${many + 1} alert groups`);
    // more on one service within minutes would join a storm that is acknowledged
    await stage.advance('PT30M');
    await stage.generic({ summary: 'It fires', key: 'fires', severity: 'info' });
    await stage.settle();
    await lookAt('/alerts?state=acknowledged');
    await selectAll(many + 1);
    expect(await bar().getByRole('button', { name: 'Acknowledge' }).isDisabled()).toBe(true);
    await page.keyboard.press('a');
    await waitForText(messages(), 'None of them is firing');
    expect(await statuses('firing')).toBe(1);
    expect(await statuses('acknowledged')).toBe(many + 1);
  });

  chapter('means what the filter says, also on a phone', async () => {
    const small = await screens.visit('/alerts?q=Alert1', { as: stage.ana.api, size: phone });
    await rowOf(small, 119).waitFor();
    await small.keyboard.press('X');
    const there = small.getByRole('toolbar', { name: 'Selected alert groups' });
    // 1, 10 to 19, 100 to 120
    await waitForText(there, '32 selected');
    expect(await there.getByRole('button', { name: /that match/ }).count()).toBe(0);
    expect(await small.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    await small.context().close();
  });

  chapter('fits on a phone when all are selected', async () => {
    const small = await screens.visit('/alerts', { as: stage.ana.api, size: phone });
    await rowOf(small, many).waitFor();
    await waitForLive(small);
    await small.keyboard.press('X');
    const there = small.getByRole('toolbar', { name: 'Selected alert groups' });
    await there.getByRole('button', { name: /that match$/ }).waitFor();
    await there.getByRole('button', { name: /that match$/ }).click();
    await waitForText(there, /^All \d+ that match/);
    const { x, width } = (await there.boundingBox())!;
    expect([x >= 0, x + width <= phone.width]).toEqual([true, true]);
    await small.context().close();
  });
});
