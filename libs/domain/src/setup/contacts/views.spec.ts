import type { ContactFact } from '@tocsin/contracts/contacts/events.js';
import { foldRows } from '@tocsin/kernel/decide/given.js';
import { ana, bo, recordedFacts } from '../../configuration.fixture.js';
import { codeRequested, codeSent, emailAdded, emailId, emailVerified, highRule, ruleId } from './facts.fixture.js';
import { contactsView } from './views.js';

const rowOfBo = (...facts: readonly ContactFact[]) => foldRows(contactsView, recordedFacts(facts)).get(bo);
const method = { contactMethodId: emailId, kind: 'email', address: 'bo@example.org', secretRef: null };

describe('the row of a person’s contact methods', () => {
  it('shows how far the proof of an address has come', () => {
    const verification = { expiresAt: '2026-11-21T03:42:00.000Z', askedBy: ana };
    const unverified = { ...method, verified: false };
    expect(rowOfBo(emailAdded)?.methods).toEqual([{ ...unverified, verification: null }]);
    expect(rowOfBo(emailAdded, codeRequested)?.methods).toEqual([{ ...unverified, verification: { ...verification, state: 'asked' } }]);
    expect(rowOfBo(emailAdded, codeRequested, codeSent)?.methods).toEqual([
      { ...unverified, verification: { ...verification, state: 'sent' } },
    ]);
    const failedFact: ContactFact = {
      type: 'VerificationFailed',
      data: { personId: bo, contactMethodId: emailId, reason: 'delivery.timeout', detail: '30 s' },
    };
    expect(rowOfBo(emailAdded, codeRequested, failedFact)?.methods[0]?.verification).toMatchObject({
      state: 'failed',
      reason: 'delivery.timeout',
    });
    expect(rowOfBo(emailAdded, codeRequested, emailVerified)).toEqual({
      id: bo,
      methods: [{ ...method, verified: true, verification: null, verifiedAt: expect.any(String) as string }],
      rules: [],
    });
  });

  it('shows the rules as they stand', () => {
    const changedFact: ContactFact = { type: 'NotificationRuleChanged', data: { personId: bo, ruleId, delayMinutes: 10 } };
    const removedFact: ContactFact = { type: 'NotificationRuleRemoved', data: { personId: bo, ruleId } };
    expect(rowOfBo(emailAdded, highRule, changedFact)?.rules).toEqual([
      { ruleId, urgency: 'high', contactMethodId: emailId, delayMinutes: 10 },
    ]);
    expect(rowOfBo(emailAdded, highRule, removedFact)?.rules).toEqual([]);
  });

  it('is its person’s own', () => {
    expect(contactsView.owner?.(rowOfBo(emailAdded)!)).toBe(bo);
  });
});
