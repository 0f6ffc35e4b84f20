import { byAdmin, byBo, byObserver, bo, idOf, recordedFacts } from '@tocsin/domain/configuration.fixture.js';
import { signInConfigured } from '@tocsin/domain/setup/sign-in/facts.fixture.js';
import type { Fact } from '@tocsin/contracts/catalogue.js';
import type { Actor } from '@tocsin/contracts/envelope.js';
import { showEvent } from './event-visibility.js';

const dataOf = (fact: Fact, actor: Actor): unknown => showEvent(recordedFacts([fact])[0]!, { actor }).data;
const device = { personId: bo, contactMethodId: idOf('c1') };
const address = 'https://push.example.org/a-secret-capability';
const renewed: Fact = { type: 'PushSubscriptionRenewed', data: { ...device, address, secretRef: 'push-subscription:1' } };
const added: Fact = {
  type: 'ContactMethodAdded',
  data: { ...device, kind: 'push', address, verified: true, secretRef: 'push-subscription:1', label: 'Phone of Bo' },
};

describe('an event, as somebody may see it', () => {
  it('keeps the address of a device, also a new one, and what it is called, to its person and to admins', () => {
    for (const actor of [byBo, byAdmin]) {
      expect(dataOf(renewed, actor)).toMatchObject({ address });
      expect(dataOf(added, actor)).toMatchObject({ address, label: 'Phone of Bo' });
    }
    expect(dataOf(renewed, byObserver)).toEqual({ ...device, address: '', secretRef: '' });
    expect(dataOf(added, byObserver)).toMatchObject({ address: '', label: '' });
  });

  it('keeps account and prices of a connection to owners and admins', () => {
    const fields = { baseUrl: 'https://api.twilio.com', prices: 'EUR +41 0.07 0.02' };
    const settings = { connectionId: idOf('7a'), name: 'Twilio', fields, secretRef: 'connection:1' };
    const changes: readonly Fact[] = [
      { type: 'ConnectionAdded', data: { ...settings, kind: 'twilio' } },
      { type: 'ConnectionChanged', data: settings },
    ];
    const command = { type: 'AddConnection', data: { ...settings, kind: 'twilio' } };
    const step: Fact = { type: 'ConfigStepsPrepared', data: { planId: idOf('f1'), part: 0, steps: [{ command, about: 'a', owned: [] }] } };
    expect(JSON.stringify(dataOf(step, byAdmin))).toContain('+41');
    expect(dataOf(step, byBo)).toMatchObject({ steps: [{ command: { data: { fields: {}, secretRef: '' } } }] });
    for (const fact of changes) {
      expect(dataOf(fact, byAdmin)).toMatchObject({ name: 'Twilio', fields });
      for (const actor of [byBo, byObserver]) expect(dataOf(fact, actor)).toMatchObject({ name: 'Twilio', fields: {}, secretRef: '' });
    }
  });

  it('keeps what somebody saved to themselves alone', () => {
    const searchSaved: Fact = { type: 'SearchSaved', data: { personId: bo, searchId: idOf('5e'), name: 'Mine', query: 'q=x' } };
    expect(dataOf(searchSaved, byBo)).toMatchObject({ name: 'Mine', query: 'q=x' });
    for (const actor of [byObserver, byAdmin]) expect(dataOf(searchSaved, actor)).toMatchObject({ name: '', query: '' });
  });

  it('keeps an address that is not theirs yet to themselves alone, and one that is to admins, too', () => {
    const [email, earlierEmail] = ['bo@new.example', 'bo@example.org'];
    const changeAsked: Fact = { type: 'EmailChangeAsked', data: { personId: bo, email, expiresAt: '2026-11-21T03:42:00.000Z' } };
    const emailChanged: Fact = { type: 'EmailChanged', data: { personId: bo, email, earlierEmail } };
    expect(dataOf(changeAsked, byBo)).toMatchObject({ email });
    for (const actor of [byAdmin, byObserver]) expect(dataOf(changeAsked, actor)).toMatchObject({ email: '' });
    expect(dataOf(emailChanged, byAdmin)).toMatchObject({ email, earlierEmail });
    expect(dataOf(emailChanged, byObserver)).toMatchObject({ email: '', earlierEmail: '' });
  });

  it('holds no hash and no place of a secret for anybody, and says still whether there was one', () => {
    const changeWithLink = (linkHash: string | null): Fact => ({
      type: 'PasswordChanged',
      data: { personId: bo, passwordRef: 'password:1', linkHash },
    });
    expect(dataOf(changeWithLink('h'), byAdmin)).toEqual({ personId: bo, passwordRef: '', linkHash: '' });
    expect(dataOf(changeWithLink(null), byBo)).toEqual({ personId: bo, passwordRef: '', linkHash: null });
  });

  it('keeps to admins and auditors which provider people sign in by, and whom it lets in; its name is on the button for all', () => {
    const auditor: Actor = { ...byObserver, roles: ['observer', 'auditor'] };
    for (const actor of [byAdmin, auditor]) expect(dataOf(signInConfigured, actor)).toMatchObject({ openId: { domains: ['example.org'] } });
    for (const actor of [byBo, byObserver]) {
      const openId = { label: 'Harbour ID', issuer: '', clientId: '', clientSecretRef: '', domains: [] };
      expect(dataOf(signInConfigured, actor)).toEqual({ openId, onlyOpenId: true });
    }
    const passwords: Fact = { type: 'SignInConfigured', data: { openId: null, onlyOpenId: false } };
    expect(dataOf(passwords, byObserver)).toEqual({ openId: null, onlyOpenId: false });
  });

  it('leaves what senders say as it is, whatever they call a label', () => {
    const event = { ...recordedFacts([renewed])[0]!, type: 'AlertsFired', data: { alerts: [{ labels: { imageRef: 'a', gitHash: 'b' } }] } };
    expect(showEvent(event, { actor: byObserver })).toBe(event);
  });
});
