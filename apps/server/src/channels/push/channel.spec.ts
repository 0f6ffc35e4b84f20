import * as contactLimits from '@tocsin/contracts/contacts/limits.js';
import { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import { MemoryVault } from '@tocsin/platform/vault/memory-vault.js';
import { PushService, type Subscription } from '@tocsin/testing/fakes/push-service.js';
import { pageRef } from '../../deliveries/sent-refs.js';
import { contactMethod, page } from '../../deliveries/message.fixture.js';
import type { Channel } from '../channel.js';
import { createPushChannel } from './channel.js';
import { pushContact, pushKeysOf, type PushKeys } from '../../secrets/push-keys.js';
import { endPush, pagePush } from './render.js';

let service: PushService;
let http: OutgoingHttp;
let keys: PushKeys;
let device: Subscription;
beforeEach(async () => {
  service = await PushService.start();
  http = new OutgoingHttp({ allowLoopback: true });
  keys = pushKeysOf(new MemoryVault());
  device = service.subscribe(keys.publicKey);
});
afterEach(async () => {
  http.close();
  await service.close();
});

const now = () => '2026-11-21T03:12:00.000Z';
const channel = (): Channel => createPushChannel({ http, keys, contact: () => 'mailto:tocsin@example.org', now });
const deviceMethod = () => contactMethod({ address: device.address, secret: JSON.stringify(device.keys) });

describe('a page by push', () => {
  it('opens the app’s own path, whatever stands before it in the public address', () => {
    const under = 'https://ops.example/tocsin';
    const links = { link: `${under}/p/SECRET`, groupLink: `${under}/alerts/1042`, meLink: `${under}/me` };
    expect(pagePush(page(links))).toMatchObject({ opens: '/p/SECRET', secret: 'SECRET' });
    expect(pagePush(page({ ...links, quiet: true, cause: { kind: 'resolved' } }))).toMatchObject({ opens: '/alerts/1042' });
    const pageEnd = { replaces: pageRef(page()), number: 1042, title: 'Disk', groupLink: links.groupLink, says: 'Resolved.', close: false };
    expect(endPush(pageEnd)).toMatchObject({ opens: '/alerts/1042' });
  });

  it('is opened by its device alone, and replaced by the next of its group', async () => {
    expect(await channel().deliver('page', page(), deviceMethod(), { deadlineMs: 5_000 })).toEqual({
      ok: true,
      state: 'sent',
      providerId: null,
    });
    const pushedMessage = await service.waitFor();
    expect(pushedMessage).toMatchObject({
      ttl: 300,
      urgency: 'high',
      topic: page().groupId.replaceAll('-', ''),
      vapid: { aud: service.origin, sub: 'mailto:tocsin@example.org' },
      message: {
        kind: 'page',
        tag: page().groupId,
        attemptId: page().attemptId,
        title: '‼ #1042 Disk is full on db-1',
        quiet: false,
        secret: 'SECRET',
        opens: '/p/SECRET',
        actions: [
          { act: 'acknowledge', title: 'Acknowledge' },
          { act: 'answer', title: 'Seen, keep paging' },
        ],
      },
    });
    expect(service.refusedMessages).toEqual([]);
  });

  it('asks whoever a person asks for to say that they are here', () => {
    const personPush = pagePush(page({ cause: { kind: 'person', by: page().personId }, askedBy: 'Cleo' }));
    expect(personPush).toMatchObject({
      actions: [{ act: 'answer' }, { act: 'acknowledge' }],
      body: expect.stringContaining('Cleo asks you to help.'),
    });
  });

  it('wakes nobody and asks for nothing when it is told quietly', async () => {
    await channel().deliver('page', page({ quiet: true, cause: { kind: 'resolved' } }), deviceMethod(), { deadlineMs: 5_000 });
    expect(await service.waitFor()).toMatchObject({ urgency: 'low', message: { quiet: true, actions: [], opens: '/alerts/1042' } });
  });

  it('fits into what push services take, whatever senders write', () => {
    const long = '‼️ very long '.repeat(400);
    const message = pagePush(
      page({ title: long, serviceName: long.slice(0, 400), othersPaged: [long.slice(0, 900), 'Bo'], awayNote: long }),
    );
    expect(Buffer.byteLength(JSON.stringify(message))).toBeLessThan(contactLimits.pushBytes);
  });

  it('takes its place with who has it, without a sound', async () => {
    const pageEnd = {
      replaces: pageRef(page()),
      number: 1042,
      title: 'Disk is full',
      groupLink: page().groupLink,
      says: 'Ana has it.',
      close: false,
    };
    expect(await channel().deliver('end', pageEnd, deviceMethod(), { deadlineMs: 5_000 })).toMatchObject({ ok: true });
    expect(await service.waitFor()).toMatchObject({
      topic: page().groupId.replaceAll('-', ''),
      message: { kind: 'over', tag: page().groupId, title: '✓ #1042 Disk is full', body: 'Ana has it.', close: false },
    });
  });

  it.each([
    [404, { reason: 'delivery.subscription_gone', retry: false }],
    [410, { reason: 'delivery.subscription_gone', retry: false, detail: 'Answered 410.' }],
    [413, { reason: 'delivery.too_large', retry: false }],
    [429, { reason: 'delivery.throttled', retry: true }],
    [400, { reason: 'delivery.provider_rejected', retry: false }],
    [401, { reason: 'delivery.push_key_refused', retry: false, detail: 'Answered 401.' }],
    [403, { reason: 'delivery.push_key_refused', retry: false }],
    [500, { reason: 'delivery.provider_rejected', retry: true }],
    [503, { reason: 'delivery.provider_rejected', retry: true }],
  ])('answered %i', async (status, outcome) => {
    service.answer(status);
    expect(await channel().deliver('page', page(), deviceMethod(), { deadlineMs: 5_000 })).toMatchObject({ ok: false, ...outcome });
  });

  it('hears for how long the service wants to be left alone, in seconds or until a date; what is neither, or over, is not heard', async () => {
    service.answer(429, { 'retry-after': '120' });
    expect(await channel().deliver('page', page(), deviceMethod(), { deadlineMs: 5_000 })).toMatchObject({
      reason: 'delivery.throttled',
      retryAfter: 120_000,
    });
    service.answer(503, { 'retry-after': 'Sat, 21 Nov 2026 03:13:30 GMT' });
    expect(await channel().deliver('page', page(), deviceMethod(), { deadlineMs: 5_000 })).toMatchObject({ retryAfter: 90_000 });
    for (const headerValue of ['soon', 'tomorrow, GMT', 'Sat, 21 Nov 2026 03:11:59 GMT']) {
      service.answer(503, { 'retry-after': headerValue });
      expect(await channel().deliver('page', page(), deviceMethod(), { deadlineMs: 5_000 })).not.toHaveProperty('retryAfter');
    }
  });

  it('is perhaps delivered when the service hangs, and fails when the keys are lost, or the address is private', async () => {
    service.hang();
    expect(await channel().deliver('page', page(), deviceMethod(), { deadlineMs: 1_000 })).toMatchObject({
      reason: 'delivery.outcome_unknown',
      retry: true,
    });
    expect(await channel().deliver('page', page(), { ...deviceMethod(), secret: null }, { deadlineMs: 100 })).toMatchObject({
      reason: 'delivery.subscription_gone',
    });
    const strict = new OutgoingHttp();
    const outcome = await createPushChannel({ http: strict, keys, contact: () => 'mailto:a@b.example', now }).deliver(
      'page',
      page(),
      deviceMethod(),
      { deadlineMs: 5_000 },
    );
    expect(outcome).toMatchObject({ reason: 'delivery.private_address', retry: false });
    strict.close();
  });

  it('is refused by a service that knows another key', async () => {
    const other = pushKeysOf(new MemoryVault());
    const outcome = await createPushChannel({ http, keys: other, contact: () => 'mailto:a@b.example', now }).deliver(
      'page',
      page(),
      deviceMethod(),
      { deadlineMs: 5_000 },
    );
    expect(outcome).toMatchObject({ reason: 'delivery.push_key_refused', detail: 'Answered 403.' });
  });
});

describe('the key pair of an installation', () => {
  it('is made once and kept in the vault', () => {
    const vault = new MemoryVault();
    expect(pushKeysOf(vault)).toEqual(pushKeysOf(vault));
    expect(pushKeysOf(new MemoryVault()).publicKey).not.toBe(pushKeysOf(vault).publicKey);
    expect(Buffer.from(pushKeysOf(vault).publicKey, 'base64url')).toHaveLength(65);
  });

  it('says whom push services may write to', () => {
    expect(pushContact('https://tocsin.example', null)).toBe('https://tocsin.example');
    expect(pushContact('http://localhost:3000', 'Tocsin <bell@example.org>')).toBe('mailto:bell@example.org');
    expect(pushContact('http://tocsin.lan', null)).toBe('mailto:tocsin@tocsin.lan');
  });
});
