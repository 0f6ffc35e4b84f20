import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { Inputs } from '@tocsin/kernel/registry.js';
import { progress } from './decider.js';
import { recordEffectEnd } from './effects.decider.js';

/** Facts written by the server itself, and by operators. */
export const inputs: Inputs = {
  ReactorProgressed: () => progress,
  ReactionFailed: (data: FactOf<'ReactionFailed'>) => ({ type: 'RecordReactionFailure', data }),
  ReactionRetryAsked: ({ failures }: FactOf<'ReactionRetryAsked'>) => ({
    type: 'RetryFailures',
    data: { failureIds: failures.map(({ id }) => id) },
  }),
  ClockSteppedBack: (data: FactOf<'ClockSteppedBack'>) => ({ type: 'RecordClockStep', data }),
  ClockSteppedForward: (data: FactOf<'ClockSteppedForward'>) => ({ type: 'RecordClockStep', data }),
  ReactorStarted: ({ epoch: _, ...data }: FactOf<'ReactorStarted'>) => ({ type: 'StartReactor', data }),
  EffectEnded: (data: FactOf<'EffectEnded'>) => recordEffectEnd(data),
};
