import type { ContactRow } from '@tocsin/contracts/contact-rows.js';
import { ids, names as namesFor } from '../../data/words/names.fixture.js';
import { changeWords } from './backtest-change.js';

const [personId, ruleId, contactMethodId] = [ids.ana, 'rule', 'phone'];
const names = namesFor();
const contact = {
  id: personId,
  methods: [{ contactMethodId, kind: 'webhook' }],
  rules: [{ ruleId, contactMethodId, urgency: 'high', delayMinutes: 0 }],
} as unknown as ContactRow;
const add = { type: 'AddNotificationRule', data: { personId, contactMethodId, urgency: 'low', delayMinutes: 90 } } as const;
const change = { type: 'ChangeNotificationRule', data: { personId, ruleId, delayMinutes: 0 } } as const;
const remove = { type: 'RemoveNotificationRule', data: { personId, ruleId } } as const;

describe('a changed notification rule', () => {
  const who = names.person(personId);

  it('is named by its person, contact method and urgency', () => {
    expect([add, change, remove].map((one) => changeWords(one, names, contact))).toEqual([
      `notification rule of ${who} (webhook, low urgency): added, after 1 h 30 min`,
      `notification rule of ${who} (webhook, high urgency): at once`,
      `notification rule of ${who} (webhook, high urgency): removed`,
    ]);
  });

  it('is named by its person alone where it is gone', () => {
    const gone = { ...contact, methods: [], rules: [] };
    expect([remove, add].map((one) => changeWords(one, names, gone))).toEqual([
      `notification rule of ${who}: removed`,
      `notification rule of ${who} (low urgency): added, after 1 h 30 min`,
    ]);
    expect(changeWords(change, names, null)).toBe(`notification rule of ${who}: at once`);
  });
});
