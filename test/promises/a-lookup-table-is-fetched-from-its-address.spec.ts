import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { HealthAnswer } from '@tocsin/contracts/health.js';
import type { LookupRow } from '@tocsin/contracts/lookups/noun.js';
import { story } from '@tocsin/testing/stage/story.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
let inventory: Server;
let address: string;
/** How the inventory answers; null: not at all. */
let answer: { readonly status: number; readonly type: string; readonly body: string } | null;
/** Another answer each time. */
let write: (() => NonNullable<typeof answer>) | undefined;
let asked: (string | undefined)[] = [];
const lookupId = '0198f000-0000-7000-8000-00000000001c';
const secret = 'Bearer inventory-of-payments';
const csv = (owner: string) => ({ status: 200, type: 'text/csv', body: `host,owner\nweb-1,${owner}\n` });
const table = { lookupId, teamId: null, name: 'Inventory', matchOn: 'host' };

const send = async (key: string) => {
  await stage.generic({ summary: `Disk of ${key}`, key, labels: { host: 'web-1' } });
  await stage.settle();
  const path = '/api/events?type=SignalReceived&limit=1';
  const { body } = await stage.ana.api.request<{
    events: { data: { lookups?: { version: number }[]; signal: { alerts: { labels: Record<string, string> }[] } } }[];
  }>('GET', path);
  const { lookups, signal } = body.events[0]!.data;
  return { owner: signal.alerts[0]!.labels['owner'], version: lookups?.[0]?.version };
};
const health = async () => (await stage.ana.api.request<HealthAnswer>('GET', '/api/health')).body;

beforeAll(async () => {
  inventory = createServer((request, response) => {
    asked.push(request.headers.authorization);
    const given = write?.() ?? answer;
    if (given) response.writeHead(given.status, { 'content-type': given.type, location: '/elsewhere' }).end(given.body);
  }).listen(0, '127.0.0.1');
  await once(inventory, 'listening');
  address = `http://127.0.0.1:${(inventory.address() as AddressInfo).port}/hosts.csv?token=in-the-address`;
  stage = await Stage.begin();
  await stage.setPolicy([{ page: [stage.ana] }]);
});
afterAll(async () => {
  await stage.close();
  inventory.closeAllConnections();
  inventory.close();
});

