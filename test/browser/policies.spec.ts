// browser: short
import type { Page } from 'playwright-core';
import {
  storyInBrowser,
  sendCommand,
  waitForGone,
  waitForText,
  Screens,
  eventually,
  waitForValue,
} from '@tocsin/testing/browser/browser.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

storyInBrowser('a policy as sentences', (chapter) => {
  let stage: Stage;
  let screens: Screens;
  let page: Page;
  let other: Page;
  const readRow = () => stage.getRow('policies', stage.setUpAnswer.policyId);

  beforeAll(async () => {
    stage = await Stage.begin();
    await stage.addPerson('Bo');
    await stage.settle();
    screens = await Screens.open(() => stage.tocsin.url);
    const path = `/policies/${stage.setUpAnswer.policyId}`;
    [page, other] = [await screens.visit(path, { as: stage.ana.api }), await screens.visit(path, { as: stage.ana.api })];
    await Promise.all([page, other].map((one) => one.getByRole('listitem', { name: 'Step 1' }).waitFor()));
  });
  afterAll(async () => {
    await screens.close();
    await stage.detach();
  });

  const saveAs = (policyPage: Page, version: number) =>
    sendCommand(policyPage, 'ChangePolicy', () => policyPage.getByRole('button', { name: `Save as version ${version}` }).click());
  const addBo = async (policyPage: Page, step: number): Promise<void> => {
    await policyPage.getByRole('button', { name: `Add someone to step ${step}` }).click();
    await policyPage.getByPlaceholder('Find').fill('bo');
    await eventually(policyPage, async () => expect(await policyPage.getByRole('menuitem').allTextContents()).toEqual(['Bo']));
    await policyPage.keyboard.press('Enter');
    await waitForGone(policyPage.getByRole('menuitem'));
  };

  chapter('is changed in its slots, and shows its course beside it', async () => {
    const before = (await readRow()).steps.length;
    await page.getByRole('button', { name: '+ Add a step' }).click();
    await waitForText(page.getByRole('region', { name: 'If no one acknowledges' }), 'no one: skipped');
    await addBo(page, before + 1);
    await page.getByLabel(`How long to wait after step ${before + 1}`).selectOption('15');
    await page.getByRole('region', { name: 'If no one acknowledges' }).getByText('Bo', { exact: true }).waitFor();
  });

  chapter('says where one person is paged in turn', async () => {
    const step = page.getByRole('listitem').filter({ hasText: 'Page' }).last();
    await step.getByLabel('page one person (round-robin)').check();
    await waitForText(step, 'Page one of');
    await page.getByRole('region', { name: 'If no one acknowledges' }).getByText('one of Bo', { exact: true }).waitFor();
  });

  chapter('offers schedules and teams beside people, and takes the one that was typed at Enter', async () => {
    const step = page.getByRole('listitem', { name: 'Step 1' });
    await step.getByRole('button', { name: 'Add someone to step 1' }).click();
    await eventually(page, async () =>
      expect(await page.getByRole('menuitem').allTextContents()).toEqual(['Bo', expect.stringMatching(/^Everyone in /)]),
    );
    await page.locator('input[placeholder=Find]:focus').waitFor();
    await page.keyboard.type('bo');
    await page.keyboard.press('Enter');
    await waitForGone(page.getByRole('menuitem'));
    await step.getByRole('button', { name: 'Remove Bo from step 1' }).click();
  });

  chapter('is saved as the next version', async () => {
    const { version } = await readRow();
    await saveAs(page, version + 1);
    await waitForText(page.getByRole('region', { name: 'Messages' }), 'Saved');
    const savedRow = await readRow();
    expect(savedRow).toMatchObject({ version: version + 1 });
    expect(savedRow.steps.at(-1)).toMatchObject({ waitMinutes: 15, oneInTurn: true });
    await waitForText(page, `Version ${version + 1}`);
  });

  chapter('keeps the words of a second editor, and shows them what changed under their hands', async () => {
    const { version } = await readRow();
    await other.getByLabel('Name').fill('Payments, by day and night');
    await other.getByRole('button', { name: /^Save as version/ }).click();
    const conflict = other.getByRole('alert').filter({ hasText: 'Someone else saved this in the meantime' });
    await waitForText(conflict, /Your changes are kept here/);
    await waitForText(conflict, /Bo/);
    expect(await other.getByLabel('Name').inputValue()).toBe('Payments, by day and night');
    expect(await readRow()).toMatchObject({ version });
  });

  chapter('lets them save over it, knowing that', async () => {
    const { version } = await readRow();
    await other.getByRole('button', { name: 'Overwrite with mine' }).click();
    await saveAs(other, version + 1);
    expect(await readRow()).toMatchObject({ version: version + 1, name: 'Payments, by day and night' });
    await page.getByRole('heading', { level: 1, name: 'Payments, by day and night' }).waitFor();
  });

  chapter('says at the step that a target is missing', async () => {
    await page.reload();
    await page.getByRole('button', { name: '+ Add a step' }).click();
    await page.getByRole('button', { name: /^Save as version/ }).click();
    await waitForText(page, 'Add a person or a schedule, or remove the step.');
  });

  chapter('is the default of a new service, and its team is the service’s team', async () => {
    await page.goto(screens.at('/services'));
    await page.getByRole('button', { name: 'New service' }).click();
    const dialog = page.getByRole('dialog', { name: 'New service' });
    await dialog.getByLabel('Name').fill('Refunds');
    await waitForValue(dialog.getByRole('combobox', { name: 'Escalation policy' }), 'Payments, by day and night');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { level: 1, name: 'Refunds' }).waitFor();
    await stage.settle();
    const newService = (await stage.ana.api.list('services')).find(({ name }) => name === 'Refunds')!;
    const policy = await stage.getRow('policies', newService.policyId);
    expect([policy.name, policy.teamId]).toEqual(['Payments, by day and night', newService.teamId]);
  });
});
