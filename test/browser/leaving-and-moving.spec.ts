import type { Page } from 'playwright-core';
import { chooseTyped, storyInBrowser, waitForValue, waitForText, waitForNoText, Screens } from '@tocsin/testing/browser/browser.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';

storyInBrowser('leaving and moving, on the screens', (chapter) => {
  let stage: Stage;
  let screens: Screens;
  let bo: Player;
  let mia: Player;
  let anasPage: Page;

  beforeAll(async () => {
    stage = await Stage.begin();
    bo = await stage.addPerson('Bo');
    mia = await stage.addPerson('Mia');
    await stage.setPolicy([{ page: [bo] }, { page: [stage.ana] }]);
    screens = await Screens.open(() => stage.tocsin.url);
    anasPage = await screens.visit('/people', { as: stage.ana.api });
  });
  afterAll(async () => {
    await screens.close();
    await stage.detach();
  });

  chapter('finds people by their team, and shows who is unreachable', async () => {
    await stage.tocsin.join(stage.ana.api, 'Rio');
    await waitForText(anasPage.getByRole('row').filter({ hasText: 'Rio' }), 'unreachable');
    await anasPage.getByLabel('Find').fill('acme');
    await anasPage.getByRole('row').filter({ hasText: 'Rio' }).waitFor({ state: 'hidden' });
    await anasPage.getByRole('link', { name: 'Bo', exact: true }).click();
    await anasPage.getByRole('heading', { level: 1, name: 'Bo' }).waitFor();
  });

  chapter('makes a person an auditor, and shows it', async () => {
    await anasPage.getByRole('checkbox', { name: /^Also auditor/ }).click();
    await waitForText(anasPage, /member, auditor/);
  });

  chapter('disables by keyboard: the dialog lists the policies, and asks who takes the place', async () => {
    await anasPage.getByRole('button', { name: 'Disable', exact: true }).focus();
    await anasPage.keyboard.press('Enter');
    const dialog = anasPage.getByRole('dialog');
    await waitForText(dialog, /, step 1/);
    const replacementField = dialog.getByRole('combobox', { name: 'Person' });
    await replacementField.focus();
    await anasPage.keyboard.type('mi');
    await anasPage.getByRole('option', { name: 'Mia' }).waitFor();
    await anasPage.keyboard.press('ArrowDown');
    await anasPage.keyboard.press('Enter');
    await waitForValue(replacementField, 'Mia');
    await dialog.getByRole('button', { name: 'Disable Bo' }).focus();
    await anasPage.keyboard.press('Enter');
    await waitForText(anasPage, 'Mia replaces them.');
    const { steps } = await stage.getRow('policies', stage.setUpAnswer.policyId);
    expect(steps[0]!.targets).toEqual([{ kind: 'person', personId: mia.personId }]);
  });

  chapter('leaves gaps only when that is said', async () => {
    await anasPage.goto(screens.at(`/people/${mia.personId}`));
    await anasPage.getByRole('button', { name: 'Disable', exact: true }).click();
    const dialog = anasPage.getByRole('dialog');
    await dialog.getByLabel('No one: leave gaps').check();
    await dialog.getByRole('button', { name: 'Disable Mia' }).click();
    await anasPage.getByRole('button', { name: 'Enable again' }).click();
    await anasPage.getByRole('button', { name: 'Disable', exact: true }).waitFor();
  });

  chapter('what was refused can be pressed again, once its reason is gone', async () => {
    const { says } = await stage.ana.api.run('CreateTeam', { name: 'Payments', description: '' });
    const teamId = String(says['teamId']);
    await anasPage.goto(screens.at(`/teams/${stage.setUpAnswer.teamId}`));
    await anasPage.getByRole('button', { name: 'Change', exact: true }).first().click();
    const dialog = anasPage.getByRole('dialog', { name: 'Change the team' });
    await dialog.getByLabel('Name').fill('Payments');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await waitForText(dialog, /of this name exists already/);
    await stage.ana.api.run('RenameTeam', { teamId, name: 'Billing', description: '' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await stage.ana.api.run('RenameTeam', { teamId: stage.setUpAnswer.teamId, name: 'Acme', description: '' });
  });

  chapter('asks before the only manager goes, and warns once there is none', async () => {
    await anasPage.goto(screens.at(`/teams/${stage.setUpAnswer.teamId}`));
    await anasPage.getByLabel('Role of Ana').selectOption('responder');
    await waitForText(anasPage.getByRole('dialog'), /is the only manager/);
    await anasPage.getByRole('dialog').getByRole('button', { name: 'Make them a responder' }).click();
    await waitForText(anasPage, 'No manager: owners are paged when no one acknowledges.');
  });

  chapter('moves all of a team to another, and then removes it', async () => {
    await stage.ana.api.run('CreateTeam', { name: 'Search' });
    await waitForText(anasPage.getByRole('region', { name: 'Move or remove' }), 'Production');
    await anasPage.getByRole('button', { name: 'Move all to another team' }).click();
    await chooseTyped(anasPage.getByRole('dialog'), 'To', 'Search');
    await anasPage.getByRole('dialog').getByRole('button', { name: 'Move all' }).click();
    await waitForText(anasPage, 'Nothing uses this team; you can remove it.');
    await anasPage.getByRole('button', { name: 'Remove this team' }).click();
    await anasPage.getByRole('dialog').getByRole('button', { name: 'Remove team' }).click();
    await anasPage.getByRole('heading', { level: 1, name: 'Services' }).waitFor();
    await waitForNoText(anasPage.getByRole('main'), 'Acme');
  });

  chapter('gives the services of a policy another one, and then removes it', async () => {
    const service = await stage.getRow('services', stage.setUpAnswer.serviceId);
    const steps = [{ targets: [{ kind: 'person' as const, personId: stage.ana.personId }], waitMinutes: 5 }];
    await stage.ana.api.run('CreatePolicy', { teamId: service.teamId, name: 'Second', steps });
    await anasPage.goto(screens.at(`/policies/${service.policyId}`));
    await chooseTyped(anasPage, 'Move all to', 'Second');
    await anasPage.getByRole('button', { name: 'Move all', exact: true }).click();
    await anasPage.getByRole('button', { name: 'Remove this policy' }).click();
    await anasPage.getByRole('dialog').getByRole('button', { name: 'Remove policy' }).click();
    await anasPage.getByRole('heading', { level: 1, name: 'Search' }).waitFor();
  });

  chapter('says of an alert group that its service is archived, and who is paged', async () => {
    await stage.alertmanager('firing', [{ name: 'DiskFull' }]);
    const { teamId } = await stage.getRow('services', stage.setUpAnswer.serviceId);
    await stage.ana.api.run('ArchiveService', { teamId, serviceId: stage.setUpAnswer.serviceId });
    await anasPage.goto(screens.at('/alerts/1'));
    await waitForText(anasPage, /archived: the managers of its team are paged/);
  });

  chapter('makes a person an observer in a dialog that lists the consequences', async () => {
    await anasPage.goto(screens.at(`/people/${mia.personId}`));
    await anasPage.getByLabel('Role', { exact: true }).selectOption('observer');
    const dialog = anasPage.getByRole('dialog');
    await waitForText(dialog, /never paged and are in no team/);
    await dialog.getByRole('button', { name: 'Make observer' }).click();
    await waitForValue(anasPage.getByLabel('Role', { exact: true }), 'observer');
  });

  chapter('explains instead of hiding: who may not, sees who may', async () => {
    const member = await stage.tocsin.join(stage.ana.api, 'Mo');
    const personPage = await screens.visit(`/people/${stage.ana.personId}`, { as: member });
    await waitForText(personPage, 'Only owners and admins can change this.');
    expect(await personPage.getByRole('button', { name: 'Disable', exact: true }).isDisabled()).toBe(true);
    await personPage.goto(screens.at('/people'));
    await waitForText(personPage, 'Only owners and admins can invite people.');
  });
});

storyInBrowser('a table of people, on its screen', (chapter) => {
  let stage: Stage;
  let screens: Screens;
  let anasPage: Page;

  beforeAll(async () => {
    stage = await Stage.begin();
    screens = await Screens.open(() => stage.tocsin.url);
    anasPage = await screens.visit('/people', { as: stage.ana.api });
  });
  afterAll(async () => {
    await screens.close();
    await stage.detach();
  });

  chapter('is pasted, and shown row by row with what is wrong', async () => {
    await anasPage.getByRole('link', { name: 'Import people' }).click();
    const table = [
      'Name,E-mail,Team,Zone,Phone',
      '"Berg, Bo",bo@example.org,Acme,Europe/Oslo,+47 1',
      'Cleo,cleo,,,',
      'Dan,dan@example.org,Data,,',
    ];
    await anasPage.getByLabel('People to import').fill(table.join('\n'));
    await waitForText(anasPage, 'nothing calls or texts them, and they are not kept');
    await anasPage.getByRole('button', { name: 'Preview 3 rows' }).click();
    await waitForText(anasPage, '1 can be invited');
    await anasPage.getByRole('button', { name: 'Create the team Data' }).click();
    await waitForText(anasPage, '2 can be invited');
    await waitForNoText(anasPage, 'Create the team');
    await waitForText(anasPage.getByRole('row').filter({ hasText: 'Cleo' }), /E-mail: /);
    await waitForText(anasPage.getByRole('row').filter({ hasText: 'Berg, Bo' }), 'Phone numbers are not used yet');
    expect(await anasPage.getByRole('button', { name: 'Invite all 3' }).isDisabled()).toBe(true);
  });

  chapter('invites the good ones, and gives their links as a table', async () => {
    await anasPage.getByRole('button', { name: 'Invite 2 valid people' }).click();
    await waitForText(anasPage, '2 people are invited.');
    const links = (await anasPage.locator('code').textContent())!;
    expect(links.split('\n')).toHaveLength(3);
    expect(links).toContain('/invite/');
    await anasPage.getByRole('link', { name: 'Back to people' }).click();
    const line = anasPage.getByRole('row').filter({ hasText: 'Berg, Bo' });
    await waitForText(line, 'invited');
    await waitForText(line, 'Acme');
  });

  chapter('creates a new link for a person who lost theirs, and withdraws an invitation', async () => {
    await anasPage.getByRole('link', { name: 'Dan' }).click();
    await anasPage.getByRole('button', { name: 'Create a new link' }).click();
    await waitForText(anasPage.getByRole('dialog'), 'Dan is invited');
    await anasPage.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
    await anasPage.getByRole('button', { name: 'Withdraw the invitation' }).click();
    await anasPage.getByRole('dialog').getByRole('button', { name: 'Withdraw invitation' }).click();
    await anasPage.getByRole('button', { name: 'Enable again' }).waitFor();
  });
});
