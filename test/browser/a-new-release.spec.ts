import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describeInBrowser, live, Screens } from '@tocsin/testing/browser.js';
import { Stage } from '@tocsin/testing/stage.js';

describeInBrowser('a new release', () => {
  const web = mkdtempSync(join(tmpdir(), 'tocsin-web-'));
  let stage: Stage;
  let screens: Screens;
  let page: Page;

  beforeAll(async () => {
    cpSync('dist/web', web, { recursive: true });
    old('one');
    stage = await Stage.begin({ env: { TOCSIN_WEB: web } });
    screens = await Screens.open(() => stage.tocsin.url);
    page = await screens.visit('/alerts', { as: stage.ana.api });
    await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
    await page.reload();
    await live(page);
  });
  afterAll(async () => {
    await screens.close();
    await stage.leave();
    rmSync(web, { recursive: true });
  });

  /** A file that only this release has. */
  const old = (name: string): void => writeFileSync(join(web, 'assets', `only-${name}.js`), `// ${name}`);
  const release = (name: string): void => {
    const index = join(web, 'index.html');
    writeFileSync(index, `${readFileSync(index, 'utf8')}<!-- release ${name} -->`);
  };
  const uses = (name: string) => page.evaluate(`fetch('/assets/only-${name}.js').then((answer) => answer.text())`);
  const shell = () => page.evaluate<string>(`caches.open('shell').then((kept) => kept.match('/')).then((page) => page.text())`);
  const assets = () =>
    page.evaluate<string[]>(`caches.open('assets').then((kept) => kept.keys()).then((all) => all.map(({ url }) => new URL(url).pathname))`);

  it('takes the place of the page that was kept, and the files of the older one go', async () => {
    await uses('one');
    expect(await assets()).toContain('/assets/only-one.js');
    release('two');
    await page.reload();
    await live(page);
    expect(await shell()).toContain('release two');
    const kept = await assets();
    expect(kept).not.toContain('/assets/only-one.js');
    // what the new page names stays: it opens without a network
    expect(kept).toEqual(expect.arrayContaining([expect.stringMatching(/^\/assets\/index-.*\.js$/)]));
  });

  it('keeps its files as long as the page is the same', async () => {
    await uses('one');
    await page.reload();
    await live(page);
    expect(await assets()).toContain('/assets/only-one.js');
  });

  it('does so too when a new worker comes with it', async () => {
    // listened for before there is one: the browser may find it by itself, after the reload of before
    await page.evaluate(
      `globalThis.taken = new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true })); undefined`,
    );
    release('three');
    appendFileSync(join(web, 'sw.js'), '\n// another worker');
    await page.evaluate(
      'navigator.serviceWorker.getRegistration().then((registration) => registration.update()).then(() => taken).then(() => undefined)',
    );
    expect(await shell()).toContain('release three');
    expect(await assets()).not.toContain('/assets/only-one.js');
    await page.reload();
    await live(page);
    expect(await assets()).toEqual(expect.arrayContaining([expect.stringMatching(/^\/assets\/index-.*\.js$/)]));
  });
});
