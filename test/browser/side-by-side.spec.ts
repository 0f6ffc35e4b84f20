import type { Page } from 'playwright-core';
import { desktop, phone, Screens, storyInBrowser, waitForText } from '@tocsin/testing/browser/browser.js';
import { ForeignSystem } from '@tocsin/testing/foreign/foreign-system.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';

const token = 'tok-5f1e-planted-secret-0010';
const look = process.env['TOCSIN_LOOK'];
const pageInfo = { endCursor: null, hasNextPage: false };

storyInBrowser('side by side with the old system', (chapter) => {
  let stage: Stage;
  let bo: Player;
  let screens: Screens;
  let page: Page;
  let old: ForeignSystem;
  let door: string;
  const told: object[] = [];
  const main = () => page.getByRole('main');
  const fires = async (summary: string): Promise<string> => {
    await stage.tocsin.anonymous.request('POST', door, { summary, key: summary, severity: 'critical' });
    return stage.settle();
  };
  const tells = (alertID: number, userID: string, createdAt: string) =>
    void told.push({
      id: `m${told.length}`,
      createdAt,
      alertID,
      userID,
      type: 'Alert',
      serviceID: 's1',
      destination: 'SMS (+1)',
      status: 'Delivered',
    });
  const later = (at: string, seconds: number): string => new Date(Date.parse(at) + seconds * 1_000).toISOString();
  const keepPictures = async (name: string): Promise<void> => {
    if (look === undefined) return;
    for (const [size, width] of [
      [desktop, '1440'],
      [phone, '390'],
    ] as const)
      for (const isDark of [false, true]) {
        const other = await screens.visit('/settings/moving-in/side-by-side', { as: stage.ana.api, size, isDark });
        await waitForText(other.getByRole('main'), 'messages there');
        await other.screenshot({ path: `${look}/side-by-side-${name}-${width}${isDark ? '-dark' : ''}.png`, fullPage: true });
        await other.close();
      }
  };

  beforeAll(async () => {
    stage = await Stage.begin();
    bo = await stage.addPerson('Bo');
    await stage.setPolicy([{ page: [stage.ana] }, { page: [bo] }]);
    old = await ForeignSystem.start('goalert', {
      token,
      insteadOf: ({ operationName, variables }) => {
        const users = [
          { id: 'u-ana', email: 'ana@example.org' },
          { id: 'u-bo', email: 'bo@example.org' },
        ];
        if (operationName === 'Users') return { data: { users: { nodes: users, pageInfo } } };
        if (operationName === 'AlertEvents') return { data: { alert: { recentEvents: { nodes: [], pageInfo } } } };
        const within = (one: object) =>
          (one as { createdAt: string }).createdAt >= String(variables['since']) &&
          (one as { createdAt: string }).createdAt < String(variables['before']);
        return operationName === 'MessageLogs' ? { data: { messageLogs: { nodes: told.filter(within), pageInfo } } } : undefined;
      },
    });
    const { teamId, policyId } = stage.setUpAnswer;
    const externalKey = 'goalert:goalert.example.org:service:s1';
    const made = await stage.ana.api.run('CreateService', { teamId, name: 'Moved in', policyId, rehearses: true, externalKey });
    const serviceId = String(made.says['serviceId']);
    const { says } = await stage.ana.api.run('CreateIntegration', { teamId, serviceId, name: 'From GoAlert', kind: 'generic' });
    door = new URL(String(says['address'])).pathname;
    await stage.ana.api.run('CreateService', { teamId, name: 'By hand', policyId, rehearses: true });
    await stage.settle();
    screens = await Screens.open(() => stage.tocsin.url);
    page = await screens.visit('/settings/moving-in/side-by-side', { as: stage.ana.api });
  });
  afterAll(async () => {
    await screens.close();
    await stage.detach();
    await old.stop();
  });

  chapter('compares nothing before it is connected, and says so', async () => {
    await waitForText(main(), 'None is read yet: nothing is compared.');
    await waitForText(page.getByRole('region', { name: 'By hand' }), 'nothing is compared');
    await page.getByRole('combobox', { name: 'System' }).selectOption('goalert');
    await page.getByLabel('Address').fill(old.origin);
    await page.getByLabel('Token').fill(token);
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await waitForText(main(), 'read up to');
  });

  chapter('shows each difference as a sentence when it is read, without a reload', async () => {
    const first = await fires('Payments are down');
    tells(1, 'u-bo', later(first, 20));
    await stage.advance('PT2M');
    const second = await fires('Disk is full');
    tells(2, 'u-ana', later(second, 180));
    await stage.advance('PT20M');
    const service = page.getByRole('region', { name: 'Moved in' });
    await waitForText(service, /GoAlert notified Bo .*\(sms\)/);
    await waitForText(service, 'Unexplained.');
    await waitForText(service, 'Not yet:');
    await waitForText(service, 'nothing reaches the old system');
    await keepPictures('compared');
  });

  chapter('says that it can’t be read, and never that nothing differs', async () => {
    await stage.ana.api.run('ConnectOldSystem', { system: 'goalert', address: old.origin, token: 'another-token' });
    await stage.advance('PT12M');
    await waitForText(main(), 'GoAlert refuses the token (401).');
    await waitForText(page.getByRole('region', { name: 'Moved in' }), 'the old system is not read up to now');
    expect(await page.getByText('it can be switched').count()).toBe(0);
    await keepPictures('unread');
  });

  chapter('is read by everybody, and set by who may move in', async () => {
    const other = await screens.visit('/settings/moving-in/side-by-side', { as: bo.api });
    await waitForText(other.getByRole('main'), 'GoAlert notified Bo');
    expect(await other.getByRole('button', { name: 'Connect', exact: true }).count()).toBe(0);
    expect(await other.getByRole('button', { name: 'Go live' }).count()).toBe(0);
    await other.close();
  });

  chapter('takes a service live from here', async () => {
    const service = page.getByRole('region', { name: 'Moved in' });
    await service.getByRole('button', { name: 'Go live' }).click();
    await page.getByRole('dialog', { name: 'Take Moved in live?' }).getByRole('button', { name: 'Go live' }).click();
    await service.waitFor({ state: 'detached' });
  });
});
