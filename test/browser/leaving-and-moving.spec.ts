import type { Page } from 'playwright-core';
import { storyInBrowser, waitForValue, waitForText, waitForNoText, Screens } from '@tocsin/testing/browser/browser.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';

storyInBrowser('leaving and moving, on the screens', (chapter) => {
  let stage: Stage;
  let screens: Screens;
  let bo: Player;
  let mia: Player;
  let hers: Page;

  beforeAll(async () => {
    stage = await Stage.begin();
    bo = await stage.person('Bo');
    mia = await stage.person('Mia');
    await stage.policy([{ page: [bo] }, { page: [stage.ana] }]);
    screens = await Screens.open(() => stage.tocsin.url);
    hers = await screens.visit('/people', { as: stage.ana.api });
  });
  afterAll(async () => {
    await screens.close();
    await stage.leave();
  });

  chapter('finds people by their team, and shows who is unreachable', async () => {
    await stage.tocsin.join(stage.ana.api, 'Rio');
    await waitForText(hers.getByRole('listitem').filter({ hasText: 'Rio' }), 'unreachable');
    await hers.getByLabel('Find').fill('acme');
    await hers.getByRole('listitem').filter({ hasText: 'Rio' }).waitFor({ state: 'hidden' });
    await hers.getByRole('link', { name: 'Bo', exact: true }).click();
    await hers.getByRole('heading', { level: 1, name: 'Bo' }).waitFor();
  });

  chapter('makes a person an auditor, and shows it', async () => {
    await hers.getByRole('checkbox', { name: /^Auditor/ }).click();
    await waitForText(hers, /member, auditor/);
  });

  chapter('disables by keyboard: the dialog lists the policies, and asks who takes the place', async () => {
    await hers.getByRole('button', { name: 'Disable', exact: true }).focus();
    await hers.keyboard.press('Enter');
    const dialog = hers.getByRole('dialog');
    await waitForText(dialog, /, step 1/);
    const who = dialog.getByLabel('Person');
    await who.locator('option', { hasText: 'Mia' }).waitFor({ state: 'attached' });
    await who.focus();
    // one letter names her: of more, the browser takes those for one word that come within a second
    await hers.keyboard.press('m');
    await waitForValue(who, mia.personId);
    await dialog.getByRole('button', { name: 'Disable Bo' }).focus();
    await hers.keyboard.press('Enter');
    await waitForText(hers, 'Mia replaces them.');
    const { steps } = await stage.row('policies', stage.made.policyId);
    expect(steps[0]!.targets).toEqual([{ kind: 'person', personId: mia.personId }]);
  });

  chapter('leaves gaps only when that is said', async () => {
    await hers.goto(screens.at(`/people/${mia.personId}`));
    await hers.getByRole('button', { name: 'Disable', exact: true }).click();
    const dialog = hers.getByRole('dialog');
    await dialog.getByLabel('No one: leave gaps').check();
    await dialog.getByRole('button', { name: 'Disable Mia' }).click();
    await hers.getByRole('button', { name: 'Enable again' }).click();
    await hers.getByRole('button', { name: 'Disable', exact: true }).waitFor();
  });

  chapter('asks before the only manager goes, and warns once there is none', async () => {
    await hers.goto(screens.at(`/teams/${stage.made.teamId}`));
    await hers.getByLabel('Role of Ana').selectOption('responder');
    await waitForText(hers.getByRole('dialog'), /is the only manager/);
    await hers.getByRole('dialog').getByRole('button', { name: 'Make them a responder' }).click();
    await waitForText(hers, 'No manager: owners are paged when no one acknowledges.');
  });

  chapter('moves all of a team to another, and then removes it', async () => {
    await stage.ana.api.run('CreateTeam', { name: 'Search' });
    await waitForText(hers.getByRole('region', { name: 'Move or remove' }), 'Production');
    await hers.getByRole('button', { name: 'Move all to another team' }).click();
    await hers.getByRole('dialog').getByLabel('To').selectOption('Search');
    await hers.getByRole('dialog').getByRole('button', { name: 'Move all' }).click();
    await waitForText(hers, 'No references to this team.');
    await hers.getByRole('button', { name: 'Remove this team' }).click();
    await hers.getByRole('dialog').getByRole('button', { name: 'Remove team' }).click();
    await hers.getByRole('heading', { level: 1, name: 'Services' }).waitFor();
    await waitForNoText(hers.getByRole('main'), 'Acme');
  });

  chapter('gives the services of a policy another one, and then removes it', async () => {
    const service = await stage.row('services', stage.made.serviceId);
    const steps = [{ targets: [{ kind: 'person' as const, personId: stage.ana.personId }], waitMinutes: 5 }];
    await stage.ana.api.run('CreatePolicy', { teamId: service.teamId, name: 'Second', steps });
    await hers.goto(screens.at(`/policies/${service.policyId}`));
    await hers.getByLabel('Move all to').selectOption('Second');
    await hers.getByRole('button', { name: 'Move all' }).click();
    await hers.getByRole('button', { name: 'Remove this policy' }).click();
    await hers.getByRole('dialog').getByRole('button', { name: 'Remove policy' }).click();
    await hers.getByRole('heading', { level: 1, name: 'Search' }).waitFor();
  });

  chapter('says of an alert group that its service is archived, and who is paged', async () => {
    await stage.alertmanager('firing', [{ name: 'DiskFull' }]);
    const { teamId } = await stage.row('services', stage.made.serviceId);
    await stage.ana.api.run('ArchiveService', { teamId, serviceId: stage.made.serviceId });
    await hers.goto(screens.at('/alerts/1'));
    await waitForText(hers, /archived: the managers of its team are paged/);
  });

  chapter('makes a person an observer in a dialog that lists the consequences', async () => {
    await hers.goto(screens.at(`/people/${mia.personId}`));
    await hers.getByLabel('Role', { exact: true }).selectOption('observer');
    const dialog = hers.getByRole('dialog');
    await waitForText(dialog, /never paged and are in no team/);
    await dialog.getByRole('button', { name: 'Make observer' }).click();
    await waitForValue(hers.getByLabel('Role', { exact: true }), 'observer');
  });

  chapter('explains instead of hiding: who may not, sees who may', async () => {
    const member = await stage.tocsin.join(stage.ana.api, 'Mo');
    const his = await screens.visit(`/people/${stage.ana.personId}`, { as: member });
    await waitForText(his, 'Only owners and admins can change this.');
    expect(await his.getByRole('button', { name: 'Disable', exact: true }).isDisabled()).toBe(true);
    await his.goto(screens.at('/people'));
    await waitForText(his, 'Only owners and admins can invite people.');
  });
});

