import type { ConnectionsShown } from '@tocsin/contracts/connections/noun.js';
import { GatewayStage } from '@tocsin/testing/channels/gateway/gateway-stage.js';
import { requestAsStranger } from '@tocsin/testing/browser/stranger.js';
import { story } from '@tocsin/testing/stage/story.js';

const [number, strangers] = ['+41791234567', '+41799999999'];

let world: GatewayStage;
beforeAll(async () => {
  world = await GatewayStage.begin();
  const { stage } = world;
  await stage.setPolicy([{ page: [stage.ana], wait: 60 }]);
});
afterAll(() => world.close());

const attempts = async (n: number) =>
  (await world.stage.pagesOf((await world.stage.getGroup(n)).id, world.stage.ana))
    .flatMap((page) => page.attempts)
    .filter(({ kind }) => kind === 'sms');
const groupNow = async (n: number) => {
  await world.stage.settleFully();
  return world.stage.getGroup(n);
};
const localOf = (address: string): string => address.replace(/^http:\/\/[^/]+/, world.stage.tocsin.url);

story('a phone behind a plain SMS gateway', (chapter) => {
  chapter('gets its code, and a page of one part with the address for its report', async () => {
    await world.addNumber(world.stage.ana, number);
    const { connectionId, gateway } = world;
    const sms = await world.open(1, 'Disk is full – œuvre');
    expect(sms).toMatchObject({ to: number, from: '+41790000000' });
    expect(sms.text).toMatch(/#1 Disk is full - oeuvre[^]*Reply 1A: acknowledge/);
    expect(sms.text.length).toBeLessThanOrEqual(160);
    expect(sms.callback).toContain(`/api/channels/gateway/${connectionId}/`);
    expect(gateway.messages).toHaveLength(2);
  });

  chapter('is delivered only by a final report, once, in whatever order they come', async () => {
    const sms = world.gateway.messages.at(-1)!;
    for (const state of [8, 1, 8, 1, 4]) expect(await world.gateway.report(sms, state)).toEqual({ status: 200, body: '' });
    await world.stage.settle();
    expect(await attempts(1)).toMatchObject([{ state: 'delivered' }]);
  });

  chapter('acknowledges by a reply, and the answer’s body is the SMS that goes back', async () => {
    const at = await world.repliesAt();
    expect(await world.gateway.reply(at, '0041791234567', ' "A" ', 'm1')).toEqual({
      status: 200,
      body: expect.stringMatching(/^Acknowledged: #1 Disk is full/),
    });
    expect(await groupNow(1)).toMatchObject({ status: 'acknowledged' });
  });

  chapter('hears codes while two pages wait, and nothing as a stranger', async () => {
    const at = await world.repliesAt();
    await world.open(2, 'Two');
    await world.open(3, 'Three');
    expect((await world.gateway.reply(at, number, 'a')).body).toMatch(/^2 pages wait\. Reply 2A: Two\. 3A: Three/);
    expect(await world.gateway.reply(at, strangers, '2a')).toEqual({ status: 200, body: '' });
    expect((await world.gateway.reply(at, number, '3 ack')).body).toMatch(/^Acknowledged: #3/);
    expect([(await groupNow(2)).status, (await groupNow(3)).status]).toEqual(['firing', 'acknowledged']);
  });

  chapter('is heard by a number without its country code, and by each text although the gateway gives one id for all', async () => {
    const at = await world.repliesAt();
    const { stage, gateway } = world;
    const listening = async () =>
      (await stage.ana.api.request<ConnectionsShown>('GET', '/api/settings/connections')).body.connections[0]!.listening;
    expect(await gateway.reply(at, '0799999999', '2c', '1')).toEqual({ status: 200, body: '' });
    expect(await listening()).toMatchObject({ problem: expect.stringContaining('country code') });
    for (const _ of ['', 'again', 'and again'])
      expect((await gateway.reply(at, '0791234567', '3c', '')).body).toMatch(/^Still firing: reply 3C/);
    expect(await listening()).toBeNull();
    await stage.advance('PT2M');
    expect((await gateway.reply(at, number, '3 ack', '1')).body).toMatch(/^Acknowledged: #3/);
    expect((await gateway.reply(at, number, '3c', '1')).body).toMatch(/^Resolved: #3/);
    expect((await groupNow(3)).status).toBe('resolved');
  });

  chapter('goes on to the next try when a message failed on its way', async () => {
    const sms = world.gateway.messages.find(({ text }) => text.includes('#2 '))!;
    await world.gateway.report(sms, 2);
    await world.stage.settle();
    expect((await attempts(2))[0]).toMatchObject({ state: 'failed', detail: 'Reported as 2.' });
  });

  chapter('of two people with one number is asked for no code while both are paged for one alert group', async () => {
    const { stage, gateway } = world;
    await gateway.reply(await world.repliesAt(), number, '2a');
    const bo = await stage.addPerson('Bo');
    await world.addNumber(bo, number);
    await stage.setPolicy([{ page: [stage.ana, bo], wait: 60 }]);
    await world.open(4, 'Shared');
    await stage.settleFully();
    expect(gateway.messages.filter(({ text }) => text.includes('#4 '))).toHaveLength(2);
    expect((await gateway.reply(await world.repliesAt(), number, 'a')).body).toMatch(/^Acknowledged: #4/);
    expect(await groupNow(4)).toMatchObject({ status: 'acknowledged' });
  });

  chapter('believes no address that it did not make', async () => {
    const at = localOf(await world.repliesAt());
    const report = localOf(world.gateway.messages.at(-1)!.callback!).replace('%d', '1');
    const wrong = [at.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')), report.replace(/\/[^/]+\?/, `/${world.connectionId}?`)];
    for (const url of wrong) expect((await requestAsStranger(`${url}${url.includes('?') ? '' : '?from=1&text=a'}`)).status).toBe(403);
    expect((await requestAsStranger(`${at}?from=${encodeURIComponent(number)}&text=1c`, { method: 'HEAD' })).status).not.toBe(200);
    expect(await groupNow(1)).toMatchObject({ status: 'acknowledged' });
  });

  chapter('is charged by part and country, and its password is nowhere', async () => {
    const { api } = world.stage.ana;
    const { body } = await api.request<{ figures: { lines: readonly object[] } }>('GET', '/api/reports/cost');
    expect(body.figures.lines).toContainEqual(expect.objectContaining({ connectionId: world.connectionId, country: '+41' }));
    const seen = [await api.events('connections'), (await api.request('GET', '/api/settings/connections')).body];
    expect(JSON.stringify(seen)).not.toContain('thePasswordAtTheGateway');
  });

  chapter('gets nothing more once it replied STOP', async () => {
    await world.gateway.reply(await world.repliesAt(), number, 'Stop');
    await world.stage.settleFully();
    const [row] = await world.stage.ana.api.listAll('contacts');
    expect(row!.methods.find(({ kind }) => kind === 'sms')).toMatchObject({ disabled: { reason: 'delivery.opted_out' } });
  });
});