story('a lookup table with an address', (chapter) => {
  chapter('is saved with what the address gives; one that gives no table is refused', async () => {
    answer = { status: 404, type: 'text/plain', body: 'host,owner\nweb-1,Nobody\n' };
    expect(await stage.ana.api.expectRefusal('SaveLookup', { ...table, address })).toMatchObject({ code: 'lookup.fetch_failed' });
    answer = { status: 200, type: 'text/html; charset=utf-8', body: '<p>Sign in, please\n' };
    expect(await stage.ana.api.expectRefusal('SaveLookup', { ...table, address })).toMatchObject({ code: 'lookup.fetch_failed' });
    answer = csv('Payments');
    const saved = { ...table, address, header: `Authorization: ${secret}` };
    const first = await stage.ana.api.run('SaveLookup', saved, 'saved once');
    await stage.settle();
    expect(asked.at(-1)).toBe(secret);
    answer = null;
    expect((await stage.ana.api.run('SaveLookup', saved, 'saved once')).commandId).toBe(first.commandId);
    answer = csv('Payments');
    expect(await send('first')).toEqual({ owner: 'Payments', version: 1 });
  });

  chapter('has one source, and a header belongs to the address that it is typed with', async () => {
    const both = { ...table, address, csv: 'host,owner\nweb-1,Mine\n' };
    expect(await stage.ana.api.expectRefusal('SaveLookup', both)).toMatchObject({ code: 'lookup.one_source' });
    const alone = { ...table, header: 'Authorization: Bearer other' };
    expect(await stage.ana.api.expectRefusal('SaveLookup', alone)).toMatchObject({ code: 'lookup.one_source' });
  });

  chapter('is no address of a private network, however it is written', async () => {
    for (const typed of ['http://10.0.0.1/hosts.csv', 'http://169.254.169.254/latest', 'http://[::ffff:10.0.0.1]/', 'http://0xa000001/'])
      expect(await stage.ana.api.expectRefusal('SaveLookup', { ...table, address: typed })).toMatchObject({
        code: 'outgoing.private_address',
      });
  });

  chapter('keeps its address and header out of the log, the views and the answers', async () => {
    const texts = [
      JSON.stringify(await stage.ana.api.list('lookups')),
      JSON.stringify((await stage.ana.api.request('GET', '/api/events?limit=200')).body),
      JSON.stringify(await health()),
    ];
    for (const text of texts) expect(/inventory-of-payments|in-the-address/.test(text)).toBe(false);
    expect(await stage.ana.api.list('lookups')).toMatchObject([{ host: new URL(address).origin, rowCount: 1, version: 1 }]);
  });

  chapter('is fetched again every hour; the same again is no event', async () => {
    answer = csv('Search');
    await stage.advance('PT61M');
    expect(await send('second')).toEqual({ owner: 'Search', version: 2 });
    await stage.advance('PT3H');
    expect(await send('third')).toEqual({ owner: 'Search', version: 2 });
    expect((await health()).lookups).toMatchObject([{ lookupId, failing: null }]);
  });

  chapter('keeps its rows while the address fails, says so in health, and delays no alert', async () => {
    for (const broken of [
      { status: 503, type: 'text/plain', body: '' },
      { status: 302, type: 'text/plain', body: '' },
      { status: 200, type: 'text/csv', body: 'host,owner\n' },
      { status: 200, type: 'text/csv', body: `host,owner\n${'web-1,x\n'.repeat(40_000)}` },
      // it never answers
      null,
    ]) {
      answer = broken;
      await stage.advance('PT61M');
      expect(await send(`while it answers ${broken?.status} ${broken?.body.length}`)).toEqual({ owner: 'Search', version: 2 });
      const now = await health();
      expect(now.lookups).toMatchObject([{ lookupId, failing: { why: expect.any(String) as string } }]);
      expect(now.why).toEqual([expect.stringContaining('Inventory')]);
    }
    const [{ changedAt }] = (await stage.ana.api.list('lookups')) as readonly [LookupRow];
    await stage.restart();
    await stage.settle();
    expect((await health()).why).toEqual([expect.stringContaining(`its rows of ${changedAt} are used`)]);
  });

  chapter('works again by a press, and after a restart without a word', async () => {
    answer = csv('Checkout');
    await stage.ana.api.run('FetchLookup', { lookupId });
    await stage.settle();
    expect(await send('fourth')).toEqual({ owner: 'Checkout', version: 3 });
    await stage.restart();
    expect(await send('fifth')).toEqual({ owner: 'Checkout', version: 3 });
    await stage.advance('PT61M');
    expect((await health()).lookups).toMatchObject([{ failing: null }]);
  });

  chapter('is not fetched any more once a file was uploaded, and its address is forgotten', async () => {
    await stage.ana.api.run('SaveLookup', { ...table, csv: 'host,owner\nweb-1,Mine\n' });
    await stage.settle();
    asked = [];
    await stage.advance('PT3H');
    expect([asked, (await health()).lookups]).toEqual([[], []]);
    expect(await stage.ana.api.expectRefusal('FetchLookup', { lookupId })).toMatchObject({ code: 'lookup.no_address' });
  });

  chapter('adds a megabyte a day to the log at most, however much changes each time; pressed, it is fetched at once', async () => {
    const large = '0198f000-0000-7000-8000-00000000002c';
    const rows = `web,${'x'.repeat(1_000)}
`;
    let n = 0;
    write = () => ({
      ...csv('Mine'),
      body: `host,owner
${Array.from({ length: 239 }, () => `${(n += 1)}${rows}`).join('')}`,
    });
    await stage.ana.api.run('SaveLookup', { ...table, lookupId: large, name: 'Large', address });
    await stage.settle();
    const versionOf = async () => {
      await stage.settle();
      return (await stage.ana.api.list('lookups')).find(({ id }) => id === large)!.version;
    };
    expect(await versionOf()).toBe(1);
    await stage.advance('PT5H');
    expect(await versionOf()).toBe(1);
    await stage.advance('PT1H');
    expect(await versionOf()).toBe(2);
    await stage.ana.api.run('FetchLookup', { lookupId: large });
    expect(await versionOf()).toBe(3);
    await stage.advance('PT12H');
    expect(await versionOf()).toBe(5);
  });
});
