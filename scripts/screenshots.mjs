// npm run screenshots: plays an hour on call at Northwind on a clock that stands, and takes the pictures of docs/screens.
import { mkdirSync } from 'node:fs';
import { ensureBuild } from './env/build.mjs';
import { ensureChromium } from './env/chromium.mjs';
import { ensureInstall } from './env/install.mjs';
import { ensureNode } from './env/node.mjs';
import { inRoot } from './env/root.mjs';
import { playNorthwind, startServer } from './screenshots/northwind.mjs';

await ensureNode();
await ensureInstall();
await ensureBuild();

const begins = '2027-03-02T13:00:00.000Z';
const night = new Date('2027-03-02T02:12:00.000Z');
const sizes = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };

mkdirSync(inRoot('docs', 'screens'), { recursive: true });
const { chromium } = await import('playwright-core');
const browser = await chromium.launch({
  executablePath: await ensureChromium(),
  args: ['--no-sandbox', '--disable-gpu', '--hide-scrollbars'],
});

await onServer(async (server) => takeAll(server, null, [['setup', '/setup', 'Your organisation']]));
await onServer(async (server) => {
  const { ana, group, serviceId, policyId, link } = await playNorthwind(server.url);
  await takeAll(server, ana, [
    ['alerts', '/alerts', /Search answers/],
    ['alert-group', `/alerts/${group}`, /Bo acknowledged it/],
    ['services', '/services', 'Checkout'],
    ['service', `/services/${serviceId}`, 'Connected monitoring'],
    ['policy', `/policies/${policyId}`, 'When nobody reacts'],
    ['people', '/people', 'Cleo'],
    ['me', '/me', 'When it is urgent'],
    ['history', '/history', /asked for|noted|paged/],
  ]);
  await takeAll(server, null, [['page-link', link, /Nobody has it|has it/]]);
});
await browser.close();

async function onServer(work) {
  const server = await startServer(begins);
  await work(server);
  await server.end();
}

async function takeAll({ url }, person, screens) {
  for (const [size, viewport] of Object.entries(sizes)) {
    for (const colorScheme of ['light', 'dark']) {
      const context = await browser.newContext({
        viewport,
        colorScheme,
        isMobile: size === 'phone',
        hasTouch: size === 'phone',
        reducedMotion: 'reduce',
        locale: 'en-GB',
        timezoneId: 'Europe/Berlin',
      });
      if (person) await context.addCookies([{ name: 'tocsin_session', value: person.token, url }]);
      const page = await context.newPage();
      for (const [name, path, whole] of screens) {
        // the page of a page is warm and dim at night
        await page.clock.setFixedTime(colorScheme === 'dark' && name === 'page-link' ? night : new Date(begins));
        await take(page, `${url}${path}`, whole, `${name}-${size}-${colorScheme}`);
      }
      await context.close();
    }
  }
}

async function take(page, address, whole, name) {
  await page.goto(address);
  await page.getByText(whole).first().waitFor();
  await page.waitForLoadState('networkidle');
  if (await page.getByText('Sound is off').count()) await page.locator('h1').first().click();
  await page.mouse.move(0, 0);
  await page.evaluate('document.fonts.ready');
  await page.screenshot({ path: inRoot('docs', 'screens', `${name}.png`) });
  console.log(`docs/screens/${name}.png`);
}
