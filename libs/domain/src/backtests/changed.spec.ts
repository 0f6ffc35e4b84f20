import type { BacktestChange } from '@tocsin/contracts/backtests.js';
import type { Outcome } from '@tocsin/kernel/replay/world.js';
import { idOf } from '../configuration.fixture.js';
import { isMadeBy, replacedBy } from './changed.js';

const [personId, contactMethodId, ruleId, other, existing] = ['b0', 'c0', '10', '20', '30'].map(idOf) as [
  string,
  string,
  string,
  string,
  string,
];
const done: Outcome = { kind: 'done', stream: '', facts: [] };
const rule = { personId, contactMethodId, urgency: 'high' as const, delayMinutes: 5 };
const change = (id: string, delayMinutes = 10) => ({ type: 'ChangeNotificationRule', data: { personId, ruleId: id, delayMinutes } });
const remove = (id: string) => ({ type: 'RemoveNotificationRule', data: { personId, ruleId: id } });
const add = (id: string, more: object = {}) => ({ type: 'AddNotificationRule', data: { ...rule, ruleId: id, ...more } });

describe('a removed or changed notification rule', () => {
  const removed: BacktestChange = { type: 'RemoveNotificationRule', data: { personId, ruleId } };

  it('takes the place of recorded edits of that rule alone', () => {
    for (const tried of [removed, { type: 'ChangeNotificationRule', data: { personId, ruleId, delayMinutes: 5 } } as const]) {
      const isReplaced = replacedBy(tried, done);
      expect([change(ruleId), remove(ruleId)].map(isReplaced)).toEqual([true, true]);
      expect([change(other), remove(other), add(other)].map(isReplaced)).toEqual([false, false, false]);
    }
  });
});

describe('an added notification rule', () => {
  const added: BacktestChange = { type: 'AddNotificationRule', data: rule };

  it('takes the place of the same rule that was added later, and of what was done with it', () => {
    const isReplaced = replacedBy(added, done);
    expect([change(other), remove(other)].map(isReplaced)).toEqual([false, false]);
    expect([add(other), change(other), change(other, 15), remove(other)].map(isReplaced)).toEqual([true, true, true, true]);
  });

  it('takes the place of edits of the same rule that was there already', () => {
    const isReplaced = replacedBy(added, { kind: 'nothing', says: { ruleId: existing } });
    expect([change(existing), remove(existing)].map(isReplaced)).toEqual([true, true]);
  });

  it('leaves other rules as they were: of another delay, urgency or method', () => {
    const isReplaced = replacedBy(added, done);
    const others = [{ delayMinutes: 6 }, { urgency: 'low' }, { contactMethodId: other }];
    expect(others.map((more) => isReplaced(add(ruleId, more)))).toEqual([false, false, false]);
    expect(isReplaced(remove(ruleId))).toBe(false);
  });

  it('can be there once its contact method is', () => {
    const made = (id: string): boolean => isMadeBy(added, { type: 'ContactMethodAdded', data: { personId, contactMethodId: id } });
    expect([made(contactMethodId), made(other)]).toEqual([true, false]);
  });
});
