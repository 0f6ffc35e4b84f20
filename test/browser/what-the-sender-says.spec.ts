import { desktop, describeInBrowser, isAboveTheFold, phone, waitForText, Screens } from '@tocsin/testing/browser/browser.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

describeInBrowser('what a sender says of an alert', () => {
  let stage: Stage;
  let screens: Screens;

  beforeAll(async () => {
    stage = await Stage.begin();
    const details = { description: 'The volume of db-1 has 2 % left. See https://wiki.example.org/disk.', impact: 'checkout' };
    await stage.generic({ summary: 'The disk is full', key: 'disk', severity: 'critical', details });
    screens = await Screens.open(() => stage.tocsin.url);
  });
  afterAll(async () => {
    await screens.close();
    await stage.detach();
  });

  it.each([desktop, phone])('stands above the fold of $width, by name, with links that lead there', async (size) => {
    const page = await screens.visit('/alerts/1', { as: stage.ana.api, size });
    const annotations = page.getByRole('region', { name: 'Annotations' });
    await waitForText(annotations, /has 2 % left/);
    await waitForText(annotations.getByRole('term'), 'impact');
    await waitForText(annotations.getByRole('definition'), 'checkout');
    expect(await isAboveTheFold(annotations)).toBe(true);
    const link = annotations.getByRole('link');
    expect(await link.getAttribute('href')).toBe('https://wiki.example.org/disk');
    expect(await link.getAttribute('rel')).toBe('noreferrer');
    await page.context().close();
  });

  it('says how much of it is shown when the sender cut its list', async () => {
    await stage.settleFully();
    await stage.alertmanager('firing', [{ name: 'QueueLong' }, { name: 'QueueLong', instance: 'db-2' }], { truncatedAlerts: 3 });
    const says3 = 'Showing 2 of 5 alerts: the source left out 3. Raise its max_alerts to see all.';
    const page = await screens.visit('/alerts/2', { as: stage.ana.api });
    await waitForText(page, says3);
    const list = await screens.visit('/alerts', { as: stage.ana.api });
    await waitForText(list, '2 of 5 alerts');
    const link = new URL(stage.ana.phone.pages.at(-1)!.link).pathname;
    const linkPage = await screens.visit(link, { size: phone });
    await waitForText(linkPage, says3);
    for (const one of [page, list, linkPage]) await one.context().close();
  });

  it('gives the link to this alert group to paste elsewhere', async () => {
    const page = await screens.visit('/alerts/1', { as: stage.ana.api });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy link' }).click();
    await waitForText(page, 'Link copied ✓');
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(screens.at('/alerts/1'));
  });
});
