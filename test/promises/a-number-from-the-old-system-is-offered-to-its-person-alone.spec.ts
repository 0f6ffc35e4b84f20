// cluster: never, what was copied is on one server
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { PhoneNumbersAnswer } from '@tocsin/contracts/moving-in/phone-numbers.js';
import { TwilioServer } from '@tocsin/testing/channels/twilio/twilio-server.js';
import type { Client } from '@tocsin/testing/stage/client.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';
import { story } from '@tocsin/testing/stage/story.js';

const account = { accountSid: 'AC00000000000000000000000000000001', authToken: 'theAuthTokenOfTheAccount' };
const numbers = { bo: '+41791234542', cy: '+491550000077' };

let stage: Stage;
let [bo, cy]: [Player, Player] = [undefined!, undefined!];
let twilio: TwilioServer;
beforeAll(async () => {
  stage = await Stage.begin();
  twilio = await TwilioServer.start({ ...account, publicUrl: 'https://tocsin.example', localUrl: () => stage.tocsin.url });
  [bo, cy] = [await stage.addPerson('Bo'), await stage.addPerson('Cy')];
  await stage.ana.api.prove();
  const fields = { baseUrl: twilio.url, ...account, sender: '+14155550100', countries: '+41 +49' };
  await stage.ana.api.run('AddConnection', { kind: 'twilio', name: 'Twilio', fields });
});
afterAll(async () => {
  await stage.close();
  await twilio.close();
});

const emailOf = async ({ personId }: Player): Promise<string> => (await stage.ana.api.row('people', personId)).email as string;
const offer = async (api: Client = stage.ana.api) => {
  const people = [
    {
      email: (await emailOf(bo)).toUpperCase(),
      numbers: [
        { kind: 'sms', number: numbers.bo },
        { kind: 'voice', number: numbers.bo },
      ],
    },
    { email: await emailOf(cy), numbers: [{ kind: 'sms', number: numbers.cy }] },
    { email: 'nobody@example.org', numbers: [{ kind: 'sms', number: '+41790000000' }] },
  ];
  return api.request<PhoneNumbersAnswer>('POST', '/api/moving-in/phone-numbers', { from: 'rescue', system: 'opsgenie', people });
};
const offersOf = async (player: Player, api: Client = player.api) => (await api.row('contacts', player.personId)).phoneOffers ?? [];
const textsBelow = (folder: string): readonly string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? textsBelow(path) : [readFileSync(path).toString('latin1')];
  });
const filesWith = (text: string) => textsBelow(stage.tocsin.data).filter((content) => content.includes(text)).length;

story('a phone number from the old system', (chapter) => {
  chapter('is offered by who may import, once, to people who are here', async () => {
    expect((await offer(bo.api)).body).toMatchObject({ code: 'permission.denied' });
    expect((await offer()).body).toEqual({ people: 2, unknown: 1, left: 0 });
    expect((await offer()).body).toEqual({ people: 0, unknown: 1, left: 0 });
    await stage.settle();
  });

  chapter('is seen by its person alone, by its last two digits; no file and no event has the number', async () => {
    expect(await offersOf(bo)).toEqual([
      expect.objectContaining({ system: 'opsgenie', kind: 'sms', ending: '42', secretRef: null }),
      expect.objectContaining({ system: 'opsgenie', kind: 'voice', ending: '42', secretRef: null }),
    ]);
    expect([await offersOf(bo, stage.ana.api), await offersOf(bo, cy.api)]).toEqual([[], []]);
    expect(filesWith(numbers.bo)).toBe(0);
    expect(JSON.stringify(await stage.ana.api.events(`person-${bo.personId}`))).not.toContain(numbers.bo);
    expect(twilio.messages).toEqual([]);
  });

  chapter('becomes a contact method when its person says so, after a restart too, and is verified by a code', async () => {
    await stage.restart('SIGKILL');
    const [sms] = await offersOf(bo);
    const use = { personId: bo.personId, offerId: sms!.offerId };
    expect(await stage.ana.api.expectRefusal('UsePhoneOffer', use)).toMatchObject({ code: 'permission.denied' });
    const { says } = await bo.api.run('UsePhoneOffer', use);
    const code = /^\d{6}/.exec((await twilio.waitFor(({ to }) => to === numbers.bo)).body)![0];
    await bo.api.run('VerifyContactMethod', { personId: bo.personId, contactMethodId: String(says['contactMethodId']), code });
    await stage.settle();
    const { methods } = await bo.api.row('contacts', bo.personId);
    expect(methods).toContainEqual(expect.objectContaining({ kind: 'sms', address: numbers.bo, verified: true }));
    expect((await offersOf(bo)).map(({ kind }) => kind)).toEqual(['voice']);
    expect(await bo.api.expectRefusal('UsePhoneOffer', use)).toMatchObject({ code: 'phone_offer.not_found' });
  });

  chapter('is deleted when they say no, and not offered again', async () => {
    const [voice] = await offersOf(bo);
    await bo.api.run('DeclinePhoneOffer', { personId: bo.personId, offerId: voice!.offerId });
    await stage.settle();
    expect(await offersOf(bo)).toEqual([]);
    expect((await offer()).body).toMatchObject({ people: 0 });
  });

  chapter('is deleted after 90 days', async () => {
    const { offerId } = (await offersOf(cy))[0]!;
    const ends = async (api: Client) =>
      (await api.events(`person-${cy.personId}`)).filter(({ type }) => type === 'PhoneOfferEnded').map(({ data }) => data);
    await stage.advance('P89D');
    expect(await ends(await stage.tocsin.signIn('Ana'))).toEqual([]);
    await stage.advance('P2D');
    await stage.settleFully();
    const api = await stage.tocsin.signIn('Cy');
    expect(await ends(await stage.tocsin.signIn('Ana'))).toEqual([{ personId: cy.personId, offerId, because: 'expired' }]);
    expect(await api.expectRefusal('UsePhoneOffer', { personId: cy.personId, offerId })).toMatchObject({ code: 'phone_offer.not_found' });
  });
});
