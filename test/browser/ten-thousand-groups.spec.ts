import type { Page } from 'playwright-core';
import { storyInBrowser, rowOf, waitForText, Screens } from '@tocsin/testing/browser/browser.js';
import { openMany } from '@tocsin/testing/stage/many-groups.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

const groupCount = 10_000;

/** Counts the rows that are put into the page from now on. */
const countDrawnRows = `{
  window.drawnRows = 0;
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes)
        if (node instanceof Element) window.drawnRows += node.matches('li[data-id]') + node.querySelectorAll('li[data-id]').length;
  }).observe(document.body, { childList: true, subtree: true });
}`;

/** Scrolls on by a few rows, and waits until that is drawn. */
const scrollOn = `new Promise((fulfil) => {
  scrollBy(0, 480);
  requestAnimationFrame(() => requestAnimationFrame(fulfil));
})`;

storyInBrowser('ten thousand alert groups', (chapter) => {
  let stage: Stage;
  let screens: Screens;
  let page: Page;

  beforeAll(async () => {
    stage = await Stage.begin();
    const { personId, api } = stage.ana;
    // people without a rule for low urgency don’t get ten thousand messages
    const { rules } = await api.row('contacts', personId);
    for (const { ruleId, urgency } of rules) if (urgency === 'low') await api.run('RemoveNotificationRule', { personId, ruleId });
    await openMany(stage, groupCount);
    screens = await Screens.open(() => stage.tocsin.url);
    page = await screens.visit('/alerts', { as: api });
    await rowOf(page, groupCount).waitFor();
  });
  afterAll(async () => {
    await screens.close();
    await stage.detach();
  });

  chapter('are one list: counted by the server, with a height of its own, of which a screenful is drawn', async () => {
    await waitForText(page.getByRole('heading', { name: /^Unacknowledged/ }), '10,000');
    expect(await page.locator('li[data-id]').count()).toBeLessThan(80);
    expect(await page.evaluate<number>('document.documentElement.scrollHeight')).toBeGreaterThan(groupCount * 30);
  });

  chapter('are read on scrolling', async () => {
    await page.evaluate('scrollTo(0, 1500 * 36)');
    await rowOf(page, groupCount - 1_500).waitFor();
    await page.keyboard.press('Home');
    await page.evaluate('scrollTo(0, 0)');
    await rowOf(page, groupCount).waitFor();
  });

  chapter('are searched by the server: by number, by words of the title and of the service, wherever they stand', async () => {
    const search = page.getByRole('searchbox');
    await search.fill('#17');
    await waitForText(page.getByRole('heading', { name: /^Unacknowledged/ }), '111');
    await search.fill('alert4242 DB-42');
    await rowOf(page, 4_242).waitFor();
    const { serviceId } = (await stage.ana.api.list('alertGroups', 'q=%239999'))[0]!;
    const { name } = await stage.getRow('services', serviceId!);
    await search.fill(`#9999 ${name}`);
    await rowOf(page, 9_999).waitFor();
    await waitForText(page.getByRole('heading', { name: /^Unacknowledged/ }), '1');
    await search.fill('no such thing');
    await waitForText(page, 'Nothing matches.');
    expect(new URL(page.url()).searchParams.get('q')).toBe('no such thing');
    await search.fill('');
    await rowOf(page, groupCount).waitFor();
  });

  chapter('are drawn and read anew only where something comes into view, while two hundred and forty change and it scrolls', async () => {
    const listRequests: string[] = [];
    page.on('request', (request) => /\/api\/views\/alertGroups\?/.test(request.url()) && listRequests.push(request.url()));
    const newest = await stage.ana.api.list('alertGroups', 'sort=number&desc=1');
    const rounds = 24;
    await page.evaluate(countDrawnRows);
    for (let round = 0; round < rounds; round += 1) {
      const ten = Array.from({ length: 10 }, (_, n) => newest[(round * 10 + n) % newest.length]!.id);
      const act = Math.floor((round * 10) / newest.length) % 2 === 0 ? 'AcknowledgeAlertGroup' : 'UnacknowledgeAlertGroup';
      await Promise.all(ten.map((groupId) => stage.ana.api.run(act, { groupId })));
      await page.evaluate(scrollOn);
    }
    const changes = rounds * 10;
    // a row that changes leaves its place and takes another; a list that draws all its rows again for each change draws thousands
    expect(await page.evaluate<number>('window.drawnRows')).toBeLessThan(6 * changes);
    // it may read on as it scrolls, and count now and then; it does not read again for each change
    expect(listRequests.length).toBeLessThan(changes / 4);
  });
});
