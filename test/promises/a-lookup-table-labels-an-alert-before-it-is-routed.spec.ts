import type { LookupTryOut } from '@tocsin/contracts/lookups/try-out.js';
import { story } from '@tocsin/testing/stage/story.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
let searchService: string;
const lookupId = '0198f000-0000-7000-8000-00000000001c';
const csv = 'host,owner,runbook\nweb-1,Search,https://example.org/web-1\n';
const table = { matchOn: 'host', overrides: false };

const newestSignal = async (): Promise<Record<string, unknown>> => {
  const path = '/api/events?type=SignalReceived&limit=1';
  const { body } = await stage.ana.api.request<{ events: { data: Record<string, unknown> }[] }>('GET', path);
  return body.events[0]!.data;
};
const alertIn = async () => ((await newestSignal())['signal'] as { alerts: { labels: object; links: object[] }[] }).alerts[0]!;
const send = async (key: string, labels: object): Promise<void> => {
  await stage.generic({ summary: `Disk of ${key}`, key, labels });
  await stage.settle();
};

beforeAll(async () => {
  stage = await Stage.begin();
  const { teamId, policyId } = stage.setUpAnswer;
  await stage.setPolicy([{ page: [stage.ana] }]);
  searchService = String((await stage.ana.api.run('CreateService', { teamId, policyId, name: 'Search' })).says['serviceId']);
  await stage.settle();
});
afterAll(() => stage.close());

story('a lookup table', (chapter) => {
  chapter('is tried with recent alerts before it is saved', async () => {
    await send('first', { host: 'web-1' });
    const { body } = await stage.ana.api.request<LookupTryOut>('POST', '/api/lookups/try', { ...table, teamId: null, csv });
    expect(body).toMatchObject({
      rows: 1,
      alerts: 1,
      found: 1,
      samples: [{ summary: 'Disk of first', labels: { owner: 'Search' }, links: ['https://example.org/web-1'] }],
    });
    expect((await newestSignal())['lookups']).toBeUndefined();
  });

  chapter('gives an alert labels and links by which it is routed, and its version stands in the event', async () => {
    await stage.ana.api.run('SaveLookup', { ...table, lookupId, teamId: null, name: 'Owners', csv });
    const rows: [{ label: string; operator: '='; value: string }][] = [[{ label: 'owner', operator: '=', value: 'Search' }]];
    const rules = [{ rows, outcome: { kind: 'service' as const, serviceId: searchService } }];
    await stage.ana.api.run('ChangeOrganisationRoutes', { version: 0, rules });
    await stage.settle();
    await send('second', { host: 'web-1' });
    expect(await alertIn()).toMatchObject({
      labels: { host: 'web-1', owner: 'Search' },
      links: [{ kind: 'runbook', href: 'https://example.org/web-1' }],
    });
    expect((await newestSignal())['lookups']).toEqual([{ lookupId, version: 1, alerts: 1, labels: ['owner'], links: 1 }]);
    expect((await stage.ana.api.list('alertGroups')).find(({ title }) => title.startsWith('Disk of second'))).toMatchObject({
      serviceId: searchService,
    });
  });

  chapter('rewrites nothing when it is edited, and a miss changes nothing', async () => {
    const before = await newestSignal();
    await stage.ana.api.run('SaveLookup', { ...table, lookupId, teamId: null, name: 'Owners', csv: 'host,owner\nweb-1,Payments\n' });
    await stage.settle();
    expect(await newestSignal()).toEqual(before);
    await send('third', { host: 'web-9' });
    expect((await newestSignal())['lookups']).toBeUndefined();
    await send('fourth', { host: 'web-1', owner: 'Mine' });
    expect((await alertIn()).labels).toEqual({ host: 'web-1', owner: 'Mine' });
    await send('fifth', { host: 'web-1' });
    expect((await alertIn()).labels).toEqual({ host: 'web-1', owner: 'Payments' });
  });

  chapter('is there at once after a restart', async () => {
    await stage.restart();
    await send('sixth', { host: 'web-1' });
    expect((await newestSignal())['lookups']).toMatchObject([{ lookupId, version: 2 }]);
  });
});
