import { createSign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { OutgoingAnswer } from '@tocsin/platform/http/outgoing.js';
import { readPosted } from '../../arrival.fixture.js';
import { Signatures } from '../../signatures.js';
import { snsMessage } from './format.js';

const fileOf = (kind: 'key' | 'cert'): string => readFileSync(`test/senders/tls/for-tests-only.${kind}.pem`, 'utf8');
const host = 'https://sns.eu-central-1.amazonaws.com';

const message = {
  Type: 'Notification',
  MessageId: '22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324',
  TopicArn: 'arn:aws:sns:eu-central-1:123456789012:alarms',
  Subject: 'ALARM',
  Message: 'Disk is full',
  Timestamp: '2026-11-21T03:12:00.000Z',
  SignatureVersion: '2',
  SigningCertURL: `${host}/SimpleNotificationService-1.pem`,
};
/** The fields in Amazon’s order, as its documentation lists them. */
const fields = ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'] as const;
const signed = (more: Partial<typeof message> = {}) => {
  const sent = { ...message, ...more };
  const text = fields.map((field) => `${field}\n${sent[field]}\n`).join('');
  const sign = createSign(sent.SignatureVersion === '2' ? 'RSA-SHA256' : 'RSA-SHA1').update(text);
  return { ...sent, Signature: sign.sign(fileOf('key'), 'base64') };
};

/** The certificate’s server, and how often it was asked. */
const begun = (answer: () => Partial<OutgoingAnswer> = () => ({ status: 200, body: fileOf('cert') })) => {
  const asked: string[] = [];
  const troubles: string[] = [];
  const clock = { now: () => '2026-11-21T03:12:00.000Z' };
  const signatures = new Signatures({ clock, troubles: { note: (place: string) => void troubles.push(place) } } as never, {
    get: (url) => {
      asked.push(url);
      return Promise.resolve({ status: 200, headers: {}, body: '', ...answer() });
    },
  });
  const check = async (body: object): Promise<string> => {
    const reading = readPosted(snsMessage, body);
    return 'signed' in reading && reading.signed ? signatures.check(reading.signed) : 'unsigned';
  };
  return { check, asked, troubles };
};

describe('the signature of Amazon SNS', () => {
  it.each(['1', '2'])('of version %s is genuine, and its certificate is asked for once', async (SignatureVersion) => {
    const { check, asked } = begun();
    for (let n = 0; n < 3; n += 1) expect(await check(signed({ SignatureVersion }))).toBe('genuine');
    expect(asked).toEqual([message.SigningCertURL]);
  });

  it('is forged when anything signed is another', async () => {
    const { check } = begun();
    for (const changed of [
      { Message: 'All is well' },
      { TopicArn: 'arn:aws:sns:eu-central-1:1:x' },
      { Timestamp: '2026-11-22T03:12:00.000Z' },
    ])
      expect(await check({ ...signed(), ...changed })).toBe('forged');
    expect(await check({ ...message, Signature: 'bm9uZQ==' })).toBe('forged');
    expect(await check(signed({ SignatureVersion: '9' }))).toBe('forged');
  });

  it.each([
    'https://sns.eu-central-1.amazonaws.com.example.org/c.pem',
    'https://example.org/sns.eu-central-1.amazonaws.com/c.pem',
    'http://sns.eu-central-1.amazonaws.com/c.pem',
    'https://user@sns.eu-central-1.amazonaws.com/c.pem',
    'https://sns.eu-central-1.amazonaws.com:444/c.pem',
    'https://s3.eu-central-1.amazonaws.com/c.pem',
    'https://sns.eu-central-1.amazonaws.com/c.txt',
    '',
    'https://sns.us-iso-east-1.c2s.ic.gov/c.pem',
    'https://sns.evil.amazonaws.com/c.pem',
  ])('is taken as unknown with a certificate at %s, which is not asked for', async (SigningCertURL) => {
    const { check, asked } = begun();
    expect([await check(signed({ SigningCertURL })), asked]).toEqual(['unknown', []]);
  });

  it('is taken as unknown where the certificate can’t be fetched: its alert must not be lost, and health says so', async () => {
    for (const answer of [
      () => ({ status: 302, headers: { location: 'http://127.0.0.1/' } }),
      () => ({ status: 200, body: 'no certificate' }),
    ]) {
      const { check, troubles, asked } = begun(answer);
      expect(await check(signed())).toBe('unknown');
      expect(await check(signed())).toBe('unknown');
      expect([troubles, asked.length]).toEqual([['senders'], 1]);
    }
  });

  it('is not asked of raw delivery, which has none', async () => {
    expect(await begun().check({ AlarmName: 'disk', NewStateValue: 'ALARM' })).toBe('unsigned');
    expect(await begun().check(message)).toBe('unsigned');
  });
});

describe('a subscription', () => {
  const confirmation = (SubscribeURL: string) =>
    readPosted(snsMessage, { Type: 'SubscriptionConfirmation', TopicArn: message.TopicArn, Token: 't', SubscribeURL });

  it.each([`${host}/?Action=ConfirmSubscription&Token=t`, 'https://sns.cn-north-1.amazonaws.com.cn/?Action=ConfirmSubscription'])(
    'is confirmed at %s',
    (url) => expect(confirmation(url)).toMatchObject({ kind: 'signal', confirms: url, signal: { test: true } }),
  );

  it.each([
    'https://example.org/?x=sns.eu-central-1.amazonaws.com',
    `${host}.example.org/`,
    `http://${host.slice(8)}/`,
    'x',
    `${host}/other`,
  ])('is not confirmed at %s', (url) => expect(confirmation(url)).toMatchObject({ kind: 'refusal', field: 'SubscribeURL' }));
});
