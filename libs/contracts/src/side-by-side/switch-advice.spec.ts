import { switchAdviceOf } from './switch-advice.js';

const now = Date.parse('2026-11-30T12:00:00.000Z');
const ready = {
  now,
  rehearsingSince: '2026-11-20T12:00:00.000Z',
  oldSystem: { since: '2026-11-20T12:00:00.000Z', readUpTo: '2026-11-30T11:55:00.000Z', failing: null },
  isRelayed: true,
  lastUnexplainedAt: null,
  messages: 20,
};

describe('a service', () => {
  it('can be switched after a week without an unexplained difference, and twenty messages', () => {
    expect(switchAdviceOf(ready)).toEqual([]);
    expect(switchAdviceOf({ ...ready, lastUnexplainedAt: '2026-11-23T11:59:00.000Z' })).toEqual([]);
  });

  it.each([
    ['too_short', { rehearsingSince: '2026-11-24T12:00:00.000Z' }],
    ['too_short', { oldSystem: { ...ready.oldSystem, since: '2026-11-24T12:00:00.000Z' } }],
    ['unexplained', { lastUnexplainedAt: '2026-11-24T12:00:00.000Z' }],
    ['few_messages', { messages: 19 }],
    ['not_relayed', { isRelayed: false }],
    ['not_read', { oldSystem: undefined }],
    ['not_read', { oldSystem: { ...ready.oldSystem, readUpTo: '2026-11-30T11:29:00.000Z' } }],
    ['not_read', { oldSystem: { ...ready.oldSystem, readUpTo: '2027-11-30T11:29:00.000Z' } }],
    ['not_read', { oldSystem: { ...ready.oldSystem, failing: { since: '2026-11-30T11:58:00.000Z', why: 'refuses the token (401)' } } }],
  ])('is not ready: %s', (missing, change) => {
    expect(switchAdviceOf({ ...ready, ...change })).toEqual([missing]);
  });
});
