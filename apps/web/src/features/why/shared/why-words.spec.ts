import type { Recorded } from '@tocsin/contracts/envelope.js';
import { partOf } from '@tocsin/testing/deep-partial.js';
import { firstSent, whyWords } from './why-words.js';

const now = Date.parse('2026-11-21T04:00:00.000Z');
const attempt = { reason: null, dueAt: null, sentAt: null };

describe('why, in a sentence', () => {
  it.each([
    [{ ...attempt, verdict: 'paged' }, 'Bo was paged.'],
    [{ ...attempt, verdict: 'not_reachable', reason: 'delivery.no_method' }, /^Bo was due to be paged, but could not be reached: .+\.$/],
    [{ ...attempt, verdict: 'not_delivered', reason: 'delivery.timeout' }, /^Bo was not reached, every notification failed: .+\.$/],
    [{ ...attempt, verdict: 'not_delivered' }, 'Bo was not reached: every notification failed.'],
    [{ ...attempt, verdict: 'stopped' }, 'Bo was not paged: the escalation stopped before their step.'],
    [
      { ...attempt, verdict: 'step_pending', dueAt: '2026-11-21T03:17:00.000Z' },
      /^Bo was not paged: no step had paged them yet; the next step was due .+\.$/,
    ],
    [{ ...attempt, verdict: 'waiting' }, 'Bo was being paged, and the next notification was in progress.'],
  ] as const)('%j', (verdict, words) => {
    expect(whyWords(verdict, 'Bo', now)).toMatch(words);
  });

  it('says when the page went out first', () => {
    const event = (type: string, at: string, data: object): Recorded => partOf<Recorded>({ type, data, meta: { at } });
    const events = [
      event('PageStarted', '2026-11-21T03:10:00.000Z', { pageId: 'a', personId: 'bo', quiet: false }),
      event('PageStarted', '2026-11-21T03:10:00.000Z', { pageId: 'b', personId: 'ana', quiet: false }),
      event('AttemptSent', '2026-11-21T03:11:00.000Z', { pageId: 'a' }),
      event('AttemptSent', '2026-11-21T03:12:00.000Z', { pageId: 'b' }),
      event('AttemptSent', '2026-11-21T03:13:00.000Z', { pageId: 'b' }),
    ];
    const sentAt = firstSent('ana', events);
    expect(sentAt).toBe('2026-11-21T03:12:00.000Z');
    expect(firstSent('cleo', events)).toBeNull();
    expect(whyWords({ ...attempt, verdict: 'paged', sentAt }, 'you', now)).toMatch(/^You were paged at .*:12.*\.$/);
  });

  it('speaks to whoever reads of themselves', () => {
    expect(whyWords({ ...attempt, verdict: 'not_named' }, 'you', now)).toBe('You were not paged: none of the steps that ran targets you.');
  });
});
