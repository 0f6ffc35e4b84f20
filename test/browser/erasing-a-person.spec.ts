import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import {
  eventually,
  describeInBrowser,
  storyInBrowser,
  waitForGone,
  phone,
  waitForText,
  waitForNoText,
  Screens,
} from '@tocsin/testing/browser/browser.js';
import { commandLineProgram } from '@tocsin/testing/stage/program.js';
import { Stage } from '@tocsin/testing/stage/stage.js';
import { Client } from '@tocsin/testing/stage/client.js';
import { Tocsin } from '@tocsin/testing/stage/tocsin.js';

const pictures = process.env['TOCSIN_PICTURES'];
const takePicture = async (page: Page, name: string): Promise<void> => {
  if (pictures) await page.screenshot({ path: join(pictures, `${name}.png`) });
};

storyInBrowser('erasing a person', (chapter) => {
  let stage: Stage;
  let screens: Screens;
  let page: Page;
  let personId: string;

  beforeAll(async () => {
    stage = await Stage.begin();
    ({ personId } = await stage.addPerson('Zera'));
    await stage.generic({ summary: 'The disk of Zera is full', key: 'disk' });
    const period = { from: '2026-01-01T00:00:00.000Z', to: '2026-03-01T00:00:00.000Z' };
    await stage.ana.api.run('ExportPersonPack', { personId, ...period, comment: 'Hours' });
    await stage.ana.api.run('DisablePerson', { personId, leaveGaps: true });
    await stage.settle();
    screens = await Screens.open(() => stage.tocsin.url);
    page = await screens.visit(`/people/${personId}`, { as: stage.ana.api });
  });
  afterAll(async () => {
    await screens.close();
    await stage.detach();
  });

  chapter('finds the name in what was typed and sent, and redacts it place by place', async () => {
    await page.getByRole('button', { name: 'Search the history…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Search the history' });
    await eventually(page, async () =>
      expect(await dialog.getByLabel('Search for, one per line').inputValue()).toContain('Zera\nzera@example.org'),
    );
    await dialog.getByLabel('Search for, one per line').fill('disk of Zera');
    await dialog.getByRole('button', { name: 'Search' }).click();
    const redact = dialog.getByRole('button', { name: 'Redact' });
    await redact.first().waitFor();
    await takePicture(page, 'search');
    const places = await redact.count();
    for (let n = 1; n <= places; n += 1) {
      await redact.first().click();
      await dialog
        .getByText('Redacted', { exact: true })
        .nth(n - 1)
        .waitFor();
    }
    await dialog.getByRole('button', { name: 'Search' }).click();
    await waitForText(dialog, /Nothing, in \d+ events/);
    await dialog.getByRole('button', { name: 'Close' }).click();
  });

  chapter('says what will happen and what it does not reach, and asks for the name', async () => {
    await page.getByRole('button', { name: 'Erase…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Erase Zera?' });
    await waitForText(dialog, 'This can’t be undone.');
    await waitForText(dialog, 'It does not remove');
    await waitForText(dialog, /the evidence pack of their nights, exported by Ana/);
    const erase = dialog.getByRole('button', { name: 'Erase permanently' });
    expect(await erase.isDisabled()).toBe(true);
    await takePicture(page, 'erase-dialog');
    await dialog.getByLabel('Type “Zera” to confirm').fill('zera');
    await erase.click();
    await dialog.waitFor({ state: 'hidden' });
  });

  chapter('leaves “an erased person” on every screen, without a reload', async () => {
    await waitForText(page.getByRole('heading', { level: 1 }), 'an erased person');
    await waitForText(page, 'Their name and addresses were destroyed.');
    await waitForGone(page.getByRole('button', { name: /Enable|Erase|Disable/ }));
    await takePicture(page, 'erased-person');
    await waitForGone(page.getByRole('region', { name: 'Teams and policies' }).getByRole('link'));
    await page.goto(screens.at('/people'));
    await waitForText(page.getByRole('table', { name: 'People' }), 'Ana');
    expect(await page.getByText('an erased person').count()).toBe(0);
    await page.goto(screens.at('/history'));
    await waitForText(page, /erased a person: the key to their name and addresses was destroyed/);
    expect(await page.getByText('Zera').count()).toBe(0);
  });
});

describeInBrowser('a store that was restored', () => {
  let stage: Stage;
  let server: Tocsin;
  let screens: Screens;

  beforeAll(async () => {
    stage = await Stage.begin();
    const { data } = stage.tocsin;
    const [file, copy] = [join(data, '..', 'backup.tar'), join(data, '..', 'copy', 'data')];
    const runCli = (folder: string, ...args: readonly string[]) =>
      execFileSync(process.execPath, [commandLineProgram, ...args], {
        env: { ...process.env, TOCSIN_DATA: folder, NODE_OPTIONS: '' },
      });
    runCli(data, 'backup', file);
    runCli(copy, 'restore', file, '--master-key', join(data, 'vault', 'master.key'));
    server = await Tocsin.start({ data: copy });
    await server.settle();
    screens = await Screens.open(() => server.url);
  });
  afterAll(async () => {
    await screens.close();
    await server.stop();
    await stage.detach();
  });

  it('says over every screen that it is held, until an owner lets it go live', async () => {
    const ana = new Client(server.url, stage.ana.api.token, stage.ana.personId);
    const page = await screens.visit('/services', { as: ana });
    const phonePage = await screens.visit('/alerts', { as: ana, size: phone, isDark: true });
    for (const one of [page, phonePage]) await waitForText(one.getByRole('region', { name: 'Held' }), 'Paused: no one is paged from here.');
    await takePicture(page, 'held');
    await takePicture(phonePage, 'held-phone-dark');
    await page.getByRole('button', { name: 'Go live here' }).click();
    const dialog = page.getByRole('dialog', { name: 'Go live here?' });
    await dialog.waitFor();
    await takePicture(page, 'go-live');
    await dialog.getByRole('button', { name: 'Go live here' }).click();
    for (const one of [page, phonePage]) await waitForNoText(one, 'Paused: no one is paged from here.');
  });
});
