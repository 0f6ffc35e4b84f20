import type { Page } from 'playwright-core';
import { describeInBrowser, phone, rowOf, waitForText, waitForNoText, Screens, eventually } from '@tocsin/testing/browser/browser.js';
import { openMany } from '@tocsin/testing/stage/many-groups.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

const arrivingCount = 50;

describeInBrowser('the list holds still', () => {
  let stage: Stage;
  let screens: Screens;
  let page: Page;
  let openedCount = 0;

  /** Many new groups arrive at once. */
  const openStorm = async (): Promise<void> => {
    await openMany(stage, arrivingCount, { from: openedCount + 1 });
    openedCount += arrivingCount;
  };
  /** The number and the place of the row at a point of the window. */
  const rowAt = (x: number, y: number): Promise<{ id: string; top: number } | null> =>
    page.evaluate(
      `(() => { const li = document.elementFromPoint(${x}, ${y})?.closest('li[data-id]'); return li && { id: li.dataset.id, top: Math.round(li.getBoundingClientRect().top) }; })()`,
    );
  const readFocus = (): Promise<{ id: string; top: number } | null> =>
    page.evaluate(
      `(() => { const li = document.activeElement?.closest('li[data-id]'); return li && { id: li.dataset.id, top: Math.round(li.getBoundingClientRect().top) }; })()`,
    );

  beforeAll(async () => {
    stage = await Stage.begin();
    await openStorm();
    screens = await Screens.open(() => stage.tocsin.url);
  });
  beforeEach(async () => {
    page = await screens.visit('/alerts', { as: stage.ana.api });
    await rowOf(page, openedCount).waitFor();
  });
  afterEach(() => page.context().close());
  afterAll(async () => {
    await screens.close();
    await stage.detach();
  });

  it('under the pointer: fifty groups come in, and the row under it is the same; they wait behind a count', async () => {
    await page.mouse.move(700, 500);
    const before = await rowAt(700, 500);
    expect(before).not.toBeNull();
    await openStorm();
    await waitForText(page, `${arrivingCount} new`);
    expect(await rowAt(700, 500)).toEqual(before);
    await page.getByRole('button', { name: `${arrivingCount} new` }).click();
    await rowOf(page, openedCount).waitFor();
    await waitForNoText(page, /\d+ new/);
  });

  it('and what happens to the row under it is shown in its place', async () => {
    await page.mouse.move(700, 500);
    const before = await rowAt(700, 500);
    await stage.ana.api.run('ResolveAlertGroup', { groupId: before!.id });
    const row = page.locator(`li[data-id="${before!.id}"]`);
    await waitForText(row, 'Resolved by you');
    expect(await rowAt(700, 500)).toEqual(before);
    // it is no firing one any more, and the heading above it does not count it as one
    await waitForText(row, 'moved to Resolved');
    await waitForText(page.getByRole('heading', { name: /^Unacknowledged/ }), '1 moved');
  });

  it('under the focus of the keyboard', async () => {
    await page.keyboard.type('jjj');
    const before = await readFocus();
    await openStorm();
    await waitForText(page, `${arrivingCount} new`);
    expect(await readFocus()).toEqual(before);
    await page.keyboard.press('n');
    await rowOf(page, openedCount).waitFor();
  });

  it('under a selection, which an act then reaches whole', async () => {
    await page.keyboard.type('jxjx');
    await page.evaluate('document.activeElement.blur()');
    const before = await rowAt(700, 300);
    await openStorm();
    await waitForText(page, `${arrivingCount} new`);
    expect(await rowAt(700, 300)).toEqual(before);
    await page.getByRole('button', { name: 'Resolve', exact: false }).first().click();
    await waitForText(page.getByRole('region', { name: 'Messages' }), /Resolved #\d+, #\d+/);
  });

  it('on a phone, after scrolling', async () => {
    await page.setViewportSize(phone);
    await page.evaluate('scrollTo(0, 900)');
    // a text to be evaluated would break the page’s policy
    await eventually(page, async () => expect(await page.evaluate('scrollY')).toBe(900));
    let before: Awaited<ReturnType<typeof rowAt>> = null;
    // on a phone rows are measured after rendering: they are settled when they are where they were a frame before
    await eventually(page, async () => {
      const now = await rowAt(150, 400);
      const [was] = [before, (before = now)];
      expect(now).not.toBeNull();
      expect(now).toEqual(was);
    });
    await openStorm();
    await waitForText(page, `${arrivingCount} new`);
    expect(await rowAt(150, 400)).toEqual(before);
  });
});
