import { dutiesOf, reachInWords } from './duty-words.js';

const step = (waitMinutes: number, ...people: string[]) => ({
  stepId: 's',
  targets: people.map((personId) => ({ kind: 'person' as const, personId })),
  waitMinutes,
  notifyOthersStill: false,
});
const policy = (id: string, ...steps: ReturnType<typeof step>[]) => ({ id, name: id, steps, removed: false });
const service = (name: string, policyId: string, state: 'active' | 'archived' = 'active') => ({ name, policyId, state });

describe('what rings me', () => {
  it('is every policy in use that names me, the soonest first', () => {
    const policies = [policy('late', step(10, 'bo'), step(5, 'cleo'), step(5, 'ana')), policy('soon', step(5, 'ana'))];
    const services = [service('Search', 'late'), service('Payments', 'soon'), service('Checkout', 'soon')];
    expect(dutiesOf('ana', policies, services)).toEqual([
      { policyId: 'soon', policy: 'soon', when: 'first', services: ['Payments', 'Checkout'] },
      { policyId: 'late', policy: 'late', when: 'after 15 min', services: ['Search'] },
    ]);
  });

  it('is no policy that was removed or that no active service uses', () => {
    const policies = [policy('unused', step(5, 'ana')), { ...policy('gone', step(5, 'ana')), removed: true }];
    expect(dutiesOf('ana', policies, [service('Old', 'unused', 'archived'), service('Payments', 'gone')])).toEqual([]);
  });
});

describe('whether it can', () => {
  const method = (contactMethodId: string, kind: 'browser' | 'email' | 'webhook', verified = true) => ({
    contactMethodId,
    kind,
    address: '',
    verified,
    verification: null,
    secretRef: null,
  });
  const rule = (contactMethodId: string, delayMinutes: number) => ({
    ruleId: contactMethodId,
    urgency: 'high' as const,
    contactMethodId,
    delayMinutes,
  });

  it('is said by the first method that works away from the desk', () => {
    const methods = [method('tab', 'browser'), method('mail', 'email')];
    expect(reachInWords({ methods, rules: [rule('tab', 0), rule('mail', 2)] }, true)).toEqual({ isFine: true, says: 'e-mail after 2 min' });
  });

  it('without rules is by every verified method at once', () => {
    expect(reachInWords({ methods: [method('mail', 'email')], rules: [] }, true)).toEqual({ isFine: true, says: 'e-mail at once' });
  });

  it('passes over what failed the last time, and says so when nothing else is left', () => {
    const methods = [method('hook', 'webhook'), method('mail', 'email')];
    const rules = [rule('hook', 0), rule('mail', 2)];
    expect(reachInWords({ methods, rules }, true, new Set(['hook']))).toEqual({ isFine: true, says: 'e-mail after 2 min' });
    expect(reachInWords({ methods, rules }, true, new Set(['hook', 'mail']))).toEqual({ isFine: false, says: 'webhook may not reach you' });
  });

  it.each([
    [true, 'only this open tab alerts you'],
    [false, 'no sound in this tab until you click'],
  ])('is not so while only a tab could (%s)', (canRing, says) => {
    expect(reachInWords({ methods: [method('tab', 'browser')], rules: [rule('tab', 0)] }, canRing)).toEqual({ isFine: false, says });
  });

  it('is not so for somebody without a verified method', () => {
    expect(reachInWords({ methods: [method('mail', 'email', false)], rules: [] }, true)).toEqual({
      isFine: false,
      says: 'you can’t be paged',
    });
  });
});
