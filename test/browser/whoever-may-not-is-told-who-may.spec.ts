import type { Page } from 'playwright-core';
import { addressOf, appRoutes } from '@tocsin/testing/browser/app-routes.js';
import { storyInBrowser, waitForLive, rowOf, waitForText, Screens } from '@tocsin/testing/browser/browser.js';
import { Stage } from '@tocsin/testing/stage/stage.js';
import type { Client } from '@tocsin/testing/stage/client.js';

storyInBrowser('whoever may not do something', (chapter) => {
  let stage: Stage;
  let screens: Screens;
  let olga: Client;
  let rex: Client;
  let otherTeam = '';
  beforeAll(async () => {
    stage = await Stage.begin();
    screens = await Screens.open(() => stage.tocsin.url);
    olga = await stage.tocsin.join(stage.ana.api, 'Olga', 'observer');
    rex = await stage.tocsin.join(stage.ana.api, 'Rex');
    otherTeam = String((await stage.ana.api.run('CreateTeam', { name: 'Platform' })).says['teamId']);
    await stage.settle();
    await stage.ana.api.run('AddTeamMember', { teamId: otherTeam, personId: rex.personId, role: 'responder' });
    await rex.run('AddContactMethod', { kind: 'browser', personId: rex.personId });
    await stage.generic({ summary: 'Disk is full', key: 'disk' });
    await stage.settle();
  });
  afterAll(async () => {
    await screens.close();
    await stage.close();
  });

  const pages = new Map<Client, Page>();
  /** The browser of a person, at a path that it loads. */
  const open = async (path: string, client: Client): Promise<Page> => {
    const page = pages.get(client) ?? (await screens.visit(path, { as: client }));
    if (pages.has(client)) await page.goto(screens.at(path));
    pages.set(client, page);
    await waitForLive(page);
    return page;
  };

  /** Refused requests of a screen: a control that fails on press, or a screen that requests something not permitted. */
  const collectRefusals = (page: Page): readonly string[] => {
    const refusedUrls: string[] = [];
    page.on('response', (response) => {
      if (response.status() === 403) refusedUrls.push(`${response.request().method()} ${new URL(response.url()).pathname}`);
    });
    return refusedUrls;
  };
  const people = [
    ['an observer', () => olga],
    ['a responder of another team', () => rex],
  ] as const;
  const whoActs = 'owners, admins, managers and responders of the team and the people who are paged can act on it';

  for (const [name, client] of people)
    chapter(`${name} selects, acknowledges and resolves nothing in the list`, async () => {
      const page = await open('/alerts', client());
      const refusedRequests = collectRefusals(page);
      await rowOf(page, 1).waitFor();
      await page.keyboard.press('j');
      for (const key of ['x', 'a', 'r']) await page.keyboard.press(key);
      expect(await page.getByRole('checkbox').count()).toBe(0);
      if (client() === rex) await waitForText(page, 'View only');
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Quick search' }).fill('ack disk');
      await page.getByRole('option', { name: /#1 Disk is full/ }).waitFor();
      expect(await page.getByRole('option', { name: /^Acknowledge/ }).count()).toBe(0);
      expect(await stage.getGroup()).toMatchObject({ status: 'firing' });
      expect(refusedRequests).toEqual([]);
    });

  for (const [name, client] of people)
    chapter(`${name} reads on an alert group who acts on it, and has no place for a note`, async () => {
      const page = await open('/alerts/1', client());
      await waitForText(page, `View only: ${whoActs}.`);
      await waitForText(page, 'Timeline');
      expect(await page.getByRole('textbox', { name: 'Note' }).count()).toBe(0);
      expect(await page.getByRole('button', { name: /Acknowledge|Resolve/ }).count()).toBe(0);
    });

  for (const [name, client] of people)
    chapter(`${name} is told on every screen who may what they see and can’t use, and no screen asks for what they may not`, async () => {
      const { serviceId, policyId, teamId } = stage.setUpAnswer;
      const page = await open('/services', client());
      const refusedRequests = collectRefusals(page);
      for (const [path, sentence] of [
        ['/services', 'Only owners, admins and managers of the team can add services.'],
        [`/services/${serviceId}`, 'Only owners, admins and managers of the team can change the service and its integrations.'],
        [`/policies/${policyId}`, 'Only owners, admins and managers of the team can change or remove policies.'],
        [`/teams/${teamId}`, 'Only owners, admins and managers of the team can change members.'],
        [`/teams/${otherTeam}`, 'Only owners and admins can remove a team.'],
        ['/people', 'Only owners and admins can invite people.'],
        ['/people/import', 'Only owners and admins can invite people.'],
        [`/people/${stage.ana.personId}`, 'Only owners and admins can change this.'],
        ['/settings', 'Only owners can change this.'],
        ['/settings/sign-in', 'Only owners and admins can see and change the sign-in methods.'],
        ['/settings/mail', 'Only owners can see and change the mail server.'],
        ['/settings/backups', 'Only owners and admins can see and change backups.'],
        ['/settings/channels', 'Only owners and admins can see and change connections.'],
        ['/settings/tokens', 'Owners and admins issue and revoke them.'],
        ['/settings/events', 'Subscriptions are added and changed by owners and admins.'],
        [`/teams/${teamId}`, 'Subscriptions are added and changed by owners, admins and managers of the team.'],
      ] as const) {
        await screens.go(page, path);
        await waitForText(page, sentence);
      }
      expect(refusedRequests).toEqual([]);
    });

  /** In the page: disabled controls without an explanation, visible and for screen readers. Pending ones don’t count. */
  const unexplainedScript = `[...document.querySelectorAll(':is(button, input, select, textarea):disabled:not([aria-busy])')]
    .filter((control) => {
      const sentences = (control.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent);
      return !sentences.some((sentence) => sentence) && !control.title;
    })
    .map((control) => control.outerHTML.slice(0, 200))`;

  const withControls = appRoutes().filter((route) => !/^\/$|setup|sign-in$|invite|reset|test/.test(route) || route === '/settings/sign-in');

  for (const [name, client] of people)
    chapter(`${name} hears of every control that they can’t use why, on every screen`, async () => {
      const page = await open('/services', client());
      const countsOfPeople: number[] = [];
      const inviteAnswer = await stage.ana.api.run('InvitePerson', {
        name: 'Dora',
        email: `dora-${client().personId}@example.org`,
        role: 'member',
      });
      await stage.settle();
      const addresses = [
        ...withControls.map((route) => addressOf(route, stage)),
        `/people/${String(inviteAnswer.says['personId'])}`,
        `/teams/${otherTeam}`,
      ];
      for (const address of addresses) {
        await screens.go(page, address);
        await page.locator('body:has(h1):not(:has([aria-label="Loading"]))').waitFor({ state: 'attached' });
        expect({ address, unexplained: await page.evaluate(unexplainedScript) }).toEqual({ address, unexplained: [] });
        countsOfPeople.push(await page.locator('[aria-describedby]:disabled').count());
      }
      expect(countsOfPeople.filter((count) => count > 0).length).toBeGreaterThanOrEqual(4);
    });

  chapter('is offered it once they are paged for it', async () => {
    await stage.ana.api.run('AddResponder', { groupId: (await stage.getGroup()).id, personId: rex.personId });
    await stage.settle();
    const page = await open('/alerts', rex);
    await page.getByRole('checkbox', { name: 'Select #1' }).waitFor({ state: 'attached' });
    await page.goto(screens.at('/alerts/1'));
    await page
      .locator('main')
      .getByRole('button', { name: /^Acknowledge/ })
      .click();
    await waitForText(page, 'You acknowledged.');
    await page.getByRole('textbox', { name: 'Note' }).waitFor();
    expect(await stage.getGroup()).toMatchObject({ status: 'acknowledged', holder: { personId: rex.personId } });
  });
});
