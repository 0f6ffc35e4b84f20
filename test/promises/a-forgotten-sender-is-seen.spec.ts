import { story } from '@tocsin/testing/stage/story.js';
import type { IntegrationKeysShown } from '@tocsin/contracts/http.js';
import { alertmanagerMessage } from '@tocsin/testing/stage/monitoring-messages.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
beforeAll(async () => void (stage = await Stage.begin()));
afterAll(() => stage.close());

const integrationIds = () => ({ teamId: stage.setUpAnswer.teamId, integrationId: stage.setUpAnswer.integrationId });
const listKeys = async () =>
  (await stage.ana.api.request<IntegrationKeysShown>('GET', `/api/integrations/${stage.setUpAnswer.integrationId}/keys`)).body;
const post = async (address: string, alertname: string): Promise<number> => {
  const message = alertmanagerMessage('firing', [{ name: alertname }]);
  const { status } = await stage.tocsin.anonymous.request('POST', new URL(address).pathname, message);
  await stage.settle();
  return status;
};

describe('a signal that is refused', () => {
  it('is shown while connecting its sender, with the reason, until a signal is accepted', async () => {
    const { teamId, serviceId, address } = stage.setUpAnswer;
    const { says } = await stage.ana.api.run('CreateIntegration', { teamId, serviceId, name: 'Script', kind: 'generic' });
    await stage.settle();
    const row = (await stage.ana.api.list('integrations')).find(({ name }) => name === 'Script')!;
    const path = new URL(String(says['address'])).pathname;
    const send = (targetPath: string, body: unknown) => stage.tocsin.anonymous.request('POST', targetPath, body);
    const readLastSignal = async () =>
      (await stage.ana.api.request<IntegrationKeysShown>('GET', `/api/integrations/${row.id}/keys`)).body.lastRefused;
    expect(await readLastSignal()).toBeNull();
    await send(path, { severity: 'critical' });
    expect(await readLastSignal()).toEqual({
      at: expect.any(String),
      says: 'An alert needs a `summary` that says what is wrong.',
      guess: null,
      body: '{"severity":"critical"}',
    });
    await send(path, '{"summary": ');
    expect((await readLastSignal())?.says).toMatch(/JSON/);
    // its key at the address of another sender
    await send(new URL(address).pathname.replace(/[^/]+$/, String(says['key'])), alertmanagerMessage('firing', [{ name: 'Elsewhere' }]));
    expect((await readLastSignal())?.says).toBe(
      'It was sent to the address for Prometheus Alertmanager, and this integration is for Custom webhook. Use the address that is shown here.',
    );
    expect(JSON.stringify(await readLastSignal())).not.toContain(String(says['key']));
    expect((await send(path, { summary: 'Now it is right' })).status).toBe(202);
    expect(await readLastSignal()).toBeNull();
  });

  it('is listed with the last twenty: the reason, whose message it looks like, and its body without keys', async () => {
    const row = (await stage.ana.api.list('integrations')).find(({ name }) => name === 'Script')!;
    const { teamId } = stage.setUpAnswer;
    const { address, key } = (await stage.ana.api.run('RevealIntegrationKey', { teamId, integrationId: row.id, keyId: row.keys[0]!.keyId }))
      .says as Record<string, string>;
    const send = (body: unknown) => stage.tocsin.anonymous.request('POST', new URL(address!).pathname, body);
    const list = async () =>
      (await stage.ana.api.request<IntegrationKeysShown>('GET', `/api/integrations/${row.id}/keys`)).body.refusedLately;
    const before = (await list()).length;
    await send({ ...alertmanagerMessage('firing', [{ name: 'Elsewhere' }]), token: key });
    await send('{"summary": 1');
    const [malformed, guessed] = await list();
    expect(malformed).toMatchObject({ says: expect.stringMatching(/JSON/), guess: null, body: expect.stringContaining('summary') });
    expect(guessed).toMatchObject({
      guess: 'This looks like a message of Prometheus Alertmanager.',
      body: expect.stringContaining('groupLabels'),
    });
    expect(JSON.stringify(await list())).not.toContain(key);
    for (let n = 0; n < 25; n += 1) await send({ n });
    expect(before).toBeLessThan(20);
    expect(await list()).toHaveLength(20);
    expect((await list())[0]!.body).toBe('{"n":24}');
  });
});

