import { NtfyServer } from '@tocsin/testing/channels/ntfy/ntfy-server.js';
import { story } from '@tocsin/testing/stage/story.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';

const topic = 'ana-7f3kq0x2';
const token = 'tk_secretOfAnasPhone0000000000';

let stage: Stage;
let bo: Player;
let ntfy: NtfyServer;
let contactMethodId: string;
beforeAll(async () => {
  ntfy = await NtfyServer.start({ token });
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
  await stage.close();
  await ntfy.close();
});

const methodRow = async () =>
  (await stage.getRow('contacts', stage.ana.personId)).methods.find((method) => method.contactMethodId === contactMethodId);
const addNtfy = async (of: object = {}): Promise<string> => {
  const { api, personId } = stage.ana;
  const rules = (['high', 'low'] as const).map((urgency) => ({ urgency, delayMinutes: 0 }));
  const { says } = await api.run('AddContactMethod', { kind: 'ntfy', personId, server: `${ntfy.url}/`, topic, token, rules, ...of });
  await stage.settle();
  return String(says['contactMethodId']);
};

story('a person with only a phone that ntfy rings', (chapter) => {
  chapter('proves the topic by a code that is published to it', async () => {
    const { api, personId, methodId } = stage.ana;
    contactMethodId = await addNtfy();
    expect(await methodRow()).toMatchObject({
      kind: 'ntfy',
      address: `${ntfy.url}/${topic}`,
      verified: false,
      verification: { state: 'sent' },
    });
    const [code] = /^\d{6}/.exec(ntfy.messages[0]!.title)!;
    await api.run('VerifyContactMethod', { personId, contactMethodId, code });
    await api.run('RemoveContactMethod', { personId, contactMethodId: methodId });
    await stage.settle();
  });

  chapter('has an access token that is in no event and is never shown again', async () => {
    const { api, personId } = stage.ana;
    const seen = [await api.events(`person-${personId}`), await stage.getRow('contacts', personId)];
    expect(JSON.stringify(seen)).toContain(topic);
    expect(JSON.stringify(seen)).not.toContain(token);
  });

  chapter('is rung: the phone shows title and link, in the loudest way it has', async () => {
    await stage.alertmanager('firing', [{ name: 'DiskFull', severity: 'critical' }]);
    const message = await ntfy.waitFor(({ title }) => title.includes('#1 DiskFull'));
    expect(message).toMatchObject({ priority: 5, click: expect.stringMatching(/\/p\/[\w.-]+$/) });
    const { id: groupId } = await stage.getGroup();
    const [page] = await stage.pagesOf(groupId, stage.ana);
    expect(page!.attempts).toMatchObject([{ kind: 'ntfy', state: 'sent' }]);
  });

  chapter('acknowledges with a press on the phone, which then says so without a sound', async () => {
    expect(await ntfy.press(ntfy.messages.at(-1)!, 'Acknowledge')).toBe(202);
    await stage.settle();
    expect(await stage.getGroup()).toMatchObject({ status: 'acknowledged', holder: { personId: stage.ana.personId } });
    const { id: groupId } = await stage.getGroup();
    const acknowledged = (await stage.getTimeline(groupId)).find(({ type }) => type === 'AlertGroupAcknowledged');
    expect(acknowledged!.meta.actor).toMatchObject({ id: stage.ana.personId, via: 'link:ntfy' });
    expect(ntfy.shown(topic).filter(({ title }) => title.includes('#1'))).toMatchObject([
      { title: '✓ #1 DiskFull on db-1', message: 'You acknowledged.', priority: 2, actions: [] },
    ]);
    expect(
      await ntfy.press(
        ntfy.messages.find(({ title }) => title.includes('‼ #1'))!,
        'Acknowledge',
      ),
    ).toBe(202);
    await stage.settle();
    expect((await stage.getTimeline(groupId)).filter(({ type }) => type === 'AlertGroupAcknowledged')).toHaveLength(1);
  });

  chapter('hears each repeat anew, and of all of them that somebody else acknowledged', async () => {
    await stage.settleFully();
    await stage.generic({ summary: 'The queue is long', key: 'queue', severity: 'critical' });
    await ntfy.waitFor(({ title }) => title.includes('#2'));
    await stage.advance('PT11M');
    const ringing = () => ntfy.shown(topic).filter(({ title, priority }) => title.includes('#2') && priority === 5);
    expect(ringing().length).toBeGreaterThan(1);
    const { id: groupId } = await stage.getGroup(2);
    await bo.api.run('AcknowledgeAlertGroup', { groupId });
    await stage.settle();
    expect(ringing()).toEqual([]);
    expect(new Set(ntfy.shown(topic).flatMap(({ title, message }) => (title.includes('#2') ? [message] : [])))).toEqual(
      new Set(['Bo acknowledged.']),
    );
  });

  chapter('is not tried again once the server refuses the token, and the next person is paged', async () => {
    ntfy.changeToken('tk_another');
    await stage.settleFully();
    const before = ntfy.requests;
    const rings = bo.ringCount;
    await stage.generic({ summary: 'The lights are out', key: 'lights', severity: 'critical' });
    await stage.advance('PT6M');
    expect(ntfy.requests - before).toBe(1);
    expect(bo.ringCount).toBeGreaterThan(rings);
    expect(await methodRow()).toMatchObject({ verified: false, disabled: { reason: 'delivery.access_refused' } });
    const { id: groupId } = await stage.getGroup(3);
    const [page] = await stage.pagesOf(groupId, stage.ana);
    expect(page!.attempts).toMatchObject([{ state: 'failed', reason: 'delivery.access_refused' }]);
  });

  chapter('is told at once that a token is wrong when it is added, or that a server may not be called', async () => {
    contactMethodId = await addNtfy({ topic: 'another' });
    expect(await methodRow()).toMatchObject({ verification: { state: 'failed', reason: 'delivery.access_refused' } });
    const { api, personId } = stage.ana;
    const body = { kind: 'ntfy', personId, server: 'http://10.0.0.1/', topic: 'x' };
    expect(await api.request('POST', '/api/commands/AddContactMethod', body)).toMatchObject({
      status: 422,
      body: { code: 'outgoing.private_address', errors: [{ path: 'server' }] },
    });
  });
});
