import { canServe } from './can-serve.js';

describe('who can be given a duty', () => {
  it('is who is active or invited, and only looks on in no role', () => {
    for (const role of ['owner', 'admin', 'member'] as const) {
      expect([canServe({ state: 'active', role }), canServe({ state: 'invited', role })]).toEqual([true, true]);
      expect([canServe({ state: 'disabled', role }), canServe({ state: 'erased', role })]).toEqual([false, false]);
    }
    expect([canServe({ state: 'active', role: 'observer' }), canServe({ state: 'invited', role: 'observer' })]).toEqual([false, false]);
  });
});
