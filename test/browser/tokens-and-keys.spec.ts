import type { Locator, Page } from 'playwright-core';
import { storyInBrowser, waitForGone, waitForText, waitForNoText, waitForValue, Screens } from '@tocsin/testing/browser/browser.js';
import { alertmanagerMessage } from '@tocsin/testing/stage/monitoring-messages.js';
import { Stage } from '@tocsin/testing/stage/stage.js';
import { Client } from '@tocsin/testing/stage/client.js';

storyInBrowser('tokens and keys', (chapter) => {
  let stage: Stage;
  let screens: Screens;
  let page: Page;
  let token = '';
  /** The colour of a button of a reversible act. */
  let usualColour = '';

  beforeAll(async () => {
    stage = await Stage.begin();
    screens = await Screens.open(() => stage.tocsin.url);
    page = await screens.visit('/settings/tokens', { as: stage.ana.api });
  });
  afterAll(async () => {
    await screens.close();
    await stage.detach();
  });

  const colourOf = async (scope: Page | Locator, name: string): Promise<string> => {
    const id = `[data-looked-at="${name}"]`;
    await scope.getByRole('button', { name }).evaluate((button: { dataset: Record<string, string> }, at) => {
      button.dataset['lookedAt'] = at;
    }, name);
    return page.evaluate(`getComputedStyle(document.querySelector(${JSON.stringify(id)})).backgroundColor`);
  };
  const line = (name: string) => page.getByRole('listitem').filter({ hasText: name }).first();

  chapter('issues a service token, in sentences, and shows it once', async () => {
    await waitForText(page, 'No service tokens.');
    await page.getByRole('button', { name: 'Issue token' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Deploy robot');
    await waitForValue(dialog.getByRole('combobox', { name: 'Access' }), 'Everywhere');
    await dialog.getByLabel('Acknowledge, resolve, reopen, note on and silence alert groups').check();
    await dialog.getByLabel('Expires').selectOption('30');
    usualColour = await colourOf(dialog, 'Issue token');
    await dialog.getByRole('button', { name: 'Issue token' }).click();
    await waitForText(dialog, 'It is shown only once.');
    // a press outside does not close a dialog with a secret that is shown only once
    await page.mouse.click(20, 500);
    expect(await dialog.isVisible()).toBe(true);
    token = (await dialog.locator('figure code').textContent())!;
    expect(token).toMatch(/^tsn_/);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await waitForText(line('Deploy robot'), 'not used yet');
    expect(await page.content()).not.toContain(token);
  });

  chapter('names the program in the history of what it did', async () => {
    await stage.alertmanager('firing', [{ name: 'DiskFull' }]);
    const { id: groupId } = await stage.getGroup();
    await new Client(stage.tocsin.url, token, '').run('AcknowledgeAlertGroup', { groupId });
    await page.goto(screens.at('/alerts/1'));
    await waitForText(page, 'Deploy robot acknowledged it · escalation stopped');
    await waitForText(page, 'Deploy robot acknowledged');
  });

  chapter('says when it was used, and revokes it', async () => {
    await page.goto(screens.at('/settings/tokens'));
    await waitForText(line('Deploy robot'), /used (just now|.* ago)/);
    await line('Deploy robot').getByRole('button', { name: 'Revoke' }).click();
    expect(await colourOf(page, 'Revoke token')).not.toBe(usualColour);
    await page.getByRole('button', { name: 'Revoke token' }).click();
    await waitForText(page, '1 expired or revoked');
    expect((await new Client(stage.tocsin.url, token, '').request('GET', '/api/views/teams')).status).toBe(401);
  });

  chapter('is found among many by its name, with a link that shows the same', async () => {
    for (let n = 1; n <= 11; n += 1)
      await stage.ana.api.run('IssueServiceToken', {
        name: `Robot ${n}`,
        scopes: ['read'],
        teamId: n === 11 ? stage.setUpAnswer.teamId : null,
      });
    await line('Robot 11').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('robot 7');
    await waitForGone(line('Robot 11'));
    await line('Robot 7').waitFor();
    await page.waitForURL(/tokens=robot\+7|tokens=robot%207/);
    await page.reload();
    await line('Robot 7').waitFor();
    expect(await line('Robot 11').count()).toBe(0);
    await page.getByRole('searchbox').fill('nobody');
    await waitForText(page, 'No results.');
  });

  chapter('shows in the history who issued and revoked them', async () => {
    await page.getByRole('link', { name: 'History: Service tokens' }).click();
    await waitForText(page, /revoked the token Deploy robot/);
  });

  chapter('issues one of my own where I set how I am reached', async () => {
    await page.goto(screens.at('/me'));
    const section = page.getByRole('region', { name: 'Personal tokens' });
    await section.getByRole('button', { name: 'Issue token' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Issue token' }).click();
    await dialog.getByRole('alert').first().waitFor();
    await dialog.getByLabel('Name').fill('My laptop');
    await dialog.getByRole('button', { name: 'Issue token' }).click();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await waitForText(section, 'My laptop');
  });

  chapter('connects a sender by its tile, with steps in its own words, and ticks when its first signal has arrived', async () => {
    await page.goto(screens.at(`/services/${stage.setUpAnswer.serviceId}`));
    await page.getByRole('button', { name: 'Connect integration' }).click();
    const tokenDialog = page.getByRole('dialog');
    await tokenDialog.getByRole('button', { name: /^Grafana Alerting/ }).waitFor();
    expect(await tokenDialog.getByRole('listitem').count()).toBeGreaterThan(3);
    // “cron” alone begins Cronitor, too
    await page.keyboard.type('cron job');
    await waitForGone(tokenDialog.getByRole('button', { name: /^Grafana Alerting/ }));
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Connect Shell script or cron job to Production' }).waitFor();
    await page.keyboard.press('Enter');
    await waitForText(tokenDialog, 'Waiting for the first alert…');
    const copiedCode = (await tokenDialog.locator('code').first().textContent())!;
    const address = /https?:\S+/.exec(copiedCode)![0];
    const send = (body: string) =>
      fetch(address, { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body });
    expect((await send('severity=critical')).status).toBe(400);
    await waitForText(tokenDialog, /An alert was refused .*summary/);
    expect((await send('summary=Backup+failed')).status).toBe(202);
    await waitForText(tokenDialog, '✓ Accepted just now');
    await waitForNoText(tokenDialog, /refused/);
    await tokenDialog.getByRole('button', { name: 'Done' }).click();
    await waitForText(page, 'Shell script or cron job');
  });

  chapter('shows a key when asked, changes it with an overlap, and tells of a sender that was forgotten', async () => {
    await page.goto(screens.at(`/services/${stage.setUpAnswer.serviceId}`));
    await page.getByRole('listitem').filter({ hasText: 'Prometheus Alertmanager' }).getByRole('button', { name: 'Settings' }).click();
    await waitForText(page, /last used/);
    await page.getByRole('button', { name: 'Show address and key' }).click();
    await waitForText(page.getByRole('dialog'), stage.setUpAnswer.address);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Issue a second key' }).click();
    await waitForText(page.getByRole('dialog'), 'The new key');
    await page.getByRole('button', { name: 'Done' }).click();
    await waitForText(page, 'The older key');
    await page.getByRole('button', { name: 'Revoke this key' }).first().click();
    await page.getByRole('button', { name: 'Revoke key' }).click();
    await waitForText(page, /not used since/);
    const message = alertmanagerMessage('firing', [{ name: 'Forgotten' }]);
    expect((await stage.tocsin.anonymous.request('POST', new URL(stage.setUpAnswer.address).pathname, message)).status).toBe(401);
    await page.reload();
    await waitForText(page, '1 request refused, the last');
  });
});
