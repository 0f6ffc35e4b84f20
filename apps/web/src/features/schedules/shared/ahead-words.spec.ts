import { aheadWords, unreadyWords } from './ahead-words.js';

// a Saturday; times are in the reader’s zone, here UTC
const now = Date.parse('2026-11-21T12:00:00.000Z');
const [from, to] = ['2026-11-23T09:00:00.000Z', '2026-11-23T17:00:00.000Z'];
const lacking = { personId: 'a', scheduleId: 's', from, lacks: 'readiness.no_method' as const };

describe('what is ahead, in words', () => {
  it('is when, and how often more', () => {
    expect(aheadWords({ from }, now)).toBe('from Mon 09:00');
    expect(aheadWords({ from: '2026-11-21T08:00:00.000Z' }, now)).toBe('now');
    expect(aheadWords({ from, to }, now)).toBe('Mon 09:00 – Mon 17:00');
    expect(aheadWords({ from, to, more: 1 }, now)).toBe('Mon 09:00 – Mon 17:00 and 1 more time');
    expect(aheadWords({ from: '2026-11-21T08:00:00.000Z', to, more: 2 }, now)).toBe('now – Mon 17:00 and 2 more times');
  });

  it('tells whoever comes on call that they could not be paged', () => {
    expect(unreadyWords(lacking, 'you', 'Payments', now)).toBe('You go on call Mon 09:00 for Payments and have no working contact method.');
    const already = { ...lacking, from: '2026-11-21T08:00:00.000Z', lacks: 'readiness.no_rule' as const };
    expect(unreadyWords({ ...lacking, lacks: 'readiness.bounces_not_seen' }, 'you', 'Payments', now)).toBe(
      'You go on call Mon 09:00 for Payments and have only e-mail; mails that come back are not seen.',
    );
    expect(unreadyWords(already, 'they', 'Payments', now)).toBe('Is on call for Payments and has no own rules for high urgency.');
  });
});
