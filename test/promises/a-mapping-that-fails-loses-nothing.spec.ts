import type { HealthAnswer } from '@tocsin/contracts/health.js';
import type { MappingFields } from '@tocsin/contracts/mappings/noun.js';
import type { MappingSamples, MappingTryOut } from '@tocsin/contracts/mappings/try-out.js';
import { story } from '@tocsin/testing/stage/story.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
let integrationId: string;
let address: string;
/** An integration whose mapping is in order. */
let other: { id: string; address: string };

const createIntegration = async (name: string): Promise<{ id: string; address: string }> => {
  const { teamId, serviceId } = stage.setUpAnswer;
  const { says } = await stage.ana.api.run('CreateIntegration', { teamId, serviceId, name, kind: 'generic' });
  await stage.settle();
  return { id: String(says['integrationId']), address: String(says['address']) };
};
const change = async (fields: MappingFields, version: number, id = integrationId): Promise<void> => {
  await stage.ana.api.run('ChangeMapping', { teamId: stage.setUpAnswer.teamId, integrationId: id, version, fields });
  await stage.settle();
};
const post = async (body: unknown, to = address): Promise<number> => {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const { status } = await fetch(to, init);
  await stage.settle();
  return status;
};
const titles = async (): Promise<readonly string[]> => (await stage.ana.api.list('alertGroups')).map(({ title }) => title).toSorted();
const newestSignal = async (): Promise<Record<string, unknown>> => {
  const { body } = await stage.ana.api.request<{ events: { data: Record<string, unknown> }[] }>(
    'GET',
    '/api/events?type=SignalReceived&limit=1',
  );
  return body.events[0]!.data;
};
/** The thread of mappings may still be starting: it is tried again, as people do. */
const tryOut = async (fields: MappingFields, body?: string, times = 30): Promise<MappingTryOut> => {
  const asked = { fields, ...(body ? { body } : {}) };
  const answer = (await stage.ana.api.request<MappingTryOut>('POST', `/api/integrations/${integrationId}/mapping/try`, asked)).body;
  const isBusy = answer.requests.some(({ failed }) => failed?.reason === 'busy');
  return isBusy && times > 0 ? tryOut(fields, body, times - 1) : answer;
};
const samples = async (): Promise<MappingSamples> =>
  (await stage.ana.api.request<MappingSamples>('GET', `/api/integrations/${integrationId}/mapping`)).body;
const endless = '($f := function($n) { $f($n) }; $f(0))';

beforeAll(async () => {
  stage = await Stage.begin();
  const made = await createIntegration('Shop');
  [integrationId, address] = [made.id, made.address];
  other = await createIntegration('Healthy');
});
afterAll(() => stage.close());

