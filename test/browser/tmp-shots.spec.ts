import type { Page } from 'playwright-core';
import { describeInBrowser, Screens } from '@tocsin/testing/browser/browser.js';
import { Client } from '@tocsin/testing/stage/client.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

describeInBrowser('shots', () => {
  let stage: Stage;
  let screens: Screens;
  let page: Page;
  beforeAll(async () => {
    stage = await Stage.begin();
    const { api } = stage.ana;
    const { teamId } = stage.setUpAnswer;
    for (const n of [1, 2]) await stage.generic({ summary: `Disk ${n} is full`, key: `k${n}` });
    const { says: issued } = await api.run('IssueServiceToken', { name: 'Night helper', teamId: null, scopes: ['read', 'plan'] });
    const token = String(issued['token']);
    const program = new Client(stage.tocsin.url, token, '');
    await stage.settle();
    const [first, second] = await stage.listGroups();
    const propose = async (act: object) => String((await program.run('ProposeToolPlan', { act } as never)).says['planId']);
    const done = await propose({ tool: 'add_note', groupId: first!.id, text: 'The disk of db-1 fills since 02:40.' });
    await api.run('ApproveToolPlan', { planId: done });
    await stage.settle();
    const no = await propose({ tool: 'resolve_alert_group', groupId: first!.id });
    await api.run('DeclineToolPlan', { planId: no });
    await propose({ tool: 'acknowledge_alert_group', groupId: second!.id });
    await propose({ tool: 'snooze_alert_group', groupId: first!.id, minutes: 30 });
    await propose({ tool: 'add_note', groupId: first!.id, text: 'A long note about what I have found: the replica of db-1 lags, and the archive job is still running since 02:40.' });
    await api.run('GiveStandingApproval', { tokenId: String(issued['tokenId']), tool: 'add_note', teamId });
    await fetch(new URL('/mcp', stage.tocsin.url), {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_alert_groups', arguments: {} } }),
    });
    await stage.settle();
    screens = await Screens.open(() => stage.tocsin.url);
    page = await screens.visit('/alerts', { as: api });
  }, 300_000);
  afterAll(async () => {
    await screens.close();
    await stage.detach();
  });
  it('shoots', async () => {
    for (const [width, height] of [[1440, 900], [390, 844]] as const)
      for (const scheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height });
        await page.emulateMedia({ colorScheme: scheme });
        for (const [name, path] of [['plans', '/plans'], ['tokens', '/settings/tokens'], ['team', `/teams/${stage.setUpAnswer.teamId}`]] as const) {
          await screens.go(page, path);
          if (name === 'tokens') await page.getByText('tool calls by MCP').click();
          if (name === 'team') await page.getByRole('button', { name: 'Export a quarter' }).click();
          await page.locator('body:not(:has([aria-label="Loading"]))').waitFor({ state: 'attached' });
          await page.screenshot({ path: `/tmp/mcp-shots/${name}-${width}-${scheme}.png`, fullPage: name === 'tokens' });
          if (name === 'team') await page.keyboard.press('Escape');
        }
      }
    await page.setViewportSize({ width: 1440, height: 900 });
    await screens.go(page, '/settings/tokens');
    await page.getByRole('button', { name: 'Give approval' }).click();
    await page.getByText('At most a day').waitFor();
    await page.screenshot({ path: `/tmp/mcp-shots/give-1440.png` });
  }, 300_000);
});
