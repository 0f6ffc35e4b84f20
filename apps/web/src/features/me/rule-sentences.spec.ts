import type { ContactMethod, ContactRow } from '@tocsin/contracts/contacts.js';
import { ids } from '../../data/names.fixture.js';
import { delayWords, methodWords, rulesFor } from './rule-sentences.js';

const rule = (contactMethodId: string, delayMinutes = 0) => ({
  ruleId: contactMethodId + delayMinutes,
  urgency: 'high' as const,
  contactMethodId,
  delayMinutes,
});
const contact = (methods: ContactMethod[], rules: ContactRow['rules']): ContactRow => ({ id: ids.ana, methods, rules });

it('rules are read from the soonest', () => {
  const row = contact([], [rule('a', 5), rule('b', 0)]);
  expect(rulesFor(row, 'high').map(({ delayMinutes }) => delayWords(delayMinutes))).toEqual(['At once', 'After 5 min']);
  expect(methodWords(undefined)).toBe('a method that is gone');
});
