import type { ContactMethod, ContactRow } from '@tocsin/contracts/contacts/rows.js';
import { lossesWithout } from './losses.js';

const method = (kind: ContactMethod['kind'], changes: Partial<ContactMethod> = {}): ContactMethod => ({
  contactMethodId: kind,
  kind,
  address: 'ana@example.org',
  verified: true,
  verification: null,
  secretRef: null,
  ...changes,
});
const high = (contactMethodId: string) => ({ ruleId: contactMethodId, urgency: 'high' as const, contactMethodId, delayMinutes: 0 });
const step = (...persons: string[]) => ({
  stepId: 's',
  targets: persons.map((personId) => ({ kind: 'person' as const, personId })),
  waitMinutes: 5,
  notifyOthersStill: false,
});
const policies = [{ id: 'p', name: 'Payments', removed: false, steps: [step('ana'), step('ana', 'bo')] }];
const losses = (contactMethodId: string, methods: ContactMethod[], rules: ContactRow['rules'] = []) =>
  lossesWithout(contactMethodId, { contact: { id: 'ana', methods, rules }, receipts: null, policies, now: 0 });

const [phone, mail, tab] = [method('push'), method('email'), method('browser')];

describe('switching a contact method off', () => {
  it('uncovers nothing where another one does the same', () => {
    expect(losses('push', [phone, method('webhook')], [high('push'), high('webhook')])).toEqual([]);
    expect(losses('email', [phone, mail], [high('push'), high('email')])).toEqual([]);
  });

  it('says that nothing is left, and which steps page nobody else', () => {
    expect(losses('push', [phone], [high('push')])).toEqual([
      'No other contact method works: you can’t be paged until you switch one on.',
      'Step 1 of Payments pages only you.',
    ]);
    // an already switched-off method does not count as remaining
    const off = method('email', { switchedOffAt: '2026-11-21T03:12:00.000Z' });
    expect(losses('push', [phone, off], [high('push'), high('email')])[0]).toContain('No other contact method works');
  });

  it('says what is left where that is less', () => {
    expect(losses('push', [phone, mail], [high('push'), high('email')])).toEqual([
      'Only e-mail would be left: nothing would wake a locked phone.',
    ]);
    expect(losses('email', [mail, tab], [high('email'), high('browser')])).toEqual([
      'Only an open browser tab would alert you.',
      'Step 1 of Payments pages only you.',
    ]);
  });

  it('says that the last rule for high urgency goes with it', () => {
    expect(losses('push', [phone, method('webhook')], [high('push')])).toEqual([
      'It has your last rule for high urgency. Without a rule, pages are sent immediately by every working method.',
    ]);
  });
});