story('a key that is changed', (chapter) => {
  let [oldAddress, newAddress, oldKey] = ['', '', ''];

  chapter('is shown by a command alone, which stands in the history', async () => {
    const [key] = (await stage.ana.api.row('integrations', stage.setUpAnswer.integrationId)).keys;
    oldKey = key!.keyId;
    oldAddress = stage.setUpAnswer.address;
    const secret = oldAddress.split('/').at(-1)!;
    const { says } = await stage.ana.api.run('RevealIntegrationKey', { ...integrationIds(), keyId: oldKey });
    expect(says).toMatchObject({ address: oldAddress, key: secret, snippet: expect.stringContaining(secret) });
    const seenEvents = (await stage.ana.api.events(`team-${stage.setUpAnswer.teamId}`)).filter(
      ({ type }) => type === 'IntegrationKeyRevealed',
    );
    const { integrationId } = integrationIds();
    // values that would allow guessing are blank in the history
    expect(seenEvents).toMatchObject([{ data: { integrationId, keyHash: '' }, meta: { actor: { id: stage.ana.personId } } }]);
    expect(JSON.stringify([seenEvents, await listKeys(), await stage.ana.api.list('integrations')])).not.toContain(secret);
    expect((await stage.ana.api.request('GET', `/api/integrations/${stage.setUpAnswer.integrationId}/address`)).status).toBe(404);
  });

  chapter('works beside the new one, and each shows when it was used last', async () => {
    newAddress = String((await stage.ana.api.run('IssueIntegrationKey', integrationIds())).says['address']);
    await stage.settle();
    expect((await listKeys()).keys).toMatchObject([{ lastUsedAt: null }, { lastUsedAt: null }]);
    expect([await post(oldAddress, 'Old'), await post(newAddress, 'New')]).toEqual([202, 202]);
    expect((await listKeys()).keys).toMatchObject([{ keyId: oldKey, lastUsedAt: expect.any(String) }, { lastUsedAt: expect.any(String) }]);
    expect(await stage.ana.api.expectRefusal('IssueIntegrationKey', integrationIds())).toMatchObject({ code: 'limit.integration_keys' });
  });

  chapter('is refused after it was revoked, and senders that still use it are counted and shown', async () => {
    await stage.ana.api.run('EndIntegrationKey', { ...integrationIds(), keyId: oldKey });
    await stage.settle();
    expect((await listKeys()).ended).toMatchObject([{ keyId: oldKey, refused: null }]);
    for (const name of ['One', 'Two', 'Three']) expect(await post(oldAddress, name)).toBe(401);
    expect(await post(newAddress, 'New too')).toBe(202);
    const { ended } = await listKeys();
    expect(ended).toMatchObject([{ keyId: oldKey, until: expect.any(String), refused: { times: 3, at: expect.any(String) } }]);
    expect((await stage.listGroups()).map(({ title }) => title).filter((title) => /One|Two|Three/.test(title))).toEqual([]);
    expect(await stage.ana.api.expectRefusal('RevealIntegrationKey', { ...integrationIds(), keyId: oldKey })).toMatchObject({
      code: 'integration.key_not_found',
    });
  });

  chapter('is still counted after a restart', async () => {
    await stage.restart();
    expect((await listKeys()).ended).toMatchObject([{ refused: { times: 3 } }]);
    expect(await post(oldAddress, 'Four')).toBe(401);
    expect((await listKeys()).ended).toMatchObject([{ refused: { times: 4 } }]);
  });

  chapter('that never existed is refused, and not counted', async () => {
    expect(await post(`${stage.tocsin.url}/ingest/alertmanager/${'0'.repeat(32)}`, 'Guess')).toBe(401);
    expect((await listKeys()).ended).toMatchObject([{ refused: { times: 4 } }]);
  });
});
