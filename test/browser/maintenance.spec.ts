import type { Page } from 'playwright-core';
import { sendCommand, storyInBrowser, waitForGone, waitForText, Screens } from '@tocsin/testing/browser/browser.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

storyInBrowser('maintenance', (chapter) => {
  let stage: Stage;
  let screens: Screens;
  let page: Page;

  beforeAll(async () => {
    stage = await Stage.begin();
    await stage.setPolicy([{ page: [stage.ana] }]);
    screens = await Screens.open(() => stage.tocsin.url);
    page = await screens.visit('/maintenance', { as: stage.ana.api });
  });
  afterAll(async () => {
    await screens.close();
    await stage.detach();
  });

  chapter('is planned for a service, from now for an hour', async () => {
    await page.getByRole('button', { name: 'New window' }).click();
    const dialog = page.getByRole('dialog', { name: 'New maintenance window' });
    await dialog.getByLabel('Name', { exact: true }).fill('Database upgrade');
    await dialog.getByRole('group', { name: 'Services' }).getByRole('checkbox').first().check();
    await dialog.getByRole('button', { name: 'Plan maintenance' }).click();
    await waitForGone(dialog);
    await waitForText(page, 'Database upgrade');
    await stage.settle();
    await page
      .getByRole('listitem')
      .filter({ has: page.getByLabel('active', { exact: true }), hasText: /ends in/ })
      .waitFor();
  });

  chapter('names itself on what it mutes, and is ended early', async () => {
    await stage.alertmanager('firing', [{ name: 'DiskFull' }]);
    await page.goto(screens.at('/alerts/1'));
    await waitForText(page.getByRole('main'), /Maintenance “Database upgrade”/);
    await page.goto(screens.at('/maintenance'));
    await page.getByRole('button', { name: 'End Database upgrade' }).click();
    await page.getByRole('button', { name: 'End maintenance', exact: true }).click();
    await waitForText(page, /over/);
    expect(await stage.getGroup()).toMatchObject({ status: 'suppressed' });
  });

  chapter('for everything is confirmed by the number of alert groups that it covers', async () => {
    await page.goto(screens.at('/maintenance'));
    await page.getByRole('button', { name: 'New window' }).click();
    const dialog = page.getByRole('dialog', { name: 'New maintenance window' });
    await dialog.getByLabel('Name', { exact: true }).fill('All but tests');
    await dialog.getByLabel('Name of condition 1').fill('env');
    await dialog.getByLabel('Comparison of condition 1').selectOption('!=');
    await dialog.getByLabel('Value of condition 1').fill('test');
    await dialog.getByLabel('Number of alert groups that it covers').fill('1');
    await dialog.getByRole('button', { name: 'Plan maintenance' }).click();
    await waitForGone(dialog);
    await waitForText(page, 'All but tests');
  });

  chapter('stands beside inhibition rules: one offers to hold what may fire before its source, as a draft of the routes', async () => {
    await page.goto(screens.at('/silences'));
    await page.getByRole('button', { name: 'New rule' }).click();
    const dialog = page.getByRole('dialog', { name: 'New inhibition rule' });
    await dialog.getByLabel('Name', { exact: true }).fill('Cluster down');
    for (const [of, name] of [
      ['while these fire', 'ClusterDown'],
      ['mute these', 'NodeDown'],
    ]) {
      await dialog.getByLabel(`Name of ${of} 1`).fill('alertname');
      await dialog.getByLabel(`Value of ${of} 1`).fill(name!);
    }
    await sendCommand(page, 'SaveInhibitionRule', () => dialog.getByRole('button', { name: 'Save, and hold these alerts 1 min…' }).click());
    await page.waitForURL(/\/routes$/);
    await sendCommand(page, 'ChangeOrganisationRoutes', () => page.getByRole('button', { name: 'Save as version 1' }).click());
    expect(await stage.ana.api.list('inhibitionRules')).toMatchObject([{ name: 'Cluster down', target: [{ value: 'NodeDown' }] }]);
    const [routes] = await stage.ana.api.list('routeRules');
    expect(routes!.rules).toMatchObject([
      { rows: [[{ label: 'alertname', value: 'NodeDown' }]], outcome: { kind: 'default', holdMinutes: 1 } },
    ]);
  });

  chapter('and leaves what is being edited there in the draft', async () => {
    await page.getByRole('button', { name: /^Turn off/ }).click();
    await page.goto(screens.at('/silences'));
    await page.getByRole('button', { name: 'New rule' }).click();
    const dialog = page.getByRole('dialog', { name: 'New inhibition rule' });
    await dialog.getByLabel('Name', { exact: true }).fill('Rack down');
    for (const [of, name] of [
      ['while these fire', 'RackDown'],
      ['mute these', 'HostDown'],
    ]) {
      await dialog.getByLabel(`Name of ${of} 1`).fill('alertname');
      await dialog.getByLabel(`Value of ${of} 1`).fill(name!);
    }
    await sendCommand(page, 'SaveInhibitionRule', () => dialog.getByRole('button', { name: 'Save, and hold these alerts 1 min…' }).click());
    await page.waitForURL(/\/routes$/);
    await sendCommand(page, 'ChangeOrganisationRoutes', () => page.getByRole('button', { name: 'Save as version 2' }).click());
    const [routes] = await stage.ana.api.list('routeRules');
    expect(routes!.rules).toMatchObject([{ isOn: false }, { rows: [[{ value: 'HostDown' }]] }]);
  });
});
