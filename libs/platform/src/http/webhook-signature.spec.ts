import { createHmac } from 'node:crypto';
import { signBody, verifySignature } from './webhook-signature.js';

const now = '2026-11-21T03:12:00.500Z';
const body = '{"type":"page","title":"Größe"}';

describe('the signature of a webhook', () => {
  const header = signBody('s3cret', body, now);

  it('is the HMAC of time and body', () => {
    const hex = createHmac('sha256', 's3cret').update(`1795230720.${body}`).digest('hex');
    expect(header).toBe(`t=1795230720,v1=${hex}`);
  });

  it.each([
    ['as it came', 's3cret', header, body, now, true],
    ['five minutes later', 's3cret', header, body, '2026-11-21T03:17:00.000Z', true],
    ['longer after', 's3cret', header, body, '2026-11-21T03:17:01.000Z', false],
    ['from the future', 's3cret', header, body, '2026-11-21T03:06:00.000Z', false],
    ['another body', 's3cret', header, `${body} `, now, false],
    ['another secret', 'other', header, body, now, false],
    ['another time in the header', 's3cret', header.replace('t=1795230720', 't=1795230721'), body, now, false],
    ['no header', 's3cret', undefined, body, now, false],
    ['half a header', 's3cret', header.slice(0, -1), body, now, false],
  ] as const)('%s', (_, secret, input, text, at, right) => {
    expect(verifySignature(secret, input, text, at)).toBe(right);
  });
});
