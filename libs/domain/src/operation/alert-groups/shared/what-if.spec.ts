import type { Message } from '@tocsin/kernel/decide/decider.js';
import type { RecordedOf } from '@tocsin/contracts/catalogue.js';
import { idOf } from '../../../configuration.fixture.js';
import { attemptAnswers } from './what-if.js';

const startedEvent = {
  type: 'AttemptStarted',
  stream: 'alertGroup-1',
  data: { groupId: idOf('1'), attemptId: idOf('a7') },
} as unknown as RecordedOf<'AttemptStarted'>;
const repeatedAnswer = (outcome: object, shiftMs: number): Message =>
  attemptAnswers.command(startedEvent, { type: 'RecordAttempt', data: { groupId: idOf('1'), attemptId: idOf('a8'), outcome } }, shiftMs);

describe('a recorded answer to a message that is sent at another time', () => {
  it('moves the instant from which its retry counts', () => {
    const refusedOutcome = { ok: false, reason: 'delivery.provider_unreachable', detail: '', retry: true };
    expect(repeatedAnswer({ ...refusedOutcome, answeredAt: '2026-11-20T22:06:54.957Z' }, -60_102).data).toEqual({
      groupId: idOf('1'),
      attemptId: idOf('a7'),
      outcome: { ...refusedOutcome, answeredAt: '2026-11-20T22:05:54.855Z' },
    });
  });

  it.each([
    ['was sent', { ok: true, state: 'sent', providerId: null }],
    ['counts from when it is recorded', { ok: false, reason: 'delivery.rejected', detail: 'no', retry: false }],
  ])('stays as it is where it %s', (_what, outcome) => {
    expect(repeatedAnswer(outcome, 5_000).data).toMatchObject({ outcome });
  });
});
