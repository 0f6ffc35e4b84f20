import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { storyInBrowser, waitForLive, waitForText, Screens } from '@tocsin/testing/browser/browser.js';
import { builtFile } from '@tocsin/testing/browser/built-file.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

/** Loaded after the first screen. */
const findSocketClient = (): string => builtFile('socket.io-client');

storyInBrowser('a new release', (chapter) => {
  const web = mkdtempSync(join(tmpdir(), 'tocsin-web-'));
  let stage: Stage;
  let screens: Screens;
  let page: Page;

  beforeAll(async () => {
    cpSync('dist/web', web, { recursive: true });
    cpSync(join(web, readEntryPath()), join(web, otherEntry));
    writeOldAsset('one');
    stage = await Stage.begin({ env: { TOCSIN_WEB: web } });
    screens = await Screens.open(() => stage.tocsin.url, 'whole');
    page = await screens.visit('/alerts', { as: stage.ana.api });
    await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
    await page.reload();
    await waitForLive(page);
  });
  afterAll(async () => {
    await screens.close();
    await stage.detach();
    rmSync(web, { recursive: true });
  });

  /** The file that the page begins with. */
  const readEntryPath = (): string => /\/assets\/index-[^"]+\.js/.exec(readFileSync(join(web, 'index.html'), 'utf8'))![0];
  const otherEntry = '/assets/index-of-another-release.js';
  /** A file that only this release has. */
  const writeOldAsset = (name: string): void => writeFileSync(join(web, 'assets', `only-${name}.js`), `// ${name}`);
  const release = (name: string): void => {
    const index = join(web, 'index.html');
    writeFileSync(index, `${readFileSync(index, 'utf8')}<!-- release ${name} -->`);
  };
  const fetchAsset = (name: string) => page.evaluate(`fetch('/assets/only-${name}.js').then((answer) => answer.text())`);
  const readCachedShell = () => page.evaluate<string>(`caches.open('shell').then((kept) => kept.match('/')).then((page) => page.text())`);
  const listCachedAssets = () =>
    page.evaluate<string[]>(`caches.open('assets').then((kept) => kept.keys()).then((all) => all.map(({ url }) => new URL(url).pathname))`);

  chapter('takes the place of the page that was kept, and the files of the older one go', async () => {
    await fetchAsset('one');
    expect(await listCachedAssets()).toContain('/assets/only-one.js');
    release('two');
    await page.reload();
    await waitForLive(page);
    expect(await readCachedShell()).toContain('release two');
    const cachedAssets = await listCachedAssets();
    expect(cachedAssets).not.toContain('/assets/only-one.js');
    // files of the new page stay cached, so that it opens offline
    expect(cachedAssets).toEqual(expect.arrayContaining([expect.stringMatching(/^\/assets\/index-.*\.js$/)]));
  });

  chapter('keeps its files as long as the page is the same', async () => {
    await fetchAsset('one');
    await page.reload();
    await waitForLive(page);
    expect(await listCachedAssets()).toContain('/assets/only-one.js');
  });

  chapter('keeps the page of the app when something beside it was opened', async () => {
    const before = await readCachedShell();
    for (const path of ['/api/status', '/docs']) {
      await page.goto(screens.at(path));
      expect(await readCachedShell()).toBe(before);
    }
    await page.goto(screens.at('/alerts'));
    await waitForLive(page);
  });

  chapter('does so too when a new worker comes with it', async () => {
    // registered before the release: the browser may find it automatically, after the previous reload
    await page.evaluate(
      `globalThis.taken = new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true })); undefined`,
    );
    release('three');
    appendFileSync(join(web, 'sw.js'), '\n// another worker');
    await page.evaluate(
      'navigator.serviceWorker.getRegistration().then((registration) => registration.update()).then(() => taken).then(() => undefined)',
    );
    expect(await readCachedShell()).toContain('release three');
    expect(await listCachedAssets()).not.toContain('/assets/only-one.js');
    await page.reload();
    await waitForLive(page);
    expect(await listCachedAssets()).toEqual(expect.arrayContaining([expect.stringMatching(/^\/assets\/index-.*\.js$/)]));
  });

  let tab: Page;
  let requestCount = 0;
  let isAvailable = false;
  const isOld = () => tab.evaluate<boolean>('globalThis.isOld === true');
  /** Resolves when the tab has asked for what it lacks so often more. */
  const waitForRequests = async (times: number): Promise<void> => {
    for (let n = 0; n < times; n += 1) await tab.waitForRequest(`**/${findSocketClient()}`);
  };

  chapter('with a tab open whose files are gone', async () => {
    screens.expectedErrors = /ERR_FAILED/;
    tab = await screens.visit('/sign-in');
    const url = screens.at('/');
    await tab.context().addCookies([{ name: 'tocsin_session', value: stage.ana.api.token, url, httpOnly: true }]);
    await tab
      .context()
      .route(`**/${findSocketClient()}`, (route) => ((requestCount += 1) && isAvailable ? route.continue() : route.abort()));
    await tab.goto(screens.at('/alerts'));
    await waitForText(tab, 'Not connected');
    await tab.evaluate('globalThis.isOld = true');
  });

  chapter('it stays as it is as long as the server gives out the same release', async () => {
    await waitForRequests(2);
    expect(requestCount).toBeGreaterThanOrEqual(2);
    expect(await isOld()).toBe(true);
  });

  chapter('it begins anew by itself once the server gives out another, and is live', async () => {
    const loadEvent = tab.waitForEvent('load');
    const index = join(web, 'index.html');
    writeFileSync(index, readFileSync(index, 'utf8').replaceAll(readEntryPath(), otherEntry));
    await loadEvent;
    isAvailable = true;
    await waitForLive(tab);
    expect(await isOld()).toBe(false);
  });
});
