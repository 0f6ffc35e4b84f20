import { GotifyServer } from '@tocsin/testing/channels/gotify/gotify-server.js';
import { story } from '@tocsin/testing/stage/story.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';

const token = 'A.secretOfAnasApp';

let stage: Stage;
let bo: Player;
let gotify: GotifyServer;
let contactMethodId: string;
beforeAll(async () => {
  gotify = await GotifyServer.start({ applicationToken: token });
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
  await gotify.close();
});

const methodRow = async () =>
  (await stage.getRow('contacts', stage.ana.personId)).methods.find((method) => method.contactMethodId === contactMethodId);

story('a person with only a phone that Gotify rings', (chapter) => {
  chapter('proves the app by a code that it shows; the token is in no event', async () => {
    const { api, personId, methodId } = stage.ana;
    const rules = (['high', 'low'] as const).map((urgency) => ({ urgency, delayMinutes: 0 }));
    const { says } = await api.run('AddContactMethod', { kind: 'gotify', personId, server: `${gotify.url}/`, token, rules });
    contactMethodId = String(says['contactMethodId']);
    await stage.settle();
    expect(await methodRow()).toMatchObject({ kind: 'gotify', address: gotify.url, verified: false, verification: { state: 'sent' } });
    const [code] = /^\d{6}/.exec(gotify.messages[0]!.title!)!;
    await api.run('VerifyContactMethod', { personId, contactMethodId, code });
    await api.run('RemoveContactMethod', { personId, contactMethodId: methodId });
    await stage.settle();
    expect(JSON.stringify([await api.events(`person-${personId}`), await methodRow()])).not.toContain(token);
  });

  chapter('is rung, and acknowledges by the link that a tap opens', async () => {
    await stage.alertmanager('firing', [{ name: 'DiskFull', severity: 'critical' }]);
    const { priority, extras } = await gotify.waitFor(({ title }) => title!.includes('#1 DiskFull'));
    expect(priority).toBe(10);
    const { pathname } = new URL(extras!['client::notification'].click.url);
    await stage.tocsin.anonymous.request('POST', pathname.replace('/p/', '/api/pages/'), { act: 'acknowledge' });
    await stage.settle();
    const { id: groupId, status } = await stage.getGroup();
    expect(status).toBe('acknowledged');
    const [page] = await stage.pagesOf(groupId, stage.ana);
    expect(page!.attempts).toMatchObject([{ kind: 'gotify', state: 'sent' }]);
  });

  chapter('is not tried again once the server refuses the token, and the next person is paged', async () => {
    gotify.changeToken('A.another');
    await stage.settleFully();
    const [before, rings] = [gotify.requests, bo.ringCount];
    await stage.generic({ summary: 'The lights are out', key: 'lights', severity: 'critical' });
    await stage.advance('PT6M');
    expect(gotify.requests - before).toBe(1);
    expect(bo.ringCount).toBeGreaterThan(rings);
    expect(await methodRow()).toMatchObject({ verified: false, disabled: { reason: 'delivery.access_refused' } });
  });

  chapter('needs a token, and a server that may be called', async () => {
    const { api, personId } = stage.ana;
    const send = (body: object) => api.request('POST', '/api/commands/AddContactMethod', { kind: 'gotify', personId, ...body });
    expect(await send({ server: 'https://gotify.example.org' })).toMatchObject({ status: 422, body: { errors: [{ path: 'token' }] } });
    expect(await send({ server: 'http://10.0.0.1/', token })).toMatchObject({
      status: 422,
      body: { code: 'outgoing.private_address', errors: [{ path: 'server' }] },
    });
  });
});