story('a mapping', (chapter) => {
  chapter('is written for a request that was refused', async () => {
    expect(await post({ event: 'order-stuck', order: { id: 17 }, state: 'bad' })).toBe(400);
    const { samples: captured } = await samples();
    expect(captured.map(({ body, ordinal }) => [JSON.parse(body), ordinal])).toEqual([
      [{ event: 'order-stuck', order: { id: 17 }, state: 'bad' }, null],
    ]);
    const fields = { summary: '"Order " & order.id & " is stuck"' };
    expect((await tryOut(fields, captured[0]!.body)).requests).toMatchObject([
      { signal: { action: 'trigger', alert: { summary: 'Order 17 is stuck' } }, failed: null, before: null },
    ]);
  });

  chapter('reads what comes from then on, and its version stands in the event', async () => {
    await change({ summary: '"Order " & order.id', key: '$string(order.id)', action: 'state = "good" ? "resolve" : "trigger"' }, 0);
    expect(await post({ order: { id: 17 }, state: 'bad' })).toBe(202);
    expect(await newestSignal()).toMatchObject({ mapping: { version: 1 }, signal: { key: '17', action: 'trigger' } });
    expect(await titles()).toEqual(['Order 17']);
    expect(await post({ order: { id: 17 }, state: 'good' })).toBe(202);
    expect((await stage.ana.api.list('alertGroups')).map(({ status }) => status)).toEqual(['resolved']);
  });

  chapter('reads a form and a query, too; a GET without a mapping stays refused', async () => {
    await change({ summary: '"Form " & name' }, 1);
    const form = await fetch(address, { method: 'POST', body: new URLSearchParams({ name: 'one' }) });
    expect([form.status, (await fetch(`${address}?name=two`)).status]).toEqual([202, 202]);
    await stage.settle();
    expect(await titles()).toEqual(['Form one', 'Form two', 'Order 17']);
    const refused = await fetch(`${other.address}?name=two`);
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'POST, PUT']);
  });

  chapter('that fails loses nothing: the request is an alert that shows it, marked in the event', async () => {
    await change({ summary: 'name', severity: '$number(name)' }, 2);
    expect(await post({ name: 'Till 4 is dark' })).toBe(202);
    expect(await titles()).toContain('Mapping failed: the expression of severity (D3030) failed');
    const failed = { reason: 'expression', field: 'severity', code: 'D3030' };
    expect(await newestSignal()).toMatchObject({ mapping: { version: 3, failed } });
    expect((await newestSignal())['signal']).toMatchObject({ alerts: [{ details: expect.stringContaining('Till 4 is dark') }] });
    expect((await samples()).failing).toMatchObject({ version: 3, times: 1, failed });
  });

  chapter('that does not end holds up no other, and the reader of the page is told how it fails', async () => {
    await change({ summary: 'title' }, 0, other.id);
    await change({ summary: endless }, 3);
    const both = await Promise.all([post({ name: 'A' }), post({ title: 'Healthy one' }, other.address), post({ name: 'B' })]);
    expect(both).toEqual([202, 202, 202]);
    expect(await titles()).toContain('Healthy one');
    expect((await samples()).failing).toMatchObject({ version: 4 });
  });

  chapter('that goes on failing is a problem in health, until it works', async () => {
    const why = async () => (await stage.ana.api.request<HealthAnswer>('GET', '/api/health')).body.why;
    await stage.advance('PT6M');
    await post({ name: 'C' });
    expect(await why()).toContain('the mapping of Shop fails');
    await change({ summary: 'name' }, 4);
    await post({ name: 'D' });
    expect(await why()).not.toContain('the mapping of Shop fails');
  });

  chapter('is the same after a kill in the middle: what was accepted is there, and the next request is read by it', async () => {
    const answers = Promise.allSettled(['E', 'F', 'G'].map((name) => fetch(address, { method: 'POST', body: JSON.stringify({ name }) })));
    expect(await post({ name: 'H' })).toBe(202);
    await stage.restart('SIGKILL');
    const taken = (await answers).flatMap((one, n) => (one.status === 'fulfilled' && one.value.status === 202 ? [['E', 'F', 'G'][n]] : []));
    const port = new URL(stage.tocsin.url);
    address = Object.assign(new URL(address), { host: port.host }).href;
    expect(await post({ name: 'I' })).toBe(202);
    expect(await newestSignal()).toMatchObject({ mapping: { version: 5 } });
    expect(await titles()).toEqual(expect.arrayContaining([...taken, 'H', 'I']));
  });

  chapter('is tried with the recent requests, pinned to the log', async () => {
    const { upTo, tried, failed, changed, requests } = await tryOut({ summary: '"New " & $string(name)' });
    expect([tried > 5, failed, changed > 0, upTo > 0]).toEqual([true, 0, true, true]);
    expect(requests[0]).toMatchObject({ signal: { alert: { summary: 'New I' } }, before: { alert: { summary: 'I' } } });
    expect(await tryOut({ summary: endless })).toMatchObject({ failed: 1, requests: [{ failed: { reason: 'too_slow' } }] });
  });
});
