import { Webhook } from 'standardwebhooks';
import { signJson, standardSecret } from '../../apps/server/src/deliveries/signed-json.js';

const secret = 'theSecretThatWasShownOnce-_';
const signed = (content: object) => {
  const headers = { 'Idempotency-Key': '01a1fc16-e000-76bd-ae6a-f28bf69088a8' };
  return signJson(content, { secret, now: new Date().toISOString(), version: '1', headers });
};

describe('the library of Standard Webhooks', () => {
  it('takes what we sign, and nothing that was changed', () => {
    const judge = new Webhook(standardSecret(secret));
    for (const title of ['Disk is full', 'Ärger 🔥 "quoted"', '']) {
      const { body, headers } = signed({ title });
      expect(judge.verify(body, { ...headers })).toEqual({ title });
      expect(() => judge.verify(`${body} `, { ...headers })).toThrow('No matching signature');
      expect(() => judge.verify(body, { ...headers, 'webhook-id': 'another' })).toThrow('No matching signature');
      expect(() => new Webhook(standardSecret('another')).verify(body, { ...headers })).toThrow('No matching signature');
    }
  });
});
