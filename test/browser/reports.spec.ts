import type { Locator, Page } from 'playwright-core';
import { storyInBrowser, waitForGone, phone, waitForText, Screens } from '@tocsin/testing/browser/browser.js';
import { typeDate } from '@tocsin/testing/browser/date-fields.js';
import { createScheduleOn } from '@tocsin/testing/schedules/stage-rotations.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';

const day = 86_400_000;

storyInBrowser('Reports', (chapter) => {
  let stage: Stage;
  let screens: Screens;
  let page: Page;
  let bo: Player;

  beforeAll(async () => {
    stage = await Stage.begin();
    const length = { unit: 'weeks', count: 1, time: '09:00', weekday: 1 } as const;
    bo = await stage.addPerson('Bo');
    await createScheduleOn(stage, 'Nights', { length, anchor: '2026-11-23T09:00:00.000Z', turns: [bo, stage.ana] });
    await stage.generic({ summary: 'Search is down', key: 'search' });
    await stage.ana.api.run('AcknowledgeAlertGroup', { groupId: (await stage.getGroup()).id });
    await stage.generic({ summary: 'Mail is slow', key: 'mail' });
    await stage.settle();
    screens = await Screens.open(() => stage.tocsin.url);
    page = await screens.visit('/reports/response', { as: stage.ana.api });
    await waitForText(page, /SHA-256/);
  });
  afterAll(async () => {
    await screens.close();
    await stage.detach();
  });

  const returnToReport = async (): Promise<void> => {
    await page.goBack();
    await waitForText(page, /SHA-256/);
  };

  const openedFigure = (name: string) => page.locator('dl > div', { hasText: /^Opened/ }).getByRole('link', { name, exact: true });

  chapter('names at its foot what it is pinned to', async () => {
    await waitForText(page, /Reproducible: computed from event [\d,]+ of the log/);
  });

  chapter('has a table under each plot, with the numbers of it', async () => {
    await page.getByText('Alerts opened by day as a table').click();
    const table = page.getByRole('table', { name: 'Alerts opened by day' });
    await table.getByRole('link', { name: '2', exact: true }).waitFor();
    // a heat map is a table itself
    await page.getByRole('table', { name: 'Alerts opened by hour of the week' }).getByRole('link').first().waitFor();
  });

  for (const summaryPattern of [/ by day$/, / by hour of the week$/])
    chapter(`makes the tables of each measure, ${summaryPattern}, when they are opened`, async () => {
      const collapsedDetails = page.locator('details', { has: page.locator('summary').getByText(summaryPattern) });
      expect(await collapsedDetails.count()).toBe(2);
      expect(await collapsedDetails.getByRole('table', { includeHidden: true }).count()).toBe(0);
      for (const one of await collapsedDetails.all()) {
        await one.locator('summary').click();
        await one.getByRole('table').waitFor();
        await one.locator('summary').click();
        await waitForGone(one.getByRole('table', { includeHidden: true }));
      }
    });

  chapter('leads from a number to the openings that it counts', async () => {
    await openedFigure('2').click();
    await page.getByRole('heading', { name: 'All alerts opened' }).waitFor();
    const table = page.getByRole('table', { name: 'Alert group' });
    await table.getByRole('link', { name: '#1 Search is down', exact: true }).waitFor();
    expect(await table.getByRole('link').count()).toBe(2);
    const alignments = await page.evaluate<string[]>(
      '[...document.querySelectorAll("thead th")].map((cell) => getComputedStyle(cell).textAlign)',
    );
    expect(alignments).toEqual(['left', 'left', 'left', 'right']);
    await waitForText(page, /\d{4} – \d.* \d{4}, .* time/);
    await returnToReport();
  });

  chapter('narrows to the days that are dragged over', async () => {
    const plot = page.getByRole('img', { name: /^Alerts opened by day/ });
    await plot.scrollIntoViewIfNeeded();
    const { x, y, width, height } = (await plot.boundingBox())!;
    await page.mouse.move(x + width * 0.9, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width * 0.99, y + height / 2);
    await page.mouse.up();
    await page.waitForURL(/from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d/);
    await openedFigure('2').waitFor();
  });

  chapter('reads out its days by keys, and leads from one to what it counts', async () => {
    await page.getByRole('combobox', { name: 'Period' }).selectOption('28');
    const plot = page.getByRole('slider', { name: 'Alerts opened by day' });
    await plot.focus();
    const readText = () => plot.getAttribute('aria-valuetext');
    const last = await readText();
    expect(last).toMatch(/^\w{3} \d+ \w+\. Alerts opened 2(\. 28 days before 0)?$/);
    await page.keyboard.press('ArrowLeft');
    expect(await readText()).toMatch(/Alerts opened 0/);
    await page.keyboard.press('Home');
    expect(await plot.getAttribute('aria-valuenow')).toBe('1');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'All alerts opened' }).waitFor();
    const links = page.getByRole('table', { name: 'Alert group' }).getByRole('link');
    await links.first().waitFor();
    expect(await links.count()).toBe(2);
    await returnToReport();
  });

  chapter('shows under the pointer what a day counts, and leads there', async () => {
    const plot = page.getByRole('slider', { name: 'Alerts opened by day' });
    const { width, height } = (await plot.boundingBox())!;
    const position = { x: width - 5, y: height / 2 };
    await plot.hover({ position });
    await page.locator('[aria-hidden] dl', { hasText: 'Alerts opened2' }).waitFor();
    await plot.click({ position });
    await page.getByRole('heading', { name: 'All alerts opened' }).waitFor();
    await returnToReport();
  });

  chapter('takes days that are typed by keyboard, and says why a period is refused', async () => {
    await typeDate(page.getByRole('group', { name: 'From', exact: true }), '2019-02-03');
    await page.waitForURL(/from=2019-02-03/);
    await waitForText(page, /A report covers at most three years/);
    await waitForText(page.getByRole('group', { name: 'From', exact: true }), '2019');
    await page.getByRole('combobox', { name: 'Period' }).selectOption('28');
    await openedFigure('2').waitFor();
  });

  chapter('measures by a second definition beside the first ones, which is in the address', async () => {
    const measureTable = (name: string) => page.getByRole('table', { name: `${name} by service`, exact: true });
    const second = 'First fired to first acknowledged by a person, working hours';
    await measureTable('Time to acknowledge').waitFor();
    expect(await measureTable(second).count()).toBe(0);
    await page.getByLabel('Which end', { exact: true }).selectOption('first');
    await page.getByLabel('Hours', { exact: true }).selectOption('working');
    await measureTable(second).waitFor();
    expect(new URL(page.url()).searchParams.get('measure')).toBe('could_page.first~acknowledged.first~working');
    await page.reload();
    await measureTable(second).getByRole('row', { name: /^All / }).waitFor();
    await measureTable('Time to acknowledge').getByRole('row', { name: /^All / }).waitFor();
    await page.getByRole('region', { name: 'Compare with another definition' }).getByRole('button', { name: 'Remove' }).click();
    await waitForGone(measureTable(second));
    await measureTable('Time to acknowledge').waitFor();
    expect(new URL(page.url()).searchParams.has('measure')).toBe(false);
  });

  chapter('measures each day and each hour of the week, and leads to the openings that were measured', async () => {
    for (const timeUnit of ['hour of the week', 'day']) {
      await page.locator('summary', { hasText: `Time to acknowledge by ${timeUnit}` }).click();
      const table = page.getByRole('table', { name: `Time to acknowledge by ${timeUnit}`, exact: true });
      const cells = table.getByRole('row').nth(1).getByRole('cell');
      await cells.first().waitFor();
      // one was measured, one is not; mean and percentiles are those of the measured one
      const [measuredText, missingText, ...took] = await cells.allTextContents();
      expect([measuredText, missingText, took.length, new Set(took).size]).toEqual(['1', '1', 5, 1]);
      await cells.first().getByRole('link').click();
      await page.getByRole('table', { name: 'Alert group' }).getByRole('link', { name: '#1 Search is down', exact: true }).waitFor();
      const links = page.getByRole('table', { name: 'Alert group' }).getByRole('link');
      await links.first().waitFor();
      expect(await links.count()).toBe(1);
      await returnToReport();
    }
  });

  chapter('is downloaded as a table at the position that is shown', async () => {
    const href = await page.getByRole('link', { name: 'Download CSV' }).getAttribute('href');
    expect(href).toMatch(/format=csv&ordinal=\d+/);
    const answer = await page.request.get(`${stage.tocsin.url}${href}`);
    expect(answer.headers()['content-type']).toContain('text/csv');
  });

  chapter('prints the report alone: no navigation, nothing to press, light', async () => {
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    expect(await page.getByRole('navigation').filter({ visible: true }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Download CSV' }).isVisible()).toBe(false);
    expect(await page.getByRole('button').filter({ visible: true }).count()).toBe(0);
    expect(await page.evaluate<string>('getComputedStyle(document.documentElement).colorScheme')).toBe('light');
    expect(await page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor')).toBe('rgb(255, 255, 255)');
    await page.emulateMedia({ media: 'screen' });
  });

  chapter('says on paper what it is narrowed to, and its pin in full', async () => {
    await page.goto(screens.at('/reports/noise?urgency=high'));
    await waitForText(page, /SHA-256/);
    expect(await page.getByText('High urgency', { exact: true }).filter({ visible: true }).count()).toBe(0);
    await page.emulateMedia({ media: 'print' });
    await waitForText(page.getByRole('paragraph'), 'High urgency');
    await waitForText(page, /sha256 [0-9a-f]{64}/);
    await page.emulateMedia({ media: 'screen' });
  });

  for (const [name, findingText] of [
    ['response', /^1 alert group was acknowledged, after [\d.]+ m?s\. 1 of 2 never was\./],
    ['load', /^\d interruptions?, \d+\s% of them in sleep hours\./],
    ['noise', /\d+\s% of 2 alerts needed someone\./],
    ['delivery', /^All \d notifications? (?:was|were) sent; no escalation step was late\.$/],
  ] as const)
    chapter(`opens with its finding: ${name}`, async () => {
      await page.goto(screens.at(`/reports/${name}`));
      await waitForText(page, findingText);
      await waitForText(page.locator('main p').filter({ visible: true }).first(), findingText);
    });

  /** Links in a table’s cells, with their texts: each list has as many entries as its number. */
  const expectSameCount = async (path: string, table: string, row: RegExp): Promise<readonly string[]> => {
    await page.goto(screens.at(path));
    const links = page.getByRole('table', { name: table, exact: true }).getByRole('row', { name: row }).getByRole('cell').getByRole('link');
    await links.first().waitFor();
    const counts: string[] = [];
    for (const link of await links.all()) {
      const [text, href] = [(await link.textContent())!, (await link.getAttribute('href'))!];
      if (!/^\d+$/.test(text)) continue;
      const secondPage = await page.context().newPage();
      await secondPage.goto(screens.at(href));
      const list = secondPage.getByRole('table', { name: 'Alert group' });
      await list.waitFor();
      const heads = await list.getByRole('columnheader').allTextContents();
      const rows = await list.getByRole('rowheader').count();
      const signals = heads.includes('Repeats') ? await list.getByRole('cell').last().textContent() : `${rows}`;
      expect([href, signals]).toEqual([href, text]);
      await waitForText(secondPage.getByRole('rowheader'), /^#\d+ (?:Search is down|Mail is slow)$/);
      counts.push(`${new URL(screens.at(href)).searchParams.get('figure')} ${text}`);
      await secondPage.close();
    }
    return counts;
  };

  chapter('leads from each number of interruptions, attempts, repeats and steps to as many events', async () => {
    await stage.generic({ summary: 'Mail is slow', key: 'mail' });
    await stage.settle();
    const readFigures = async (path: string, table: string, row: RegExp): Promise<readonly string[]> =>
      (await expectSameCount(path, table, row)).map((one) => one.replace(/ \d+$/, ''));
    expect(await readFigures('/reports/load', 'Person', /^Ana /)).toContain('interruptions');
    expect(await expectSameCount('/reports/noise', 'Service', /\d/)).toContain('repeats 1');
    expect(await readFigures('/reports/delivery', 'Channel', /^Webhook /)).toEqual(['attempts', 'sent', 'delivered']);
    expect(await readFigures('/reports/delivery', 'Steps', /^All /)).toEqual(['steps_due', 'steps_taken']);
  });

  chapter('leads from an entry to its alert group, and to the event in the history', async () => {
    await page.goto(screens.at('/reports/delivery'));
    await page
      .getByRole('table', { name: 'Channel' })
      .getByRole('row', { name: /^Webhook / })
      .getByRole('cell')
      .getByRole('link')
      .first()
      .click();
    await page.getByRole('heading', { name: 'Notifications', exact: true }).waitFor();
    const first = page.getByRole('table', { name: 'Alert group' }).getByRole('row').nth(1);
    expect(await first.getByRole('rowheader').getByRole('link').getAttribute('href')).toBe('/alerts/1');
    await first.getByRole('cell').getByRole('link').click();
    await page.waitForURL(/\/history\?.*event=/);
    await waitForText(page, /Search is down/);
  });

  chapter('leads from shares and durations to what they were computed from', async () => {
    await page.goto(screens.at('/reports/load'));
    const ana = page.getByRole('table', { name: 'Person', exact: true }).getByRole('row', { name: /^Ana / });
    await ana.getByRole('link', { name: '100\u00a0%' }).click();
    await page.getByRole('heading', { name: 'Interruptions', exact: true }).waitFor();
    await page.goto(screens.at('/reports/response'));
    const all = page.getByRole('table', { name: 'Time to acknowledge by service', exact: true }).getByRole('row', { name: /^All / });
    // measured, others, and the mean and four percentiles of the measured ones
    await all.getByRole('link').nth(6).click();
    await page.getByRole('heading', { name: 'Measured', exact: true }).waitFor();
  });

  chapter('shows on a phone every figure of a wide table without scrolling sideways, each below its name', async () => {
    const phonePage = await screens.visit('/reports/noise', { as: stage.ana.api, size: phone });
    const table = phonePage.getByRole('table', { name: 'Service', exact: true });
    await table.waitFor();
    expect(await phonePage.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    const boxes = await Promise.all((await table.getByRole('cell').all()).map((cell) => cell.boundingBox()));
    expect(boxes.every((box) => box !== null && box.x >= 0 && box.x + box.width <= phone.width)).toBe(true);
    const name = `getComputedStyle(document.querySelector('td[data-column="Sleep hours"]'), '::before').content`;
    expect(await phonePage.evaluate<string>(name)).toContain('Sleep hours');
    await phonePage.context().close();
  });

  chapter('shows the period before behind the bars, and what they were then', async () => {
    for (const { id } of await stage.listGroups()) await stage.ana.api.run('ResolveAlertGroup', { groupId: id });
    const today = Date.parse((await stage.advance('P3D')).slice(0, 10)) - 3 * day;
    await stage.generic({ summary: 'Cache is cold', key: 'cache' });
    await stage.ana.api.run('ResolveAlertGroup', { groupId: (await stage.getGroup(3)).id });
    await stage.advance('P3D');
    const dateAgo = (days: number): string => new Date(today + days * day).toISOString().slice(0, 10);
    // in any time zone, one opening in three days, and two on the same one of the three days before
    await page.goto(screens.at(`/reports/response?from=${dateAgo(2)}&to=${dateAgo(4)}`));
    await openedFigure('1').waitFor();
    const outline = page.getByRole('img', { name: /^Alerts opened by day/ }).locator('[data-before]');
    await outline.waitFor({ state: 'attached' });
    await waitForText(page, '3 days before');
    const bar = outline.locator('..').locator('rect[data-part]');
    const heightOf = async (mark: Locator): Promise<number> => (await mark.boundingBox())!.height;
    // two in the period before, one in this one
    expect((await heightOf(outline)) / (await heightOf(bar))).toBeCloseTo(2, 1);
    const figure = page.locator('dl > div', { hasText: /^Alerts opened/ });
    await waitForText(figure, '1 fewer than before');
    await page.goto(screens.at(`/reports/load?from=${dateAgo(2)}&to=${dateAgo(4)}`));
    await page
      .getByRole('img', { name: /^Interruptions by day/ })
      .locator('[data-before]')
      .waitFor({ state: 'attached' });
  });

  chapter('shows how the hours of a schedule were shared, and each share only to those who may see all of them', async () => {
    await stage.advance('P21D');
    const sharesOf = async (reportPage: Page): Promise<readonly (readonly string[])[]> => {
      await reportPage.goto(screens.at('/reports/load'));
      const table = reportPage.getByRole('table', { name: 'Schedule', exact: true });
      await table.getByRole('row', { name: /^Nights / }).waitFor();
      const rows = await table.getByRole('row').all();
      return Promise.all(rows.slice(1).map(async (row) => (await row.getByRole('cell').allTextContents()).slice(0, 2)));
    };
    const all = await sharesOf(page);
    expect(all.map(([who]) => who).toSorted()).toEqual(['Ana', 'Bo']);
    expect(all.reduce((sum, [, share]) => sum + Number.parseInt(share!, 10), 0)).toBe(100);
    const bosPage = await screens.visit('/', { as: bo.api });
    expect((await sharesOf(bosPage)).map(([personName, hours]) => [personName, hours!.endsWith(' h')])).toEqual([['Bo', true]]);
    await bosPage.context().close();
  });
});
