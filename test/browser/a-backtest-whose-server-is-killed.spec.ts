import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import type { BacktestAnswer } from '@tocsin/contracts/backtests/backtests.js';
import { storyInBrowser, waitForGone, waitForText, Screens, serverIsGone } from '@tocsin/testing/browser/browser.js';
import { freePort } from '@tocsin/testing/machine/free-port.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

const preload = pathToFileURL(join(import.meta.dirname, 'waiting-backtest.mjs')).href;

storyInBrowser('a running backtest whose server is killed and started again', (chapter) => {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-waiting-'));
  const goOnFile = join(folder, 'go-on');
  let stage: Stage;
  let screens: Screens;
  let page: Page;

  beforeAll(async () => {
    const env = { NODE_OPTIONS: `--import=${preload}`, TEST_GO_ON: goOnFile, PORT: String(await freePort()) };
    stage = await Stage.begin({ profile: 'embedded', env });
    const from = await stage.advance('PT1M');
    // enough events for some progress
    for (let n = 0; n < 40; n += 1) await stage.generic({ summary: `Disk ${n} is full`, key: `disk ${n}` });
    await stage.advance('PT1M');
    const { body } = await stage.ana.api.request<BacktestAnswer>('POST', '/api/backtests', { change: null, from });
    screens = await Screens.open(() => stage.tocsin.url);
    // while it starts, it answers 503
    screens.expectedErrors = new RegExp(`${serverIsGone.source}|status of 503`);
    page = await screens.visit(`/reports/backtest?id=${body.id}`, { as: stage.ana.api });
  });
  afterAll(async () => {
    await screens.close();
    await stage.detach();
    rmSync(folder, { recursive: true });
  });
  const bar = () => page.getByRole('progressbar', { name: 'Backtest' });

  chapter('stays on the screen, which says that it is not connected and how old it is', async () => {
    await page.locator('progress[aria-label="Backtest"]:not([value="0"])').waitFor();
    await stage.tocsin.stop('SIGKILL');
    await waitForText(page, /Not connected: this screen is \d+ s old/);
    expect(await bar().count()).toBe(1);
  });

  chapter('is shown again by itself: how far it was, and which attempt this is', async () => {
    await stage.restart();
    await waitForText(page, /^It was interrupted at \d+ %, usually by a restart of the server, .*This is try 2 of 3\.$/);
    await waitForGone(page.getByText(/Not connected/));
    expect(await bar().count()).toBe(1);
  });

  chapter('comes to its result on the same page', async () => {
    writeFileSync(goOnFile, '');
    await waitForText(page, 'No alert group would have been handled differently. 40 pages recorded, 40 with the change.');
    expect(await bar().count()).toBe(0);
    await waitForText(page.getByRole('region', { name: 'Saved backtests' }), /done/);
  });
});