storyInBrowser('a table of people, on its screen', (chapter) => {
  let stage: Stage;
  let screens: Screens;
  let hers: Page;

  beforeAll(async () => {
    stage = await Stage.begin();
    screens = await Screens.open(() => stage.tocsin.url);
    hers = await screens.visit('/people', { as: stage.ana.api });
  });
  afterAll(async () => {
    await screens.close();
    await stage.leave();
  });

  chapter('is pasted, and shown row by row with what is wrong', async () => {
    await hers.getByRole('link', { name: 'Import people' }).click();
    const table = [
      'Name,E-mail,Team,Zone,Phone',
      '"Berg, Bo",bo@example.org,Acme,Europe/Oslo,+47 1',
      'Cleo,cleo,,,',
      'Dan,dan@example.org,,,',
    ];
    await hers.getByLabel('People to import').fill(table.join('\n'));
    await waitForText(hers, 'nothing calls or texts them, and they are not kept');
    await hers.getByRole('button', { name: 'Preview 3 rows' }).click();
    await waitForText(hers, '2 can be invited');
    await waitForText(hers.getByRole('row').filter({ hasText: 'Cleo' }), /E-mail: /);
    await waitForText(hers.getByRole('row').filter({ hasText: 'Berg, Bo' }), 'Phone numbers are not used yet');
    expect(await hers.getByRole('button', { name: 'Invite all 3' }).isDisabled()).toBe(true);
  });

  chapter('invites the good ones, and gives their links as a table', async () => {
    await hers.getByRole('button', { name: 'Invite 2 valid people' }).click();
    await waitForText(hers, '2 people are invited.');
    const links = (await hers.locator('code').textContent())!;
    expect(links.split('\n')).toHaveLength(3);
    expect(links).toContain('/invite/');
    await hers.getByRole('link', { name: 'Back to people' }).click();
    const line = hers.getByRole('listitem').filter({ hasText: 'Berg, Bo' });
    await waitForText(line, 'invited');
    await waitForText(line, 'Acme');
  });

  chapter('creates a new link for a person who lost theirs, and withdraws an invitation', async () => {
    await hers.getByRole('link', { name: 'Dan' }).click();
    await hers.getByRole('button', { name: 'Create a new link' }).click();
    await waitForText(hers.getByRole('dialog'), 'Dan is invited');
    await hers.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
    await hers.getByRole('button', { name: 'Withdraw the invitation' }).click();
    await hers.getByRole('dialog').getByRole('button', { name: 'Withdraw invitation' }).click();
    await hers.getByRole('button', { name: 'Enable again' }).waitFor();
  });
});
