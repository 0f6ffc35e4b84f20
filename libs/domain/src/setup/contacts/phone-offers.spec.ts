import type { ContactFact } from '@tocsin/contracts/contacts/events.js';
import { given } from '@tocsin/kernel/decide/given.js';
import { bo, byAdmin, byBo, byOwner, bySystem, idOf, readsAfter } from '../../configuration.fixture.js';
import { twilioAdded } from '../connections/facts.fixture.js';
import { boJoined } from '../people/facts.fixture.js';
import { contactsDecider } from './decider.js';
import { offerTimersOf } from './phone-offers.js';

const now = '2026-11-29T12:00:00.000Z';
const ninetyDaysLater = '2027-02-27T12:00:00.000Z';
const offerId = idOf('0f');
const offer = { offerId, system: 'opsgenie', kind: 'sms', ending: '42', secretRef: 'phone-offer:1' } as const;
const offered: ContactFact = { type: 'PhoneNumberOffered', data: { personId: bo, ...offer, expiresAt: ninetyDaysLater } };
const ended = (because: 'used' | 'declined' | 'expired'): ContactFact => ({
  type: 'PhoneOfferEnded',
  data: { personId: bo, offerId, because },
});
const reads = readsAfter(boJoined, twilioAdded);
const offerNumbers = { type: 'OfferPhoneNumbers', data: { personId: bo, offers: [offer] } };
const accept = { type: 'UsePhoneOffer', data: { personId: bo, offerId, kind: 'sms', address: '+41791234542' } };
const decline = { type: 'DeclinePhoneOffer', data: { personId: bo, offerId } };
const expire = { type: 'ExpirePhoneOffer', data: { personId: bo, offerId } };

describe('a phone number from another system', () => {
  it('is offered for 90 days by who may import, and never again, however it ended', () => {
    expect(given(contactsDecider).when(offerNumbers, { actor: byAdmin, reads, now }).facts()).toEqual([offered]);
    expect(given(contactsDecider).when(offerNumbers, { actor: byBo, reads, now }).refusal()).toBe('permission.denied');
    expect(given(contactsDecider, [offered]).when(offerNumbers, { actor: byAdmin, reads, now }).nothing()).toBe(true);
    expect(
      given(contactsDecider, [offered, ended('declined')])
        .when(offerNumbers, { actor: byAdmin, reads, now })
        .nothing(),
    ).toBe(true);
  });

  it('becomes a contact method with a code, by its person alone', () => {
    const open = given(contactsDecider, [offered]);
    expect(open.when(accept, { actor: byBo, reads, now }).types()).toEqual(['ContactMethodAdded', 'VerificationAsked', 'PhoneOfferEnded']);
    expect(open.when(accept, { actor: byOwner, reads, now }).refusal()).toBe('permission.denied');
    expect(open.when(decline, { actor: byAdmin, reads, now }).refusal()).toBe('permission.denied');
    expect(
      given(contactsDecider, [offered, ended('used')])
        .when(accept, { actor: byBo, reads, now })
        .refusal(),
    ).toBe('phone_offer.not_found');
  });

  it('stays offered while nothing sends to it', () => {
    const without = readsAfter(boJoined);
    expect(given(contactsDecider, [offered]).when(accept, { actor: byBo, reads: without, now }).refusal()).toBe('connection.not_set_up');
  });

  it('is declined once', () => {
    expect(given(contactsDecider, [offered]).when(decline, { actor: byBo, reads, now }).facts()).toEqual([ended('declined')]);
    expect(given(contactsDecider).when(decline, { actor: byBo, reads, now }).refusal()).toBe('phone_offer.not_found');
  });

  it('is deleted by a timer after 90 days, not before', () => {
    const open = given(contactsDecider, [offered]);
    expect(open.when(expire, { actor: bySystem, reads, now }).nothing()).toBe(true);
    expect(open.when(expire, { actor: bySystem, reads, now: ninetyDaysLater }).facts()).toEqual([ended('expired')]);
    const row = { id: bo, methods: [], rules: [], phoneOffers: [{ ...offer, expiresAt: ninetyDaysLater, plannedBy: 'e1' }] };
    expect(offerTimersOf(row)).toEqual([
      expect.objectContaining({
        dueAt: ninetyDaysLater,
        plannedBy: 'e1',
        command: { type: 'ExpirePhoneOffer', data: { personId: bo, offerId } },
      }),
    ]);
  });
});
