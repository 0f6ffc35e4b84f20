import type { Message } from '@tocsin/contracts/alert-groups/messages.js';
import { names as namesFor } from '../../data/words/names.fixture.js';
import { stateWords, whyWords } from './message-words.js';

const names = namesFor();
const sent = { startedAt: '2026-11-21T03:12:00.000Z', endedAt: '2026-11-21T03:12:01.000Z', reason: null };
const of = (message: Partial<Message>): string => stateWords({ ...sent, ...message } as Message);

describe('what came of a message', () => {
  it('is said with the time that it took when that was long', () => {
    expect(of({ state: 'delivered' })).toBe('Delivered');
    expect(of({ state: 'delivered', endedAt: '2026-11-21T03:17:00.000Z' })).toBe('Delivered after 5 min');
    expect(of({ state: 'read', endedAt: '2026-11-21T03:17:00.000Z' })).toBe('Read after 5 min');
  });

  it('is said with the reason when it did not work', () => {
    expect(of({ state: 'failed', reason: 'delivery.timeout' })).toMatch(/^Failed: \S/);
  });
});

describe('why a message was sent', () => {
  it('names the cause, and the attempt where that is not the usual one', () => {
    const step = { kind: 'escalation', round: 1, step: 2 } as const;
    expect(whyWords({ cause: step, because: 'rule', quiet: false }, names)).toBe('Step 2');
    expect(whyWords({ cause: step, because: 'retry', quiet: false }, names)).toBe('Step 2, retry');
    expect(whyWords({ cause: { kind: 'resolved' }, because: 'quiet', quiet: true }, names)).toBe('Notified that it is resolved, quietly');
  });
});
