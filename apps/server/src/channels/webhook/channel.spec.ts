import type { LookupFunction } from 'node:net';
import { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import { Phone } from '@tocsin/testing/fakes/phone.js';
import { contactMethod, page, verificationMessage } from '../../deliveries/message.fixture.js';
import { namesBy } from '@tocsin/testing/fakes/names.js';
import type { Channel } from '../channel.js';
import { webhookChannel } from './channel.js';

const secret = 'whsec_1';
let phone: Phone;
let http: OutgoingHttp;

beforeEach(async () => {
  phone = await Phone.start({ secret });
  http = new OutgoingHttp({ allowLoopback: true });
});
afterEach(async () => {
  http.close();
  await phone.close();
});

const channel = (): Channel => webhookChannel({ calls: { http } }, '1.2.3');
const phoneMethod = () => contactMethod({ address: phone.url, secret });

describe('a page by webhook', () => {
  it('is delivered: signed JSON that a program took', async () => {
    expect(await channel().deliver('page', page(), phoneMethod(), { deadlineMs: 5_000 })).toEqual({
      ok: true,
      state: 'delivered',
      providerId: null,
    });
    expect(await phone.waitFor()).toEqual({
      type: 'page',
      id: page().attemptId,
      pageId: page().pageId,
      groupId: page().groupId,
      number: 1042,
      title: 'Disk is full on db-1',
      urgency: 'high',
      service: 'Payments',
      since: '2026-11-21T03:00:00.000Z',
      alerts: 3,
      description: page().about.description,
      labels: page().about.labels,
      links: page().about.links,
      source: 'Prometheus',
      othersPaged: ['Bo', 'Chris'],
      cause: { kind: 'escalation', round: 1, step: 1 },
      quiet: false,
      link: 'https://tocsin.example/p/SECRET',
    });
  });

  it('names itself, and the attempt as idempotency key', async () => {
    await channel().deliver('page', page(), phoneMethod(), { deadlineMs: 5_000 });
    expect(phone.rings[0]).toMatchObject({
      method: 'POST',
      signed: true,
      headers: { 'content-type': 'application/json', 'user-agent': 'Tocsin/1.2.3', 'idempotency-key': page().attemptId },
    });
    expect(phone.rings[0]?.headers['tocsin-signature']).toMatch(/^t=1795230721,v1=[0-9a-f]{64}$/);
  });

  it('says that it is a test, and leads to the group once it is over', async () => {
    await channel().deliver('page', page({ test: true }), phoneMethod(), { deadlineMs: 5_000 });
    await channel().deliver('page', page({ cause: { kind: 'resolved' }, quiet: true }), phoneMethod(), { deadlineMs: 5_000 });
    expect(phone.pages.map(({ test, quiet, link }) => ({ test, quiet, link }))).toEqual([
      { test: true, quiet: false, link: 'https://tocsin.example/p/SECRET' },
      { test: undefined, quiet: true, link: 'https://tocsin.example/alerts/1042' },
    ]);
  });

  it('is refused by whoever knows another secret', async () => {
    expect(
      await channel().deliver('page', page(), contactMethod({ address: phone.url, secret: 'whsec_2' }), { deadlineMs: 5_000 }),
    ).toMatchObject({
      ok: false,
      detail: 'Answered 401.',
    });
    expect(phone.pages).toEqual([]);
  });

  it.each([
    [200, { ok: true, state: 'delivered' }],
    [204, { ok: true, state: 'delivered' }],
    [307, { ok: false, reason: 'delivery.provider_rejected', detail: 'Answered 307; redirects are not followed.', retry: false }],
    [400, { ok: false, reason: 'delivery.provider_rejected', detail: 'Answered 400.', retry: false }],
    [404, { ok: false, reason: 'delivery.provider_rejected', retry: false }],
    [408, { ok: false, reason: 'delivery.provider_rejected', retry: true }],
    [410, { ok: false, reason: 'delivery.provider_rejected', detail: 'Answered 410.', retry: false }],
    [425, { ok: false, reason: 'delivery.provider_rejected', retry: true }],
    [429, { ok: false, reason: 'delivery.provider_rejected', retry: true }],
    [500, { ok: false, reason: 'delivery.provider_rejected', detail: 'Answered 500.', retry: true }],
    [503, { ok: false, reason: 'delivery.provider_rejected', retry: true }],
  ])('answered %i', async (status, outcome) => {
    phone.answer(status, { location: phone.url });
    expect(await channel().deliver('page', page(), phoneMethod(), { deadlineMs: 5_000 })).toMatchObject(outcome);
    expect(phone.rings).toHaveLength(1);
  });

  it('is perhaps delivered when the other side hangs or cuts the connection, and fails when it is gone', async () => {
    const perhaps = { ok: false, reason: 'delivery.outcome_unknown', retry: true };
    phone.hang();
    expect(await channel().deliver('page', page(), phoneMethod(), { deadlineMs: 1_000 })).toMatchObject({
      ...perhaps,
      detail: 'No answer within 1 s.',
    });
    phone.drop();
    expect(await channel().deliver('page', page(), phoneMethod(), { deadlineMs: 5_000 })).toMatchObject(perhaps);
    const goneMethod = phoneMethod();
    await phone.close();
    expect(await channel().deliver('page', page(), goneMethod, { deadlineMs: 5_000 })).toMatchObject({
      ok: false,
      reason: 'delivery.provider_unreachable',
      retry: true,
    });
    phone = await Phone.start();
  });

  it('never reaches a private network, although the name was public when it was typed', async () => {
    const answers = ['93.184.215.14', '127.0.0.1'];
    const lookup: LookupFunction = (_, __, callback) => callback(null, [{ address: answers.shift() ?? '127.0.0.1', family: 4 }]);
    const strict = new OutgoingHttp({ names: namesBy(lookup) });
    const address = phone.url.replace('127.0.0.1', 'hooks.example');
    expect(await strict.checkAddress(address)).toEqual({ ok: true });
    const outcome = await webhookChannel({ calls: { http: strict } }, '1.2.3').deliver('page', page(), contactMethod({ address, secret }), {
      deadlineMs: 5_000,
    });
    expect(outcome).toMatchObject({ ok: false, reason: 'delivery.private_address', retry: false });
    expect(phone.rings).toEqual([]);
    strict.close();
  });
});

describe('a code by webhook', () => {
  it('is signed too', async () => {
    expect(await channel().deliver('code', verificationMessage(), phoneMethod(), { deadlineMs: 5_000 })).toMatchObject({ ok: true });
    expect(await phone.waitForCode(verificationMessage().contactMethodId)).toBe('042137');
    expect(phone.lastCode()).toBe('042137');
  });
});
