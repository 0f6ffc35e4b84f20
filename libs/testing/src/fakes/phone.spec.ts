import { signBody } from '@tocsin/platform/http/webhook-signature.js';
import { Phone } from './phone.js';

const verification = JSON.stringify({ type: 'verification', code: '042137', contactMethodId: '0197a001-0000-7000-8000-000000000005' });
const callPhone = async (phone: Phone, headers: Record<string, string> = {}): Promise<number> =>
  (await fetch(phone.url, { method: 'POST', body: verification, headers })).status;

let phone: Phone;
beforeEach(async () => {
  phone = await Phone.start();
});
afterEach(async () => phone.close());

describe('the phone', () => {
  it('answers as it is told, and keeps what it took', async () => {
    phone.answerNext(500, 404);
    expect([await callPhone(phone), await callPhone(phone)]).toEqual([500, 404]);
    expect(phone.lastCode()).toBeUndefined();
    expect(await callPhone(phone)).toBe(200);
    expect(phone.lastCode()).toBe('042137');
    expect(phone.rings.map(({ answered }) => answered)).toEqual([500, 404, 200]);
  });

  it('hangs, drops the call, and recovers', async () => {
    phone.hang();
    const hanging = fetch(phone.url, { method: 'POST', body: verification }).catch(() => 'cut');
    await phone.waitForRing(({ answered }) => answered === 'hung');
    phone.drop();
    await expect(callPhone(phone)).rejects.toThrow();
    phone.recover();
    expect(await callPhone(phone)).toBe(200);
    await phone.close();
    expect(await hanging).toBe('cut');
    phone = await Phone.start();
  });

  it('takes only what is signed, once it knows the secret', async () => {
    phone.addSecret('s3cret');
    expect(await callPhone(phone)).toBe(401);
    expect(await callPhone(phone, { 'Tocsin-Signature': signBody('s3cret', verification, '2031-01-01T00:00:00.000Z') })).toBe(200);
    expect(phone.rings.map(({ signed }) => signed)).toEqual([false, true]);
  });
});
