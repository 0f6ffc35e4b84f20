// promises: full, the unit spec of erase-at-providers proves each sentence in the short run
import { TwilioServer } from '@tocsin/testing/channels/twilio/twilio-server.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';
import { story } from '@tocsin/testing/stage/story.js';

const publicUrl = 'https://tocsin.example';
const account = { accountSid: 'AC00000000000000000000000000000001', authToken: 'theAuthTokenOfTheAccount' };
const number = '+41791234567';

let stage: Stage;
let bo: Player;
let twilio: TwilioServer;
beforeAll(async () => {
  stage = await Stage.begin();
  twilio = await TwilioServer.start({ ...account, publicUrl, localUrl: () => stage.tocsin.url });
  bo = await stage.addPerson('Bo');
  await stage.setPolicy([{ page: [bo], wait: 60 }]);
  const fields = {
    baseUrl: twilio.url,
    accountSid: account.accountSid,
    sender: '+14155550100',
    countries: '+41',
    authToken: account.authToken,
  };
  await stage.ana.api.run('AddConnection', { kind: 'twilio', name: 'Twilio', fields });
  const { says } = await bo.api.run('AddContactMethod', {
    kind: 'sms',
    personId: bo.personId,
    address: number,
    rules: [{ urgency: 'high', delayMinutes: 0 }],
  });
  const code = /^\d{6}/.exec((await twilio.waitFor(({ to }) => to === number)).body)![0];
  await bo.api.run('VerifyContactMethod', { personId: bo.personId, contactMethodId: String(says['contactMethodId']), code });
});
afterAll(async () => {
  await stage.close();
  await twilio.close();
});

const outcomes = async () =>
  (await stage.ana.api.events(`person-${bo.personId}`)).filter(({ type }) => type === 'ProviderErasureRecorded').map(({ data }) => data);

story('what a provider keeps of an erased person', (chapter) => {
  chapter(
    'is deleted there once they are erased here, also when the provider failed at first and the server was killed meanwhile',
    async () => {
      for (const n of [1, 2, 3]) {
        await stage.generic({ summary: `Disk ${n} is full`, key: `k${n}`, severity: 'critical' });
        await stage.settle();
        await twilio.waitFor(({ body }) => body.includes(`#${n} `));
        await stage.ana.api.run('ResolveAlertGroup', { groupId: (await stage.getGroup(n)).id });
        await stage.advance('PT20M');
      }
      const pages = twilio.messages.filter(({ body }) => body.includes('Reply'));
      expect(pages.length).toBeGreaterThanOrEqual(3);
      twilio.refuse('*', 503, 20_500);
      await stage.ana.api.run('DisablePerson', { personId: bo.personId, leaveGaps: true });
      await stage.ana.api.prove();
      await stage.ana.api.run('ErasePerson', { personId: bo.personId });
      await stage.settleFully();
      await stage.advance('PT1M');
      expect([twilio.deleted, await outcomes()]).toEqual([[], []]);
      await stage.restart();
      twilio.accept('*');
      await stage.advance('PT20M');
      await stage.settleFully();
      expect(twilio.deleted.toSorted()).toEqual(pages.map(({ sid }) => sid).toSorted());
      expect((await outcomes()).at(-1)).toMatchObject({ copies: [{ kind: 'sms', deleted: pages.length, kept: 0 }], next: null });
    },
  );
});
