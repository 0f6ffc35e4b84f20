import { PushoverServer } from '@tocsin/testing/channels/pushover/pushover-server.js';
import { story } from '@tocsin/testing/stage/story.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';

const apiToken = 'a'.repeat(30);
const ana = 'u'.repeat(30);

let stage: Stage;
let bo: Player;
let pushover: PushoverServer;
beforeAll(async () => {
  pushover = await PushoverServer.start({ apiToken });
  pushover.addUser(ana);
  stage = await Stage.begin();
  bo = await stage.addPerson('Bo');
  await stage.setPolicy(
    [
      { page: [stage.ana], wait: 5 },
      { page: [bo], wait: 5 },
    ],
    2,
  );
});
afterAll(async () => {
  expect(pushover.errors).toEqual([]);
  await stage.close();
  await pushover.close();
});

const open = async (n: number, summary: string) => {
  await stage.settleFully();
  await stage.generic({ summary, key: `k${n}`, severity: 'critical' });
  return pushover.waitFor(({ title }) => title!.includes(`#${n} `));
};

story('a person with a phone that Pushover rings', (chapter) => {
  chapter('proves the user key by a code that the app shows; the token is in no event', async () => {
    const { api, personId, methodId } = stage.ana;
    const method = { kind: 'pushover' as const, personId, address: ana };
    expect(await api.expectRefusal('AddContactMethod', method)).toMatchObject({ code: 'connection.not_set_up' });
    const fields = { baseUrl: pushover.url, apiToken };
    const { body } = await api.request('POST', '/api/settings/connections/test', { connectionId: null, kind: 'pushover', fields, to: ana });
    expect(body).toEqual({ ok: true, why: null });
    await api.run('AddConnection', { kind: 'pushover', name: 'Pushover', fields });
    const rules = (['high', 'low'] as const).map((urgency) => ({ urgency, delayMinutes: 0 }));
    const contactMethodId = String((await api.run('AddContactMethod', { ...method, rules })).says['contactMethodId']);
    const { title } = await pushover.waitFor((message) => /^\d{6}/.test(message.title ?? ''));
    await stage.settle();
    await api.run('VerifyContactMethod', { personId, contactMethodId, code: title!.slice(0, 6) });
    await api.run('RemoveContactMethod', { personId, contactMethodId: methodId });
    await stage.settle();
    expect(JSON.stringify(await api.events('connections'))).not.toContain(apiToken);
  });

  chapter('is rung until they confirm in the app, which acknowledges as them', async () => {
    const message = await open(1, 'Disk is full');
    expect(message).toMatchObject({ priority: '2', retry: 60 });
    await stage.settle();
    pushover.confirm(message);
    await stage.advance('PT10S');
    await stage.settle();
    expect(await stage.getGroup(1)).toMatchObject({ status: 'acknowledged', holder: { personId: stage.ana.personId } });
    const reads = pushover.reads;
    await stage.advance('PT1M');
    expect(pushover.reads).toBe(reads);
    await stage.ana.api.run('ResolveAlertGroup', { groupId: (await stage.getGroup(1)).id });
  });

  chapter('is rung no more once somebody else has it', async () => {
    const message = await open(2, 'The queue is long');
    await bo.api.run('AcknowledgeAlertGroup', { groupId: (await stage.getGroup(2)).id });
    await pushover.waitForCancellation(message.receipt);
    expect(message.state).toBe('cancelled');
    await stage.ana.api.run('ResolveAlertGroup', { groupId: (await stage.getGroup(2)).id });
  });

  chapter('is paged by nobody’s Pushover, and the next person by theirs, once the token is refused', async () => {
    await stage.settleFully();
    pushover.revoke();
    const rings = bo.ringCount;
    await stage.generic({ summary: 'The lights are out', key: 'k3', severity: 'critical' });
    await stage.advance('PT6M');
    expect(bo.ringCount).toBeGreaterThan(rings);
  });
});
