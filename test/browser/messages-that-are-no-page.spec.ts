import type { Page } from 'playwright-core';
import { chooseTyped, desktop, phone, Screens, storyInBrowser, waitForText } from '@tocsin/testing/browser/browser.js';
import { HookServer } from '@tocsin/testing/channels/hooks/hook-server.js';
import { Mailbox } from '@tocsin/testing/fakes/mailbox.js';
import { createScheduleOn } from '@tocsin/testing/schedules/stage-rotations.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';

storyInBrowser('messages that are no page', (chapter) => {
  let stage: Stage;
  let mailbox: Mailbox;
  let hooks: HookServer;
  let screens: Screens;
  let page: Page;
  let bo: Player;
  let scheduleId: string;
  const look = async (name: string, of: Page): Promise<void> => {
    if (process.env['TOCSIN_LOOK']) await of.screenshot({ path: `${process.env['TOCSIN_LOOK']}/${name}.png`, fullPage: true });
  };
  /** At each size, light and dark. */
  const lookAround = async (name: string, path: string, as: Player['api'], text: string): Promise<void> => {
    if (!process.env['TOCSIN_LOOK']) return;
    for (const [kind, size, isDark] of [
      ['1440', desktop, false],
      ['1440-dark', desktop, true],
      ['390', phone, false],
      ['390-dark', phone, true],
    ] as const) {
      const visited = await screens.visit(path, { as, size, isDark });
      await waitForText(visited, text);
      await look(`${name}-${kind}`, visited);
      await visited.close();
    }
  };

  beforeAll(async () => {
    mailbox = await Mailbox.start();
    hooks = await HookServer.start();
    stage = await Stage.begin({ mailbox, env: { TOCSIN_CLOCK_AT: '2026-11-23T10:00:00.000Z' } });
    bo = await stage.addPerson('Bo');
    const length = { unit: 'weeks', count: 1, time: '09:00', weekday: 1 } as const;
    scheduleId = await createScheduleOn(stage, 'Payments primary', { length, anchor: '2026-11-23T09:00:00.000Z', turns: [bo, stage.ana] });
    screens = await Screens.open(() => stage.tocsin.url);
    page = await screens.visit('/me', { as: stage.ana.api });
  });
  afterAll(async () => {
    await screens.close();
    await stage.detach();
    await hooks.close();
    await mailbox.close();
  });

  const section = () => page.getByRole('region', { name: 'Other messages' });
  const chosen = async () => (await stage.getRow('contacts', stage.ana.personId)).notices;

  chapter('are switched on and off in my settings, each by itself', async () => {
    await section().getByRole('checkbox', { name: 'Going on call' }).click();
    await section().getByRole('checkbox', { name: '1 h', exact: true }).click();
    await section().getByRole('checkbox', { name: '1 h', exact: true, checked: true }).waitFor();
    expect(await chosen()).toEqual([{ kind: 'going_on', on: true, contactMethodId: null, leads: [1_440, 60] }]);
    await section().getByRole('checkbox', { name: 'Morning summary' }).click();
    await waitForText(section(), /Next one/);
    await section().getByRole('checkbox', { name: 'Weekly summary' }).click();
    await section().getByRole('checkbox', { name: 'Weekly summary', checked: true }).waitFor();
    expect((await stage.getRow('contacts', stage.ana.personId)).weeklySummary).toBeDefined();
    await section().getByRole('checkbox', { name: 'Your shifts moved' }).click();
    await section().getByRole('checkbox', { name: 'Your shifts moved', checked: false }).waitFor();
    await lookAround('me', '/me', stage.ana.api, 'Other messages');
  });

  chapter('who goes off call hands over what they hold in one press', async () => {
    await stage.setPolicy([{ page: [bo], wait: 60 }]);
    for (const [n, summary] of ['Disk full', 'The roof leaks'].entries()) {
      await stage.generic({ summary, key: `k${n}`, severity: 'critical' });
      await bo.api.run('AcknowledgeAlertGroup', { groupId: (await stage.getGroup(n + 1)).id });
    }
    await stage.ana.api.run('TakeOnCall', { scheduleId });
    await stage.settle();
    expect(mailbox.messages.map(({ subject }) => subject)).toContain('You went off call for Payments primary with 2 alert groups');
    await lookAround('hand-over', `/hand-over/${scheduleId}`, bo.api, 'Hand over 2 alert groups');
    const visited = await screens.visit(`/hand-over/${scheduleId}`, { as: bo.api });
    await visited.getByRole('button', { name: 'Hand over 2 alert groups' }).click();
    await waitForText(visited, 'Ana is being paged');
    expect(stage.ana.pageCauses).toContain('person');
  });

  chapter('before it saves, the editor of a schedule says whose shifts change', async () => {
    const visited = await screens.visit(`/schedules/${scheduleId}`, { as: stage.ana.api });
    await visited.getByRole('button', { name: 'New override' }).click();
    await chooseTyped(visited.getByRole('form', { name: 'New override' }), 'On call', 'Bo');
    await waitForText(visited, /Shifts of the next 28 days: /);
    await look('editor-1440', visited);
  });

  chapter('who is on call is posted in a channel, as chosen where it is edited', async () => {
    await stage.ana.api.prove();
    const receiver = { teamId: null, name: '#ops', receiver: 'discord', address: hooks.hook('discord') } as const;
    await stage.ana.api.run('CreateEventSubscription', { ...receiver, kinds: [] });
    const visited = await screens.visit('/settings/events', { as: stage.ana.api });
    await visited.getByRole('button', { name: 'Edit #ops' }).click();
    await visited.getByRole('combobox', { name: 'Post who is on call' }).selectOption('daily');
    await look('posts-1440', visited);
    await visited.getByRole('button', { name: 'Save changes' }).click();
    await visited.getByRole('dialog').waitFor({ state: 'detached' });
    const [row] = await stage.ana.api.listAll('eventSubscriptions', '');
    expect(row!.onCallPosts).toMatchObject({ when: 'daily', minute: 540 });
  });
});
