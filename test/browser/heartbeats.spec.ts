import type { Page } from 'playwright-core';
import { chooseTyped, storyInBrowser, waitForGone, waitForText, Screens } from '@tocsin/testing/browser/browser.js';
import { Job } from '@tocsin/testing/stage/jobs.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

storyInBrowser('a heartbeat', (chapter) => {
  let stage: Stage;
  let screens: Screens;
  let page: Page;

  beforeAll(async () => {
    stage = await Stage.begin();
    await stage.setPolicy([{ page: [stage.ana] }]);
    screens = await Screens.open(() => stage.tocsin.url);
    page = await screens.visit('/heartbeats', { as: stage.ana.api });
  });
  afterAll(async () => {
    await screens.close();
    await stage.detach();
  });

  chapter('is created for a service, with its next marks shown, and waits for its first ping', async () => {
    await waitForText(page, /^No heartbeats yet/);
    await page.getByRole('button', { name: 'New heartbeat' }).click();
    const dialog = page.getByRole('dialog', { name: 'New heartbeat' });
    await dialog.getByLabel('Name').fill('Nightly backup');
    await chooseTyped(dialog, 'Time zone', 'Europe/Berlin');
    await dialog.getByLabel('Cron expression').fill('0 3 * * mon');
    await waitForText(page, /^Next: Mon /);
    await dialog.getByLabel('Cron expression').fill('61 3 * * *');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await waitForText(page, /The cron expression can’t be used/);
    await dialog.getByLabel('Cron expression').fill('0 3 * * *');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await waitForGone(dialog);
    await waitForText(page, 'Waiting for its first ping');
  });

  chapter('shows how to ping it, in the words of curl, cron and systemd', async () => {
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await waitForText(page, /^curl -fsS -m 10 --retry 5 -o \/dev\/null http:\/\/.*\/ping\/[0-9a-f-]{36}$/);
    await waitForText(page, /^0 3 \* \* \* {2}\/path\/to\/job && curl /);
    await waitForText(page, /^ExecStartPre=-curl /);
  });

  chapter('that was never pinged is said by the readiness of its service after a day, with its address', async () => {
    const readiness = page.getByRole('region', { name: 'Readiness' });
    const never = 'A heartbeat has been waiting for its first ping for more than a day.';
    const visit = async () => {
      await page.goto(screens.at(`/services/${stage.setUpAnswer.serviceId}`));
      await waitForText(readiness, /A page would reach/);
    };
    await stage.advance('PT23H');
    await visit();
    expect(await readiness.innerText()).not.toContain(never);
    await stage.advance('PT2H');
    await visit();
    await waitForText(readiness, never);
    await readiness.getByRole('link', { name: 'See its address' }).click();
    await page.waitForURL(/\/heartbeats\/[0-9a-f-]{36}#address$/);
  });

  chapter('says when its job seems to run on another clock', async () => {
    const schedule = { kind: 'cron', cron: '0 3 * * *', zone: 'Europe/Berlin' } as const;
    const job = await Job.create(stage, { name: 'Ledger dump', schedule, grace: 120 });
    const from = Date.parse((await stage.tocsin.advance('PT0S')).slice(0, 10));
    for (const day of [1, 2, 3, 4, 5]) {
      await job.waitsUntil(new Date(from + day * 86_400_000 + 3 * 3_600_000).toISOString());
      await job.pings('/start');
      await stage.advance(`PT${day}M`);
      await job.pings();
    }
    // where readiness leads to
    await page.goto(screens.at(`/heartbeats/${job.heartbeatId}#address`));
    await page.locator('#address').waitFor();
    await waitForText(page, /^Your job seems to run in UTC/);
  });

  chapter('stands on top of the list when it is down', async () => {
    const job = await Job.create(stage, { name: 'Index rebuild', schedule: { kind: 'interval', every: 5 }, grace: 1 });
    for (const rest of ['', '', '/1', '', '']) {
      await job.pings(rest, 'done');
      await stage.advance('PT5M');
    }
    await stage.advance('PT2M');
    await page.goto(screens.at('/heartbeats'));
    await waitForText(page, 'Overdue');
    const [first] = await page.getByRole('main').getByRole('listitem').allTextContents();
    expect(first).toContain('Index rebuild');
  });

  chapter('is removed, and its job is answered still', async () => {
    await page.getByRole('link', { name: 'Nightly backup' }).click();
    await page.getByRole('button', { name: 'Remove Nightly backup' }).click();
    await page.getByRole('button', { name: 'Remove heartbeat' }).click();
    await page.waitForURL(/\/heartbeats$/);
    await waitForText(page, 'Ledger dump');
    expect(await page.getByText('Nightly backup').count()).toBe(0);
  });
});
