// browser: short
import type { Page } from 'playwright-core';
import {
  chooseTyped,
  desktop,
  storyInBrowser,
  waitForGone,
  waitForValue,
  isAboveTheFold,
  phone,
  rowOf,
  waitForText,
  Screens,
} from '@tocsin/testing/browser/browser.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';

storyInBrowser('the screen of an alert group', (chapter) => {
  let stage: Stage;
  let screens: Screens;
  let bo: Player;
  let cleo: Player;
  let page: Page;

  beforeAll(async () => {
    stage = await Stage.begin();
    bo = await stage.addPerson('Bo');
    cleo = await stage.addPerson('Cleo');
    await stage.setPolicy([{ page: [stage.ana] }, { page: [bo] }]);
    await stage.alertmanager('firing', [{ name: 'DiskFull' }, { name: 'DiskFull', instance: 'db-2' }]);
    screens = await Screens.open(() => stage.tocsin.url);
    page = await screens.visit('/alerts/1', { as: stage.ana.api });
    await waitForText(page, /Notifying you/);
  });
  afterAll(async () => {
    await screens.close();
    await stage.detach();
  });

  for (const size of [desktop, phone])
    chapter(`says what is wrong, who has it, and what one can do, in this order and above the fold of ${size.width}`, async () => {
      const phonePage = await screens.visit('/alerts/1', { as: stage.ana.api, size });
      const parts = [
        phonePage.getByRole('heading', { level: 1 }),
        phonePage.getByText(/Notifying you/).last(),
        phonePage.getByRole('main').getByRole('button', { name: 'Acknowledge' }),
      ];
      await parts[1]!.waitFor();
      for (const part of parts) expect(await isAboveTheFold(part)).toBe(true);
      const tops = await Promise.all(parts.map(async (part) => (await part.boundingBox())!.y));
      expect(tops).toEqual(tops.toSorted((a, b) => a - b));
      const { width, height } = (await parts[2]!.boundingBox())!;
      if (size === phone) expect([height >= 64, width > phone.width / 2]).toEqual([true, true]);
      await phonePage.context().close();
    });

  chapter('counts down to who is rung next', async () => {
    await waitForText(page, /then Bo/);
    await waitForText(page.getByRole('main'), /^[0-5]:[0-5]\d$/);
    await stage.advance('PT5M');
    await waitForText(page, /Notifying you and Bo/);
  });

  chapter('shows what its alerts share as a line, and what tells them apart as a table', async () => {
    await waitForText(page, '2 alerts');
    await waitForText(page, /^cluster /);
    await page.getByRole('columnheader', { name: 'instance' }).waitFor();
    await page.getByRole('cell', { name: 'db-2', exact: true }).waitFor();
  });

  chapter('leads from a label to everything that has it', async () => {
    await page.getByRole('cell', { name: 'db-2', exact: true }).getByRole('link').click();
    await rowOf(page, 1).waitFor();
    expect(new URL(page.url()).searchParams.get('q')).toBe('instance=db-2');
    await page.goBack();
    await waitForText(page, '2 alerts');
  });

  chapter('undoes in place what one pressed', async () => {
    const acts = page.getByRole('main');
    await acts.getByRole('button', { name: 'Acknowledge' }).click();
    await waitForText(acts, 'You acknowledged.');
    await acts.getByRole('button', { name: 'Undo' }).click();
    await waitForText(acts, /Ana unacknowledged it/);
    await stage.advance('PT11S');
    await acts.getByRole('button', { name: 'Acknowledge' }).waitFor();
  });

  chapter('keeps what one writes', async () => {
    const note = page.getByLabel('Note');
    await note.fill('Old **snapshots** fill it: [how](https://wiki.example/disk), [not so](javascript:alert(1)), <b>nor so</b>.');
    await page.getByRole('button', { name: 'Add note' }).click();
    const timeline = page.getByRole('region', { name: 'Timeline' });
    await waitForText(timeline, 'Ana added a note:');
    await timeline.locator('strong', { hasText: 'snapshots' }).waitFor();
    const link = timeline.getByRole('link', { name: 'how' });
    expect(await Promise.all(['href', 'rel', 'target'].map((name) => link.getAttribute(name)))).toEqual([
      'https://wiki.example/disk',
      'noopener noreferrer',
      '_blank',
    ]);
    await waitForText(timeline, '[not so](javascript:alert(1)), <b>nor so</b>.');
    await waitForValue(note, '');
  });

  chapter('suggests people behind an @, by the keys alone, and names them', async () => {
    const note = page.getByLabel('Note');
    await note.pressSequentially('ask @c');
    await page.getByRole('option', { name: 'Cleo', selected: true }).waitFor();
    await waitForText(page, 'A mention notifies no one.');
    await note.press('Enter');
    await waitForValue(note, 'ask @Cleo ');
    await note.pressSequentially('too');
    await note.press('Control+Enter');
    await page.getByRole('region', { name: 'Timeline' }).getByRole('link', { name: '@Cleo' }).waitFor();
    const notes = (await stage.ana.api.events(`alertGroup-${(await stage.getGroup()).id}`)).filter(({ type }) => type === 'NoteAdded');
    expect(JSON.stringify(notes.at(-1)!.data)).toContain(`ask <@${cleo.personId}> too`);
  });

  chapter('tells what happened in sentences, the details on demand', async () => {
    const timelineRegion = page.getByRole('region', { name: 'Timeline' });
    await waitForText(timelineRegion, /opened #1:/);
    await waitForText(timelineRegion, /Step 2: paged Bo/);
    await waitForText(timelineRegion, 'Ana acknowledged it · escalation stopped');
    expect(await timelineRegion.getByText(/answered|Escalation stopped/).count()).toBe(0);
    expect(await timelineRegion.getByText(/: sending/).count()).toBe(0);
    await timelineRegion.getByRole('button', { name: 'Show all' }).click();
    await waitForText(timelineRegion, /to Bo (delivered|accepted by .*|shown in an open tab|sent)\./);
    await timelineRegion.getByText('Raw event', { exact: true }).last().click();
    await waitForText(timelineRegion, /"type": "AlertGroupOpened"/);
    await timelineRegion.getByRole('button', { name: 'Show less' }).click();
    await waitForGone(timelineRegion.getByText('Raw event', { exact: true }));
  });

  chapter('adds a responder', async () => {
    await page.getByRole('button', { name: /^Add responder/ }).click();
    await chooseTyped(page.getByRole('dialog'), 'Person, schedule or team', 'Cleo');
    await page.getByRole('dialog').getByRole('button', { name: 'Page Cleo' }).click();
    await waitForText(page, 'Paging Cleo');
    await stage.settle();
    expect(cleo.pageCauses).toEqual(['person']);
    await waitForText(page.getByRole('region', { name: 'Timeline' }), 'Ana added Cleo.');
  });

  chapter('changes hands', async () => {
    await bo.api.run('AcknowledgeAlertGroup', { groupId: (await stage.getGroup()).id });
    await waitForText(page.getByRole('main'), 'Bo acknowledged');
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: /Take over/ }).click();
    await waitForText(page.getByRole('main'), /^You acknowledged/);
    await waitForText(page, 'Ana took it over from Bo.');
  });

  chapter('is reassigned, and stays assigned as it is until the other accepts', async () => {
    await page.getByRole('button', { name: /^Reassign/ }).click();
    await chooseTyped(page.getByRole('dialog'), 'Person', 'Bo');
    await page.getByRole('dialog').getByRole('button', { name: 'Reassign to Bo' }).click();
    await waitForText(page.getByRole('main'), /^You acknowledged.* · asked Bo to take over/);
    await bo.api.run('AcknowledgeAlertGroup', { groupId: (await stage.getGroup()).id });
    await waitForText(page, 'Bo accepted the reassignment from Ana.');
    await stage.ana.api.run('TakeOverAlertGroup', { groupId: (await stage.getGroup()).id });
    await waitForText(page.getByRole('main'), /^You acknowledged/);
  });

  chapter('is escalated without waiting for the next step', async () => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: /Escalate now/ }).click();
    await waitForText(page, /Ana escalated it to step \d/);
    await page.getByRole('main').getByRole('button', { name: 'Acknowledge' }).click();
    await waitForText(page.getByRole('main'), /^You acknowledged/);
  });

  chapter('unacknowledges it: people are paged again', async () => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: /Unacknowledge/ }).click();
    await waitForText(page, 'Ana unacknowledged it.');
    await page.getByRole('main').getByRole('button', { name: 'Acknowledge' }).waitFor();
  });
});
