import type { GenericAccepted } from '../../apps/server/src/ingest/senders/generic/format.js';
import { limits } from '@tocsin/contracts/limits.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import * as integrationLimits from '@tocsin/contracts/integrations/limits.js';
import { alertmanagerMessage } from '@tocsin/testing/stage/monitoring-messages.js';
import { notReadInTime, sentAgain } from '@tocsin/testing/stage/sent-again.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

jest.setTimeout(120_000);

let stage: Stage;
let alertmanager: string;
let generic: string;
beforeAll(async () => {
  stage = await Stage.begin();
  stage.expectedErrors = notReadInTime;
  alertmanager = (await stage.integration('alertmanager')).path;
  generic = (await stage.integration('generic')).path;
});
afterAll(() => stage.close());

const post = (path: string, body: string) =>
  sentAgain(() => stage.tocsin.anonymous.request<GenericAccepted & { code?: string }>('POST', path, body));

describe('a body of many megabytes', () => {
  it('of a sender is a signal: what does not fit is counted, and its raw text is cut', async () => {
    const alerts = Array.from({ length: 5_000 }, (_none, n) => ({ name: 'DiskFull', instance: `db-${n}` }));
    const body = JSON.stringify({ ...alertmanagerMessage('firing', alerts), padding: 'x'.repeat(limits.requestBodyBytes / 8) });
    expect(body.length).toBeGreaterThan(limits.requestBodyBytes / 8);
    expect((await post(alertmanager, body)).status).toBe(202);
    const { status, alerts: listed } = (await stage.listGroups()).find(({ title }) => title.includes('DiskFull'))!;
    expect(status).toBe('firing');
    expect(listed).toBeGreaterThan(1_000);
    expect(listed).toBeLessThanOrEqual(alertGroupLimits.sizes.alertsPerGroup);
    const { body: foundEvents } = await stage.ana.api.request<{ events: { ordinal: number }[] }>('GET', '/api/events?type=SignalReceived');
    const { body: whole } = await stage.ana.api.request<{ data: { signal: { complete: boolean; cut: string[] }; raw: string } }>(
      'GET',
      `/api/events/${foundEvents.events[0]!.ordinal}`,
    );
    expect(whole.data.signal).toMatchObject({ complete: false, cut: expect.arrayContaining(['alerts']) });
    expect(whole.data.raw.length).toBeLessThanOrEqual(integrationLimits.rawCharacters + 100);
  });

  it('is read beside the loop: others are answered while the worst of them is', async () => {
    const worstBody = `{"summary":"Worst","details":[${'{},'.repeat(limits.requestBodyBytes / 4)}{}]}`;
    const state = { isOver: false };
    const answer = post(generic, worstBody).finally(() => (state.isOver = true));
    let otherCount = 0;
    while (!state.isOver) {
      expect((await post(generic, JSON.stringify({ summary: 'Beside it', key: 'beside' }))).status).toBe(202);
      if (!state.isOver) otherCount += 1;
    }
    expect(otherCount).toBeGreaterThan(0);
    // too slow for some machines: then it is refused for good in the end
    expect([202, 413]).toContain((await answer).status);
    expect((await post(generic, JSON.stringify({ summary: 'x'.repeat(limits.bodyOnLoopBytes), key: 'after it' }))).status).toBe(202);
  });

  it('says the same as a small one where something is wrong with it', async () => {
    const padding = ' '.repeat(limits.bodyOnLoopBytes);
    expect(await post(generic, `${padding}{"summary":`)).toMatchObject({ status: 400, body: { code: 'request.malformed' } });
    expect(await post(generic, `${padding}[1]`)).toMatchObject({ status: 400, body: { code: 'ingest.not_an_object' } });
    expect(await post(generic, `${padding}{}`)).toMatchObject({ status: 400, body: { code: 'ingest.missing_field' } });
    const { path, key } = await stage.integration('pagerduty-events');
    const toEventBody = (routing_key: string) =>
      `${padding}${JSON.stringify({ routing_key, event_action: 'trigger', dedup_key: 'large', payload: { summary: 'Large', source: 's', severity: 'info' } })}`;
    expect((await post(path, toEventBody(key))).status).toBe(202);
    expect((await post(path, toEventBody('0'.repeat(32)))).status).toBe(400);
  });

  it('leaves no key in what is kept of it', async () => {
    const key = generic.split('/').at(-1)!;
    await post(generic, JSON.stringify({ summary: `With ${key}`, key: 'keyed', details: 'y'.repeat(limits.bodyOnLoopBytes) }));
    await stage.settle();
    const { body } = await stage.ana.api.request<{ events: { ordinal: number }[] }>('GET', '/api/events?type=SignalReceived&limit=1');
    const { body: whole } = await stage.ana.api.request('GET', `/api/events/${body.events[0]!.ordinal}`);
    expect(JSON.stringify(whole)).toContain('With [integration key]');
    expect(JSON.stringify(whole)).not.toContain(key);
  });
});
