import type { ContactMethod, ContactRow } from '@tocsin/contracts/people.js';
import { ids } from '../../data/names.fixture.js';
import { delayWords, methodWords, reachOf, rulesFor } from './rule-sentences.js';

const method = (contactMethodId: string, kind: ContactMethod['kind'], verified = true): ContactMethod => ({
  contactMethodId,
  kind,
  address: kind === 'browser' ? '' : 'ana@example.org',
  verified,
  verification: null,
  secretRef: null,
});
const rule = (contactMethodId: string, delayMinutes = 0) => ({
  ruleId: contactMethodId + delayMinutes,
  urgency: 'high' as const,
  contactMethodId,
  delayMinutes,
});
const contact = (methods: ContactMethod[], rules: ContactRow['rules']): ContactRow => ({ id: ids.ana, methods, rules });

describe('whether a page would reach me', () => {
  it.each([
    ['no verified contact method', contact([method('m', 'email', false)], [rule('m')])],
    ['every verified method at once', contact([method('m', 'email')], [])],
    ['Only an open browser', contact([method('b', 'browser')], [rule('b')])],
  ])('no: %s', (says, row) => expect(reachOf(row, true)).toMatchObject({ isFine: false, says: expect.stringContaining(says) }));

  it('yes, and how', () => {
    const row = contact([method('b', 'browser'), method('m', 'email')], [rule('m', 5), rule('b')]);
    expect(reachOf(row, false)).toEqual({ isFine: true, says: 'A page would reach you: at once by this browser, or any that is open.' });
  });
});

it('rules are read from the soonest', () => {
  const row = contact([], [rule('a', 5), rule('b', 0)]);
  expect(rulesFor(row, 'high').map(({ delayMinutes }) => delayWords(delayMinutes))).toEqual(['At once', 'After 5 min']);
  expect(methodWords(undefined)).toBe('a method that is gone');
});
