import type { Page } from 'playwright-core';
import {
  chooseTyped,
  storyInBrowser,
  waitForGone,
  phone,
  waitForText,
  Screens,
  serverIsGone,
  eventually,
} from '@tocsin/testing/browser/browser.js';
import { freePort } from '@tocsin/testing/machine/free-port.js';
import { layerOf, createScheduleOn } from '@tocsin/testing/schedules/stage-rotations.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';

storyInBrowser('schedules', (chapter) => {
  let stage: Stage;
  let bo: Player;
  let cleo: Player;
  let screens: Screens;
  let page: Page;
  const readRow = async () => {
    await stage.settle();
    return (await stage.ana.api.list('schedules')).find(({ name }) => name === 'Payments primary')!;
  };
  const onCallGroup = (screenPage: Page) => screenPage.getByRole('group', { name: 'On call', exact: true });

  beforeAll(async () => {
    stage = await Stage.begin({ env: { PORT: String(await freePort()) } });
    bo = await stage.addPerson('Bo');
    cleo = await stage.addPerson('Cleo');
    await stage.settle();
    screens = await Screens.open(() => stage.tocsin.url);
    // one of them loses its server
    screens.expectedErrors = serverIsGone;
    page = await screens.visit('/schedules', { as: stage.ana.api });
  });
  afterAll(async () => {
    await screens.close();
    await stage.detach();
  });

  const add = async (layerName: string, name: string): Promise<void> => {
    await page.getByRole('button', { name: `Add a person to ${layerName}` }).click();
    await page.getByRole('menuitem', { name }).click();
    await waitForGone(page.getByRole('menuitem'));
  };

  chapter('are made from a pattern: a name and people in order', async () => {
    await page.getByRole('button', { name: 'New schedule' }).click();
    await page.getByLabel('Name').fill('Payments primary');
    await add('Weekly', 'Ana');
    await add('Weekly', 'Bo');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { level: 1, name: 'Payments primary' }).waitFor();
    await waitForText(onCallGroup(page), /^Ana, /);
    expect((await readRow()).versions[0]!.layers[0]!.rotation.slots.map(({ people }) => people)).toEqual([
      [stage.ana.personId],
      [bo.personId],
    ]);
  });

  chapter('say whether the load is even, by shares that are set in place', async () => {
    const balance = page.getByRole('region', { name: 'Balance' });
    await waitForText(balance, 'No gaps. The load is even.');
    await balance.getByLabel('Share of Bo').selectOption('50 %');
    await waitForText(balance, /Bo carries \d+ % more hours than the others/);
    expect((await readRow()).shares).toEqual([{ personId: bo.personId, percent: 50 }]);
    await balance.getByLabel('Share of Bo').selectOption('100 %');
    await waitForText(balance, 'the load is even.');
  });

  chapter('show what an edit changes before it is saved', async () => {
    await page.getByRole('button', { name: 'Remove Ana from Weekly' }).click();
    const changes = page.getByRole('region', { name: 'What changes' });
    await waitForText(changes, /Bo \+.* h, Ana −.* h in the next 4 weeks\./);
    await page.getByRole('button', { name: 'Save as version 2' }).click();
    await waitForGone(changes);
    expect(await readRow()).toMatchObject({ version: 2 });
    await waitForText(onCallGroup(page), /^Bo, /);
  });

  const changesRegion = () => page.getByRole('region', { name: 'What changes' });
  const strip = (name: string) => page.getByRole('group', { name, exact: true });

  chapter('are overridden by a typed line, with keys alone, and the override is changed and removed so too', async () => {
    await page.keyboard.press('o');
    await page.getByLabel('Type an override').focus();
    await page.keyboard.type('now-24 anna');
    await waitForText(page, 'No one named “anna” can go on call.');
    expect(await page.getByRole('button', { name: 'Add override' }).isDisabled()).toBe(true);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('now-24 ana');
    await waitForText(changesRegion(), /^Ana \+.* (h|min), Bo −.* (h|min)\.$/);
    await page.keyboard.press('Enter');
    await waitForGone(page.getByRole('form', { name: 'New override' }));
    expect((await readRow()).overrides).toMatchObject([{ kind: 'replace', personId: stage.ana.personId, replacesId: bo.personId }]);
    await waitForText(onCallGroup(page), /^Ana, .*override/);
    const before = Date.parse((await readRow()).overrides[0]!.to);

    await page.getByRole('button', { name: /^Change the override Ana for Bo/ }).press('Enter');
    const end = page.getByRole('slider', { name: 'End' });
    await end.press('ArrowRight');
    await end.press('ArrowRight');
    await waitForText(changesRegion(), 'Ana +1 h, Bo −1 h.');
    await page.getByRole('button', { name: 'Save override' }).press('Enter');
    await waitForGone(page.getByRole('form', { name: 'Change override' }));
    expect(Date.parse((await readRow()).overrides[0]!.to) - before).toBe(3_600_000);

    await page.getByRole('button', { name: /^Remove the override Ana for Bo/ }).press('Enter');
    await waitForText(changesRegion(), /^Bo \+.* h, Ana −.* h\.$/);
    await page.getByRole('button', { name: 'Remove override' }).press('Enter');
    await waitForText(page, 'No overrides ahead.');
  });

  /** Presses at a share of a strip’s width and lets go at another. */
  async function drag(name: string, from: number, to: number): Promise<void> {
    const { x, y, width, height } = (await strip(name).locator('[data-track]').boundingBox())!;
    await page.mouse.move(x + from * width, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + to * width, y + height / 2, { steps: 4 });
    await page.mouse.up();
  }

  chapter('are overridden by a drag, which lands on half hours; the edge of the override is dragged, too', async () => {
    await page.getByRole('button', { name: 'Later' }).click();
    await drag('On call', 0.301, 0.402);
    const form = page.getByRole('form', { name: 'New override' });
    await chooseTyped(form, 'On call', 'Ana');
    await waitForText(changesRegion(), /^Ana \+3[345](\.5)? h, Bo −3[345](\.5)? h\.$/);
    await form.getByRole('button', { name: 'Add override' }).click();
    await waitForGone(form);
    const { from, to } = (await readRow()).overrides[0]!;
    for (const edge of [from, to]) expect(Date.parse(edge) % (30 * 60_000)).toBe(0);

    const edge = (await strip('Overrides').getByRole('button').first().boundingBox())!;
    await page.mouse.move(edge.x + edge.width - 3, edge.y + edge.height / 2);
    await page.mouse.down();
    await page.mouse.move(edge.x + edge.width + 100, edge.y + edge.height / 2, { steps: 4 });
    await page.mouse.up();
    await page.getByRole('form', { name: 'Change override' }).getByRole('button', { name: 'Save override' }).click();
    await waitForGone(page.getByRole('form', { name: 'Change override' }));
    expect(Date.parse((await readRow()).overrides[0]!.to)).toBeGreaterThan(Date.parse(to));
    await page.keyboard.press('t');
  });

  chapter('have a temporary schedule, which begins with what is planned and is changed and removed', async () => {
    await page.getByRole('button', { name: 'Temporary schedule', exact: true }).click();
    const form = page.getByRole('form', { name: 'New temporary schedule' });
    await chooseTyped(form, 'Person of shift 1', 'Ana');
    await waitForText(form, /^Ana \+.* (h|min), Bo −.* (h|min)\.$/);
    await waitForText(strip('Preview of unsaved changes'), /^Ana, .*temporary schedule/);
    await form.getByLabel('Reason').fill('Offsite');
    await form.getByRole('button', { name: 'Add temporary schedule' }).click();
    await waitForGone(form);
    const [{ shifts, reason } = { shifts: [], reason: '' }] = (await readRow()).temporary;
    expect([shifts[0]!.personId, reason]).toEqual([stage.ana.personId, 'Offsite']);

    await strip('Overrides')
      .getByRole('button', { name: /^Temporary schedule/ })
      .click();
    const change = page.getByRole('form', { name: 'Change temporary schedule' });
    await change.getByRole('button', { name: 'Remove shift 1' }).click();
    await change.getByRole('button', { name: 'Save temporary schedule' }).click();
    await waitForGone(change);
    expect((await readRow()).temporary[0]!.shifts).toEqual(shifts.slice(1));
    await page.getByRole('button', { name: /^Remove the temporary schedule/ }).click();
    await page.getByRole('button', { name: 'Remove temporary schedule' }).click();
    await waitForGone(page.getByRole('button', { name: 'Remove temporary schedule' }));
    expect((await readRow()).temporary).toEqual([]);
  });

  chapter(
    'that were changed in another tab meanwhile say what, and are saved on top; a restart of the server and a reload lose no edit',
    async () => {
      const saved = await onCallGroup(page).textContent();
      await page.getByRole('button', { name: 'Add a turn to Weekly' }).click();
      await page.getByRole('menuitem', { name: 'Ana' }).click();
      await waitForGone(page.getByRole('menuitem'));
      await page.getByRole('button', { name: 'Save as version 3' }).waitFor();
      // the real row stays as it is; what is not saved has a row and a name of its own
      await waitForText(strip('Preview of unsaved changes'), /^Ana, /);
      expect(await onCallGroup(page).textContent()).toBe(saved);
      await stage.tocsin.stop();
      await waitForText(page, /Not connected/);
      await stage.restart();
      await waitForText(page, 'Connected again, caught up');
      await page.getByRole('button', { name: 'Save as version 3' }).waitFor();
      await page.reload();
      await waitForText(page, /Your unsaved changes from/);
      await strip('Preview of unsaved changes').waitFor();
      expect(await onCallGroup(page).textContent()).toBe(saved);

      const other = await page.context().newPage();
      await other.goto(page.url());
      await other.getByLabel('Handoff day of Weekly').selectOption('Tuesday');
      await other.getByRole('button', { name: 'Save as version 3' }).click();
      await waitForGone(other.getByRole('button', { name: /^Save as version/ }));
      await other.close();
      const alert = page.getByRole('alert').filter({ hasText: 'Someone else saved this' });
      await waitForText(alert, /Tuesday/);
      await alert.getByRole('button', { name: 'Overwrite with mine' }).click();
      await page.getByRole('button', { name: 'Save as version 4' }).click();
      await waitForGone(page.getByRole('button', { name: /^Save as version/ }));
      expect((await readRow()).versions.at(-1)!.layers.map(({ name, rotation }) => [name, rotation.slots.length])).toEqual([['Weekly', 2]]);
    },
  );

  chapter('have rotations that are edited with keys alone: a turn is added and moved, the handoff is another', async () => {
    const before = (await readRow()).version;
    const readSlots = async () => (await readRow()).versions.at(-1)!.layers[0]!.rotation.slots.map(({ people }) => people[0]);
    const [first, second] = await readSlots();
    await page.getByRole('button', { name: 'Add a turn to Weekly' }).press('Enter');
    await page.getByRole('searchbox', { name: 'Find' }).pressSequentially('Cleo');
    await page.keyboard.press('Enter');
    await waitForGone(page.getByRole('menuitem'));
    // typed search text must not trigger shortcuts: `o` starts an override
    await waitForGone(page.getByRole('form', { name: 'New override' }));

    const waitForFocusOn = (name: string) => page.locator(':focus').and(page.getByRole('button', { name })).waitFor();
    await page.getByRole('button', { name: 'Move Cleo earlier in Weekly' }).press('Enter');
    await waitForFocusOn('Move Cleo earlier in Weekly');
    await page.keyboard.press('Enter');
    // the first one has no move button, and another press must not remove a person
    await waitForFocusOn('Add a person to the turn of Cleo');
    await page.getByLabel('Handoff day of Weekly').selectOption('Wednesday');
    await waitForText(changesRegion(), /^Cleo \+.* h/);
    await page.getByRole('button', { name: `Save as version ${before + 1}` }).press('Enter');
    await waitForGone(changesRegion());
    expect(await readSlots()).toEqual([cleo.personId, first, second]);
    expect((await readRow()).versions.at(-1)!.layers[0]!.rotation.length).toMatchObject({ weekday: 3 });

    await page.getByRole('button', { name: 'Remove Cleo from Weekly' }).press('Enter');
    await waitForFocusOn('Add a turn to Weekly');
    await page.getByRole('button', { name: `Save as version ${before + 2}` }).press('Enter');
    await waitForGone(changesRegion());
  });

  chapter('can be requested by a manager for the person on call', async () => {
    await page.getByRole('button', { name: 'Ask for cover: Payments primary' }).click();
    const form = page.getByRole('form', { name: 'Ask for cover: Payments primary' });
    await chooseTyped(form, 'Covered', 'Bo');
    await form.getByRole('group', { name: 'From', exact: true }).and(page.locator(':not(:has([data-placeholder]))')).waitFor();
    await chooseTyped(form, 'Ask', 'Cleo');
    await form.getByRole('button', { name: 'Ask for cover' }).click();
    const requests = page.getByRole('region', { name: 'Cover requests' });
    await waitForText(requests, 'Waiting for Cleo');
    await waitForText(requests, /, for Bo$/);
    await requests.getByRole('button', { name: /^Withdraw/ }).click();
    await waitForGone(requests);
  });

  chapter('say what newer time zone data would move, and take it in one press', async () => {
    const { id, zones: newest } = await readRow();
    const movedHandoffs = [{ before: '2031-03-31T07:00:00.000Z', after: '2031-03-31T08:00:00.000Z', people: [bo.personId] }];
    // this release has one edition: the answer is one that a schedule of an older release would get
    const olderTables = { scheduleId: id, zones: '2025b', newest, moved: movedHandoffs, movedCount: 1 };
    await page.route('**/zone-table', (route) => route.fulfill({ json: olderTables }));
    await page.reload();
    const notice = page.getByRole('region', { name: 'Time zone data' });
    await waitForText(notice, `Newer time zone data is available (${newest}): 1 handoff moves.`);
    await waitForText(notice, /^Bo: .* instead of /);
    const [request] = await Promise.all([
      page.waitForRequest(/TakeZoneTable$/),
      notice.getByRole('button', { name: 'Update time zone data' }).press('Enter'),
    ]);
    expect(request.postDataJSON()).toMatchObject({ scheduleId: id, zones: newest });
    expect((await request.response())!.status()).toBe(202);
    await page.unroute('**/zone-table');
    await page.reload();
    await page.getByRole('region', { name: 'Balance' }).waitFor();
    await waitForGone(notice);
  });

  chapter('are taken over in one press, which every screen says', async () => {
    await page.goto(screens.at('/on-call'));
    await page.getByRole('button', { name: 'Actions for Payments primary' }).click();
    await page.getByRole('menuitem', { name: 'Page Bo' }).waitFor();
    await page.getByRole('menuitem', { name: 'Take this shift' }).click();
    await waitForText(page.getByRole('region', { name: 'How you are paged' }), /on call for/);
    await waitForText(page.getByRole('region', { name: 'My next shifts' }), /^Now, until/);
    // its strip has my name, and who would have been on call before me
    await waitForText(page.getByRole('list', { name: 'Shifts of Payments primary' }), /^Ana, .*override/);
  });

  chapter('are a duty card and an agenda on a phone', async () => {
    const phonePage = await screens.visit(`/schedules/${(await readRow()).id}`, { as: stage.ana.api, size: phone });
    await waitForText(phonePage.getByRole('region', { name: 'Your duty' }), 'You are on call');
    await waitForText(phonePage.getByRole('region', { name: 'Agenda' }), 'Today');
    expect(await onCallGroup(phonePage).count()).toBe(0);

    // cover in three taps: get it, from whom, ask
    await phonePage.getByRole('button', { name: 'Ask for cover: Payments primary' }).tap();
    await chooseTyped(phonePage, 'Ask', 'Bo');
    await phonePage.getByRole('button', { name: 'Ask for cover', exact: true }).tap();
    await waitForText(phonePage.getByRole('region', { name: 'Cover requests' }), 'Waiting for Bo');
  });

  chapter('are covered by the person who accepts, in one tap', async () => {
    const bos = await screens.visit('/on-call', { as: bo.api, size: phone });
    await waitForText(bos.getByRole('region', { name: 'How you are paged' }), '1 cover request');
    await waitForText(bos.getByRole('region', { name: 'Cover requests' }), 'Ana asks you to cover');
    await bos.getByRole('button', { name: /^Accept: Payments primary/ }).tap();
    await waitForGone(bos.getByRole('region', { name: 'Cover requests' }));
    expect((await readRow()).overrides.at(-1)).toMatchObject({ kind: 'replace', personId: bo.personId, replacesId: stage.ana.personId });
  });

  chapter('follow a handoff as it happens, without a reload; an alert group leads back to who was on call before it', async () => {
    const start = Date.parse(await stage.settle());
    const length = { unit: 'hours', count: 26 } as const;
    const id = await createScheduleOn(stage, 'Search', { anchor: new Date(start).toISOString(), turns: [stage.ana, cleo], length });
    await stage.setPolicy([{ page: [{ kind: 'schedule', scheduleId: id }] }]);
    await stage.generic({ summary: 'Search is slow', key: 'search' });
    await stage.ana.api.run('ResolveAlertGroup', { groupId: (await stage.getGroup()).id });
    const list = await screens.visit('/on-call', { as: cleo.api });
    const plan = await screens.visit(`/schedules/${id}`, { as: cleo.api });
    const line = list.getByRole('region', { name: 'Next handoffs' }).getByRole('listitem').filter({ hasText: 'Search' });
    await waitForText(line, 'You');
    await waitForText(plan, /On call: Ana until/);
    const firstOpen = onCallGroup(plan).getByRole('button').first();
    await waitForText(firstOpen, /^Ana, /);

    await stage.advance('PT26H1M');
    for (const one of [list, plan]) await waitForText(one.getByRole('region', { name: 'How you are paged' }), 'Search');
    await waitForText(line, 'Ana');
    await waitForText(plan, /On call: You until/);
    await waitForText(firstOpen, /^Cleo, /);

    await plan.goto(screens.at('/alerts/1'));
    await plan.getByRole('link', { name: 'Search, by rotation' }).click();
    const moment = plan.getByRole('region', { name: 'Linked time' });
    await waitForText(moment, /: Ana was on call\.$/);
    await waitForText(moment, /^Ana: by rotation Rotation, turn of .*, version 1$/);
    await moment.getByRole('button', { name: 'Back to now' }).press('Enter');
    await waitForGone(moment);
    expect(new URL(plan.url()).search).toBe('');
  });

  chapter('thirty of one person fit on a phone, and are asked for at once', async () => {
    const { teamId } = stage.setUpAnswer;
    const anchor = await stage.settle();
    for (let n = 1; n <= 30; n += 1) {
      const layers = [layerOf({ anchor, turns: [cleo, bo] })];
      await stage.ana.api.run('CreateSchedule', { teamId, name: `Service number ${n} primary`, timeZone: 'UTC', layers });
    }
    await stage.settle();
    const phonePage = await screens.visit('/on-call', { as: cleo.api, size: phone });
    const requestedUrls: string[] = [];
    phonePage.on('request', (request) => requestedUrls.push(new URL(request.url()).pathname));
    await phonePage.reload();
    await waitForText(phonePage.getByRole('region', { name: 'How you are paged' }), 'and 30 more');
    await waitForText(phonePage.getByRole('region', { name: 'My next shifts' }), /^And \d+ more shifts in the next four weeks\.$/);
    // of all at once, and not of each; what happens meanwhile may have it asked again
    expect([...new Set(requestedUrls.filter((path) => path.endsWith('/shifts')))]).toEqual(['/api/on-call/shifts']);
    expect(requestedUrls.filter((path) => path.endsWith('/timeline')).length).toBeGreaterThan(0);
    for (const path of ['/on-call', '/schedules', '/me']) {
      await phonePage.goto(screens.at(path));
      await waitForText(phonePage.getByRole('region', { name: 'How you are paged' }), 'and 30 more');
      expect(await phonePage.evaluate('document.documentElement.scrollWidth')).toBe(phone.width);
    }
  });

  /** What a list is sorted by. */
  const heads = ['Schedule', 'Team', 'On call now', 'Next handoff', 'People'];

  chapter('offer observers nothing that would be refused', async () => {
    const olga = await stage.addPerson('Olga', { role: 'observer', isInTeam: false });
    const observerPage = await screens.visit(`/schedules/${(await readRow()).id}`, { as: olga.api });
    const refusedUrls: string[] = [];
    observerPage.on('response', (response) => void (response.status() === 403 && refusedUrls.push(response.url())));
    const offeredButton = () =>
      observerPage
        .getByRole('main')
        .getByRole('button', { disabled: false })
        .evaluateAll((buttons) => buttons.map((button) => String(button.ariaLabel ?? button.textContent)));
    await waitForText(observerPage.getByRole('region', { name: 'Balance' }), 'The next 52 weeks');
    await waitForText(observerPage, /can change rotations/);
    await observerPage.keyboard.press('o');
    await eventually(observerPage, async () => expect(await offeredButton()).toEqual(['Earlier', 'Later', 'Calendar', 'Make feed']));
    await observerPage.goto(screens.at('/schedules'));
    await waitForText(observerPage, 'Payments primary');
    // a favourite is the reader's own, and nobody is refused one
    expect((await offeredButton()).filter((name) => !name.startsWith('Favourite: '))).toEqual(heads);
    await observerPage.goto(screens.at('/on-call'));
    await waitForText(observerPage.getByRole('region', { name: 'My next shifts' }), 'None in the next four weeks.');
    await eventually(observerPage, async () => expect(await offeredButton()).toEqual(['Earlier', 'Later', 'Calendar']));
    expect(refusedUrls).toEqual([]);
  });

  chapter('count holidays of an imported calendar, and say where one has more than are taken', async () => {
    const dayOf = (n: number) => new Date(Date.now() + (n % 500) * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '');
    const events = Array.from({ length: 1_001 }, (_, n) => `BEGIN:VEVENT\r\nUID:${n}\r\nDTSTART;VALUE=DATE:${dayOf(n)}\r\nEND:VEVENT\r\n`);
    const text = `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Example//EN\r\n${events.join('')}END:VCALENDAR\r\n`;
    await page.goto(screens.at('/settings'));
    const holidays = page.getByRole('region', { name: 'Holidays' });
    await holidays
      .getByLabel('Calendar file (.ics)')
      .setInputFiles({ name: 'all.ics', mimeType: 'text/calendar', buffer: Buffer.from(text) });
    await holidays.getByLabel('Calendar name').fill('Everywhere');
    await holidays.getByRole('button', { name: 'Import' }).click();
    await waitForText(holidays, 'The calendar has more than 1,000 holidays.');
    await waitForText(holidays, '1,000 days');
  });
});
