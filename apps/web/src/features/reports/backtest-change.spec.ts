import type { ContactRow } from '@tocsin/contracts/contacts/rows.js';
import { ids, names as namesFor } from '../../data/words/names.fixture.js';
import { changeWords } from './backtest-change.js';

const [personId, ruleId, contactMethodId] = [ids.ana, 'rule', 'phone'];
const names = namesFor();
const contact = {
  id: personId,
  methods: [{ contactMethodId, kind: 'webhook' }],
  rules: [{ ruleId, contactMethodId, urgency: 'high', delayMinutes: 5 }],
} as unknown as ContactRow;
const add = { type: 'AddNotificationRule', data: { personId, contactMethodId, urgency: 'low', delayMinutes: 90 } } as const;
const change = { type: 'ChangeNotificationRule', data: { personId, ruleId, delayMinutes: 0 } } as const;
const remove = { type: 'RemoveNotificationRule', data: { personId, ruleId } } as const;

describe('a changed notification rule', () => {
  const who = names.person(personId);

  it('is named by its person, contact method and urgency', () => {
    expect([add, change, remove].map((one) => changeWords(one, names, contact))).toEqual([
      `Added notification rule: ${who}, webhook, low urgency, after 1 h 30 min`,
      `Changed notification rule: ${who}, webhook, high urgency, at once`,
      `Removed notification rule: ${who}, webhook, high urgency, after 5 min`,
    ]);
  });

  it('is told apart by its address where the person has two contact methods of the kind', () => {
    const second = { contactMethodId: 'second', kind: 'webhook', address: 'https://second.example/' };
    const two = { ...contact, methods: [...contact.methods, second] } as unknown as ContactRow;
    expect(changeWords({ ...add, data: { ...add.data, contactMethodId: 'second' } }, names, two)).toBe(
      `Added notification rule: ${who}, Webhook https://second.example/, low urgency, after 1 h 30 min`,
    );
  });

  it('is named by its person alone where it is gone', () => {
    const gone = { ...contact, methods: [], rules: [] };
    expect([remove, add].map((one) => changeWords(one, names, gone))).toEqual([
      `Removed notification rule: ${who}`,
      `Added notification rule: ${who}, low urgency, after 1 h 30 min`,
    ]);
    expect(changeWords(change, names, null)).toBe(`Changed notification rule: ${who}, at once`);
  });
});
