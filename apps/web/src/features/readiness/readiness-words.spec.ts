import type { ContactMethod, ContactRow } from '@tocsin/contracts/contacts/rows.js';
import { readinessOf } from '@tocsin/contracts/people/readiness.js';
import { readinessReasons } from '@tocsin/contracts/people/readiness-reasons.js';
import { sharedReadinessReasons } from '@tocsin/contracts/people/shared-readiness-reasons.js';
import { appRoutes } from '@tocsin/testing/browser/app-routes.js';
import { letterTo, mailtoOf } from './letter.js';
import { methodName, methodStateText } from '../contacts/shared/method-words.js';
import { firstText, isShownElsewhere, reachText, reasonText, type ReasonPerson } from './readiness-words.js';

const method = (kind: ContactMethod['kind'], changes: Partial<ContactMethod> = {}): ContactMethod => ({
  contactMethodId: kind,
  kind,
  address: 'ana@example.org',
  verified: true,
  verification: null,
  secretRef: null,
  ...changes,
});
const atOnce = { ruleId: 'r', urgency: 'high' as const, contactMethodId: 'push', delayMinutes: 0 };
const step = (waitMinutes: number, ...persons: string[]) => ({
  stepId: 's',
  targets: persons.map((personId) => ({ kind: 'person' as const, personId })),
  waitMinutes,
  notifyOthersStill: false,
});
const policy = (...steps: ReturnType<typeof step>[]) => ({ id: 'p', name: 'Payments', removed: false, steps });
const readiness = (methods: readonly ContactMethod[], rules: ContactRow['rules'] = [], policies: ReturnType<typeof policy>[] = []) =>
  readinessOf({ contact: { id: 'ana', methods: [...methods], rules }, receipts: null, policies, now: 0 });
const says = (methods: readonly ContactMethod[], who: ReasonPerson = 'you') => reachText(readiness(methods), who);
const warnings = (...of: Parameters<typeof readiness>) =>
  readiness(...of)
    .reasons.filter((reason) => !isShownElsewhere(reason))
    .map((reason) => reasonText(reason, { who: 'you', policy: () => 'Payments' }));

describe('readiness in words', () => {
  it('says in one sentence whether a page would reach somebody', () => {
    expect(says([])).toBe('No working contact method: you can’t be paged.');
    expect(says([method('email', { verified: false })])).toBe('No working contact method: you can’t be paged.');
    expect(says([method('browser')])).toBe('Right now only this open tab can wake you.');
    expect(says([method('browser')], 'they')).toBe('Right now only an open tab can wake them.');
    expect(says([method('browser'), method('email')])).toBe('You would get an e-mail only; nothing wakes a locked phone.');
    expect(says([method('push')])).toBe('A page would reach you.');
    expect(says([method('webhook')], 'they')).toBe('A page would reach them.');
  });

  it('is fine with anything but a tab that has to be open', () => {
    expect([method('browser'), method('email'), method('push')].map((one) => readiness([one]).isFine)).toEqual([false, true, true]);
  });

  it('says by what it comes first, and after how long', () => {
    const phone = method('push', { label: 'Chrome on Android' });
    expect(firstText(readiness([phone]))).toBe('Push to Chrome on Android, at once.');
    expect(firstText(readiness([phone], [{ ...atOnce, delayMinutes: 5 }]))).toBe('Push to Chrome on Android, after 5 min.');
    expect(firstText(readiness([method('browser')]))).toBe('');
  });

  it('says of push that it can’t override Do Not Disturb, and of a device that is gone why it is not used', () => {
    const gone = method('push', { verified: false, disabled: { reason: 'delivery.subscription_gone', at: '2026-11-21T03:12:00.000Z' } });
    const { methods } = readiness([method('push', { label: 'Chrome on Android' }), gone]);
    expect(methodName(methods[0]!.method)).toBe('Push to Chrome on Android');
    expect(methods.map(({ isUsable }) => isUsable)).toEqual([true, false]);
    expect(methodStateText(methods[0]!.method)).toContain('Do Not Disturb');
    expect(methodStateText(methods[1]!.method)).toMatch(/^Not used: the browser revoked its permission/);
  });

  it('warns when the loudest rule comes later than the step leaves', () => {
    const late = (delayMinutes: number) =>
      warnings([method('push')], [{ ...atOnce, delayMinutes }], [policy(step(5, 'ana'), step(5, 'bo'))]);
    expect(late(4)).toEqual([]);
    expect(late(5)).toEqual([expect.stringMatching(/waits 5 min, but step 1 of Payments escalates after 5 min/)]);
  });

  it('says what happens when no rule can be used', () => {
    expect(warnings([method('push')])).toEqual([expect.stringMatching(/^No rules yet/)]);
    expect(warnings([])).toEqual([]);
  });

  it('says when there is nobody behind', () => {
    const behind = (...steps: ReturnType<typeof step>[]) => warnings([method('push')], [atOnce], [policy(...steps)]);
    expect(behind(step(5, 'ana'), step(5, 'ana'))).toEqual(['No one is paged after you in Payments.']);
    expect(behind(step(5, 'ana'), step(5, 'bo'))).toEqual([]);
    expect(behind(step(5, 'bo'))).toEqual([]);
  });
});

describe('what only they themselves can put right', () => {
  it('is a letter with what is wrong, what to do, and where', () => {
    const letter = letterTo(readiness([method('browser')]), 'https://tocsin.example.org')!;
    expect(letter).toContain('- Only an open browser tab can alert; a closed laptop can’t. Add a phone.');
    expect(letter).toContain('https://tocsin.example.org/me');
    expect(decodeURIComponent(mailtoOf('bo@example.org', letter))).toContain(letter);
    expect(letterTo(readiness([method('push')], [atOnce]), 'https://tocsin.example.org')).toBeNull();
  });
});

describe('each reason that a page might not reach somebody', () => {
  const routes = appRoutes();

  const reasons = Object.entries({ ...readinessReasons, ...sharedReadinessReasons });

  it.each(reasons)('%s says what to do, and leads to a screen that there is', (_code, { says: what, fix }) => {
    expect([what, fix.says].every((words) => words.trim() !== '')).toBe(true);
    expect(routes).toContain(fix.to);
    expect(fix.at).not.toBe('');
  });
});
