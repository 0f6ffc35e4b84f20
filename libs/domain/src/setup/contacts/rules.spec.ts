import { given } from '@tocsin/kernel/decide/given.js';
import { bo, byBo, byObserver, idOf, readsAfter } from '../../configuration.fixture.js';
import { boJoined } from '../people/facts.fixture.js';
import { contactsDecider } from './decider.js';
import { emailAdded, emailId, highRule, ruleId } from './facts.fixture.js';

const reads = readsAfter(boJoined);
const asBo = { actor: byBo, reads };
const other = { actor: byObserver, reads };
const withEmail = given(contactsDecider, [emailAdded]);
const withRule = given(contactsDecider, [emailAdded, highRule]);

describe('a notification rule', () => {
  const add = { type: 'AddNotificationRule', data: highRule.data as object };
  const change = { type: 'ChangeNotificationRule', data: { personId: bo, ruleId, delayMinutes: 10 } };
  const remove = { type: 'RemoveNotificationRule', data: { personId: bo, ruleId } };

  it('is added', () => {
    expect(withEmail.when(add, asBo).facts()).toEqual([highRule]);
    expect(withEmail.when({ ...add, data: { ...add.data, ruleId: undefined } }, asBo).types()).toEqual(['NotificationRuleAdded']);
  });

  it('is not added twice', () => {
    expect(withRule.when(add, asBo).nothing()).toBe(true);
    expect(withRule.when({ ...add, data: { ...add.data, ruleId: idOf('42') } }, asBo).nothing()).toBe(true);
    expect(withRule.when({ ...add, data: { ...add.data, delayMinutes: 9 } }, asBo).refusal()).toBe('conflict.revision');
  });

  it('needs a contact method, and room', () => {
    expect(given(contactsDecider).when(add, asBo).refusal()).toBe('contact_method.not_found');
    const fifteen = Array.from({ length: 15 }, (_, n) => ({
      type: 'NotificationRuleAdded',
      data: { personId: bo, ruleId: idOf(`4${n}`), urgency: 'low', contactMethodId: emailId, delayMinutes: n },
    }));
    expect(
      given(contactsDecider, [emailAdded, ...fifteen])
        .when({ ...add, data: { ...add.data, ruleId: idOf('f') } }, asBo)
        .refusal(),
    ).toBe('limit.notification_rules');
  });

  it('is changed', () => {
    const changedFact = { type: 'NotificationRuleChanged', data: change.data };
    expect(withRule.when(change, asBo).facts()).toEqual([changedFact]);
    expect(given(contactsDecider, [emailAdded, highRule, changedFact]).when(change, asBo).nothing()).toBe(true);
    expect(withEmail.when(change, asBo).refusal()).toBe('notification_rule.not_found');
  });

  it('is not changed into one that is there already', () => {
    const second = { type: 'NotificationRuleAdded', data: { ...highRule.data, ruleId: idOf('42'), delayMinutes: 10 } };
    const changeDecision = given(contactsDecider, [emailAdded, highRule, second]).when(change, asBo);
    expect(changeDecision.nothing()).toBe(true);
    const lowRule = { ...second, data: { ...second.data, urgency: 'low' } };
    expect(given(contactsDecider, [emailAdded, highRule, lowRule]).when(change, asBo).types()).toEqual(['NotificationRuleChanged']);
  });

  it('is removed', () => {
    expect(withRule.when(remove, asBo).facts()).toEqual([{ type: 'NotificationRuleRemoved', data: remove.data }]);
    expect(withEmail.when(remove, asBo).refusal()).toBe('notification_rule.not_found');
  });

  it.each([add, change, remove])('is nobody else’s affair ($type)', (command) => {
    expect(withRule.when(command, other).refusal()).toBe('permission.denied');
  });
});
