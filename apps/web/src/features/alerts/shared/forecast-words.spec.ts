import { attemptReason } from '@tocsin/contracts/alert-groups/pages.js';
import { attemptReasonForecast, attemptForecast, callForecast, causeForecast, outcomeForecast, unmetForecast } from './forecast-words.js';

const isConditional = /\b(would|could|if)\b/i;

describe('words of what would happen', () => {
  it('never say that something has happened', () => {
    for (const words of Object.values(attemptForecast)) expect(words).toMatch(isConditional);
    for (const because of attemptReason.options) expect(attemptReasonForecast(because)).not.toMatch(/\b(failed|answered)\b/);
    for (const [outcome, words] of Object.entries(outcomeForecast)) if (outcome !== 'paged') expect(words).toMatch(isConditional);
    for (const state of ['waiting', 'calling', 'succeeded', 'failed', 'cancelled'] as const)
      expect(callForecast({ state, reason: null })).toMatch(isConditional);
    expect(outcomeForecast.continued).toBe(', would have been paged already');
    expect(causeForecast({ kind: 'exhausted', role: 'owner' } as never, {} as never)).toBe('owner, if no one acknowledges');
  });

  it('say why a step would be skipped', () => {
    expect(
      unmetForecast({ because: ['urgency', 'hours', 'labels'], judgedBy: { urgency: 'low', hours: { isInside: false } } } as never),
    ).toBe('the urgency would be low and it would be outside the hours of the step and no firing alert would match its labels');
  });
});
