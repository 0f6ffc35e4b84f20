import type { ContactMethod, ContactRow } from '@tocsin/contracts/contacts.js';
import { readinessOf } from './readiness.js';

const method = (kind: ContactMethod['kind'], changes: Partial<ContactMethod> = {}): ContactMethod => ({
  contactMethodId: kind,
  kind,
  address: 'ana@example.org',
  verified: true,
  verification: null,
  secretRef: null,
  ...changes,
});
const contact = (methods: readonly ContactMethod[], rules: ContactRow['rules'] = []): ContactRow => ({
  id: 'ana',
  methods: [...methods],
  rules,
});
const atOnce = { ruleId: 'r', urgency: 'high' as const, contactMethodId: 'push', delayMinutes: 0 };
const says = (methods: readonly ContactMethod[], who: 'you' | 'they' = 'you') => readinessOf(contact(methods), [], who).says;
const step = (waitMinutes: number, ...persons: string[]) => ({
  targets: persons.map((personId) => ({ kind: 'person' as const, personId })),
  waitMinutes,
  notifyOthersStill: false,
});
const policy = (...steps: ReturnType<typeof step>[]) => ({ id: 'p', name: 'Payments', removed: false, steps });

describe('readiness', () => {
  it('says in one sentence whether a page would reach somebody', () => {
    expect(says([])).toBe('Nothing can wake you: there is no contact method that works.');
    expect(says([method('email', { verified: false })])).toBe('Nothing can wake you: there is no contact method that works.');
    expect(says([method('browser')])).toBe('Right now only this open tab can wake you.');
    expect(says([method('browser')], 'they')).toBe('Right now only an open tab can wake them.');
    expect(says([method('browser'), method('email')])).toBe('You would get a mail; nothing rings a locked phone.');
    expect(says([method('push')])).toBe('A page would reach you.');
    expect(says([method('webhook')], 'they')).toBe('A page would reach them.');
  });

  it('is fine with anything but a tab that has to be open', () => {
    expect([method('browser'), method('email'), method('push')].map((one) => readinessOf(contact([one]), [], 'you').isFine)).toEqual([
      false,
      true,
      true,
    ]);
  });

  it('says of push that it can’t break Do-not-disturb, and of a device that is gone why it is not used', () => {
    const gone = method('push', { verified: false, disabled: { reason: 'delivery.subscription_gone', at: '2026-11-21T03:12:00.000Z' } });
    const { methods } = readinessOf(contact([method('push', { label: 'Chrome on Android' }), gone]), [], 'you');
    expect(methods[0]).toMatchObject({
      name: 'Push to Chrome on Android',
      isUsable: true,
      says: expect.stringContaining('Do-not-disturb'),
    });
    expect(methods[1]).toMatchObject({ isUsable: false, says: expect.stringMatching(/^Not used: the browser took back its permission/) });
  });

  it('warns when the loudest rule comes later than the step leaves', () => {
    const rule = (delayMinutes: number) => ({ ruleId: 'r', urgency: 'high' as const, contactMethodId: 'push', delayMinutes });
    const warnings = (delay: number) =>
      readinessOf(contact([method('push')], [rule(delay)]), [policy(step(5, 'ana'), step(5, 'bo'))], 'you').warnings;
    expect(warnings(4)).toEqual([]);
    expect(warnings(5)).toEqual([expect.stringMatching(/waits 5 min; step 1 of Payments leaves 5 min/)]);
  });

  it('says what happens when no rule can be used', () => {
    expect(readinessOf(contact([method('push')]), [], 'you').warnings).toEqual([expect.stringMatching(/^No rule for high urgency/)]);
    expect(readinessOf(contact([]), [], 'you').warnings).toEqual([]);
  });

  it('says when there is nobody behind', () => {
    const behind = (...steps: ReturnType<typeof step>[]) =>
      readinessOf(contact([method('push')], [atOnce]), [policy(...steps)], 'you').warnings;
    expect(behind(step(5, 'ana'), step(5, 'ana'))).toEqual(['There is nobody behind you in Payments.']);
    expect(behind(step(5, 'ana'), step(5, 'bo'))).toEqual([]);
    expect(behind(step(5, 'bo'))).toEqual([]);
  });
});
