import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { Screens, storyInBrowser, waitForText } from '@tocsin/testing/browser/browser.js';
import { S3Store } from '@tocsin/testing/fakes/s3-store.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

storyInBrowser('the screen of backups', (chapter) => {
  const folder = join(mkdtempSync(join(tmpdir(), 'tocsin-backups-')), 'place');
  let store: S3Store;
  let stage: Stage;
  let screens: Screens;
  let page: Page;
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  beforeAll(async () => {
    mkdirSync(folder);
    store = await S3Store.start();
    stage = await Stage.begin();
    screens = await Screens.open(() => stage.tocsin.url);
    page = await screens.visit('/settings/backups', { as: stage.ana.api });
  });
  afterAll(async () => {
    await screens.close();
    await stage.detach();
    await store.close();
  });

  chapter('says at first that what is on this disk is lost with it, and what is wrong with a folder', async () => {
    await waitForText(page, 'What is on this disk alone is lost with it. Choose a folder on another disk, or a bucket.');
    await page.getByRole('textbox', { name: 'Folder' }).fill('backups');
    await button('Test this destination').click();
    await waitForText(page, '✕ A folder from the root on, such as /mnt/backups.');
    await page.getByRole('textbox', { name: 'Folder' }).fill(`${folder}/none`);
    await button('Test this destination').click();
    await waitForText(page, /^✕ It can’t be listed: There is no folder /);
  });

  chapter('tests a folder, sets it, and shows the first backup, its size and how it is restored', async () => {
    await page.getByRole('textbox', { name: 'Folder' }).fill(folder);
    await button('Test this destination').click();
    await waitForText(page, '✓ A small object was written, read back and deleted.');
    await button('Save').click();
    await waitForText(page, /the first \d+ events/);
    await waitForText(page, `TOCSIN_DATA=/new/folder tocsin restore '${folder}' --master-key master.key`);
    await waitForText(page, 'Base begun');
  });

  chapter('backs up on demand what came since', async () => {
    const { ordinal } = (await stage.ana.api.events('organisation')).at(-1)!;
    await stage.ana.api.run('RenameOrganisation', { name: `Harbour ${ordinal}` });
    await button('Back up now').click();
    await waitForText(page, /added \d+ events?/);
  });

  chapter('sets a bucket, whose secret is typed once, and shows a failure in red until it is over', async () => {
    await page.getByText('S3-compatible bucket').click();
    await page.getByLabel('Bucket', { exact: true }).fill('backups');
    await page.getByLabel('Endpoint').fill(store.endpoint);
    await page.getByLabel('Region').fill('eu-test-1');
    await page.getByLabel('Access key').fill(store.credentials.keyId);
    await page.getByLabel('Secret key').fill(store.credentials.secret);
    await button('Save').click();
    await waitForText(page, /^TOCSIN_BACKUP_KEY_ID='TESTKEY' /);
    await waitForText(page, /the first \d+ events/);
    store.judge = () => ({ status: 503, code: 'SlowDown' });
    await button('Back up now').click();
    await waitForText(page, /^✕ Failing since .*503/);
    await button('Test this destination').click();
    await waitForText(page, /^✕ It can’t be listed: .*503/);
    store.judge = () => null;
    await button('Back up now').click();
    await page.getByText(/^✕ Failing since/).waitFor({ state: 'detached' });
  });
});
