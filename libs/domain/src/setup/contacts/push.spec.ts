import { given } from '@tocsin/kernel/decide/given.js';
import { bo, byBo, byObserver, bySystem, readsAfter } from '../../configuration.fixture.js';
import { boJoined } from '../people/facts.fixture.js';
import { contactsDecider } from './decider.js';
import { emailAdded, phoneAdded, phoneLost, phoneId, phoneRenewed } from './facts.fixture.js';
import { goneMethodProcess } from './gone-method.process.js';

const reads = readsAfter(boJoined);
const asBo = { actor: byBo, reads };
const asSystem = { actor: bySystem, reads };
const add = {
  type: 'AddContactMethod',
  data: {
    personId: bo,
    contactMethodId: phoneId,
    kind: 'push',
    address: 'https://push.example/1',
    secretRef: 'keys-1',
    label: 'Chrome on Android',
  },
};
const disableCommand = {
  type: 'DisableContactMethod',
  data: { personId: bo, contactMethodId: phoneId, reason: 'delivery.subscription_gone' },
};
const renew = {
  type: 'RenewPushSubscription',
  data: { personId: bo, contactMethodId: phoneId, address: 'https://push.example/2', secretRef: 'keys-2' },
};

describe('a device that push rings', () => {
  it('needs no code: the permission that the browser asked for is the proof, and the rules that were chosen come with it', () => {
    const rules = [
      { urgency: 'high', delayMinutes: 0 },
      { urgency: 'low', delayMinutes: 0 },
    ];
    const facts = given(contactsDecider)
      .when({ ...add, data: { ...add.data, rules } }, asBo)
      .facts();
    expect(facts[0]).toEqual(phoneAdded);
    expect(facts.slice(1)).toMatchObject([
      { type: 'NotificationRuleAdded', data: { urgency: 'high', delayMinutes: 0 } },
      { type: 'NotificationRuleAdded', data: { urgency: 'low', delayMinutes: 0 } },
    ]);
  });

  it('is one method, whoever adds it twice', () => {
    expect(given(contactsDecider, [phoneAdded]).when(add, asBo).nothing()).toBe(true);
    const addAgain = { ...add, data: { ...add.data, contactMethodId: undefined } };
    expect(given(contactsDecider, [phoneAdded]).when(addAgain, asBo).refusal()).toBe('contact_method.address_taken');
  });

  it('is not tried any more once it is gone, and that is said once', () => {
    expect(given(contactsDecider, [phoneAdded]).when(disableCommand, asSystem).facts()).toEqual([phoneLost]);
    expect(given(contactsDecider, [phoneAdded, phoneLost]).when(disableCommand, asSystem).nothing()).toBe(true);
    expect(given(contactsDecider, []).when(disableCommand, asSystem).nothing()).toBe(true);
  });

  it('is declared gone by Tocsin alone', () => {
    expect(given(contactsDecider, [phoneAdded]).when(disableCommand, asBo).refusal()).toBe('permission.denied');
  });

  it('is back with the address that its browser tells', () => {
    expect(given(contactsDecider, [phoneAdded, phoneLost]).when(renew, asBo).facts()).toEqual([phoneRenewed]);
    expect(given(contactsDecider, [phoneAdded, phoneRenewed]).when(renew, asBo).nothing()).toBe(true);
    expect(given(contactsDecider, [emailAdded]).when(renew, asBo).refusal()).toBe('contact_method.not_found');
    expect(given(contactsDecider, [phoneAdded]).when(renew, { actor: byObserver, reads }).refusal()).toBe('permission.denied');
  });

  it('is gone when a provider said so of an attempt, and at no other failure', () => {
    const reactToFailure = (data: object) => goneMethodProcess.on.AttemptFailed!.then({ data } as never, new Map());
    const of = { personId: bo, contactMethodId: phoneId };
    expect(reactToFailure({ reason: 'delivery.subscription_gone', gone: of })).toEqual([disableCommand]);
    expect(reactToFailure({ reason: 'delivery.timeout' })).toEqual([]);
  });
});
