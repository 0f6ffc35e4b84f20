import { story } from '@tocsin/testing/stage/story.js';
import { Phone } from '@tocsin/testing/fakes/phone.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
let phone: Phone;
let contactMethodId = '';
beforeAll(async () => {
  stage = await Stage.begin();
  phone = await Phone.start();
});
afterAll(async () => {
  await stage.close();
  await phone.close();
});

const verify = (code: string) => {
  const { api, personId } = stage.ana;
  return api.request<{ code: string }>('POST', '/api/commands/VerifyContactMethod', { personId, contactMethodId, code });
};
const otherCode = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

story('a contact method', (chapter) => {
  chapter('gets a code, and is not believed without it', async () => {
    const { api, personId } = stage.ana;
    const { says } = await api.run('AddContactMethod', { kind: 'webhook', personId, address: phone.url });
    contactMethodId = String(says['contactMethodId']);
    await stage.settle();
    expect(phone.lastCode()).toMatch(/^\d{6}$/);
    expect(await verify(otherCode(phone.lastCode()!))).toMatchObject({ status: 409, body: { code: 'contact_method.wrong_code' } });
    const { methods } = await api.row('contacts', personId);
    expect(methods.find((method) => method.contactMethodId === contactMethodId)).toMatchObject({
      verified: false,
      verification: { state: 'sent' },
    });
  });

  chapter('is told a new code when it asks; the old one is worth nothing then', async () => {
    const { api, personId } = stage.ana;
    const oldCode = phone.lastCode()!;
    await stage.advance('PT1M');
    await api.run('AskVerification', { personId, contactMethodId });
    await stage.settle();
    expect(phone.lastCode()).not.toBe(oldCode);
    expect(await verify(oldCode)).toMatchObject({ status: 409 });
  });

  chapter('is told one code when it asks twice at one instant', async () => {
    const { api, personId } = stage.ana;
    await stage.advance('PT1M');
    const requestVerification = async (): Promise<number> =>
      (await stage.ana.api.events(`person-${personId}`)).filter(({ type }) => type === 'VerificationAsked').length;
    const before = await requestVerification();
    const ask = () => api.run('AskVerification', { personId, contactMethodId });
    const answers = await Promise.all([ask(), ask()]);
    await stage.settle();
    expect(await requestVerification()).toBe(before + 1);
    expect(answers.filter(({ says }) => says['nothingNew'] === true)).toMatchObject([{ says: { expiresAt: expect.any(String) } }]);
  });

  chapter('has half an hour for the code', async () => {
    await stage.advance('PT30M1S');
    expect(await verify(phone.lastCode()!)).toMatchObject({ status: 409, body: { code: 'contact_method.wrong_code' } });
  });

  chapter('is not guessed: a code ends with its fifth wrong try, however many come at once, and a new one works', async () => {
    const { api, personId } = stage.ana;
    await api.run('AskVerification', { personId, contactMethodId });
    await stage.settle();
    const correctCode = phone.lastCode()!;
    const answers = await Promise.all(Array.from({ length: 20 }, () => verify(otherCode(correctCode))));
    const codes = answers.map(({ body }) => body.code);
    expect(codes.filter((code) => code === 'contact_method.wrong_code')).toHaveLength(5);
    expect(codes.filter((code) => code === 'contact_method.too_many_tries')).toHaveLength(15);
    expect(await verify(correctCode)).toMatchObject({ status: 409, body: { code: 'contact_method.too_many_tries' } });
    await stage.advance('PT1M');
  });

  chapter('is paged once the right code was typed, spaces or not', async () => {
    const { api, personId } = stage.ana;
    await api.run('AskVerification', { personId, contactMethodId });
    await stage.settle();
    const code = phone.lastCode()!;
    expect(await verify(`${code.slice(0, 3)} ${code.slice(3)}`)).toMatchObject({ status: 202 });
    await api.run('AddNotificationRule', { personId, urgency: 'high', contactMethodId, delayMinutes: 0 });
    await stage.generic({ summary: 'Both', key: 'both' });
    expect([phone.pages.length, stage.ana.ringCount]).toEqual([1, 1]);
  });

  chapter('is not taken twice', async () => {
    const { api, personId } = stage.ana;
    expect(await api.expectRefusal('AddContactMethod', { kind: 'webhook', personId, address: phone.url })).toMatchObject({
      code: 'contact_method.address_taken',
    });
  });

  chapter('says so when its code could not be sent', async () => {
    const { api, personId } = stage.ana;
    const { says } = await api.run('AddContactMethod', { kind: 'email', personId, address: 'ana@example.org' });
    await stage.settle();
    const { methods } = await api.row('contacts', personId);
    expect(methods.find((method) => method.contactMethodId === says['contactMethodId'])).toMatchObject({
      verified: false,
      verification: { state: 'failed', reason: 'delivery.not_configured' },
    });
  });
});
