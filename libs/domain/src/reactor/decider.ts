import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { ReactorFact } from '@tocsin/contracts/reactor.js';
import type { Decider } from '@tocsin/kernel/decider.js';
import type { Failure } from '@tocsin/kernel/failure.js';

interface ReactorState {
  readonly epoch: number;
}
interface StartReactor {
  readonly type: 'StartReactor';
  readonly data: { readonly awayFrom: string | null; /** Absent where 0.1 decides again. */ readonly recordsOutcomes?: true };
}

interface RecordProgress {
  readonly type: 'RecordProgress';
  readonly data: object;
}
/** Nothing but how far the reactor has come, which stands in the metadata. */
export const progress: RecordProgress = { type: 'RecordProgress', data: {} };

interface RecordReactionFailure {
  readonly type: 'RecordReactionFailure';
  readonly data: Failure;
}

interface RecordClockStep {
  readonly type: 'RecordClockStep';
  readonly data: FactOf<'ClockSteppedForward'>;
}

type ReactorCommand = StartReactor | RecordReactionFailure | RecordProgress | RecordClockStep;

/** Each reactor that begins takes the next epoch; the expected revision lets one of two have it. */
export const reactorDecider: Decider<ReactorState, ReactorCommand, ReactorFact> = {
  category: 'reactor',
  single: true,
  initial: { epoch: 0 },
  streamId: {
    StartReactor: () => 'reactor',
    RecordReactionFailure: () => 'reactor',
    RecordProgress: () => 'reactor',
    RecordClockStep: () => 'reactor',
  },
  decide: {
    StartReactor: (data, { epoch }) => [{ type: 'ReactorStarted', data: { ...data, epoch: epoch + 1 } }],
    RecordProgress: () => [{ type: 'ReactorProgressed', data: {} }],
    RecordClockStep: (data) => [{ type: 'ClockSteppedForward', data }],
    RecordReactionFailure: (data) => [{ type: 'ReactionFailed', data }],
  },
  evolve: {
    ReactorStarted: (_state, { epoch }) => ({ epoch }),
    ReactionFailed: (state) => state,
    ReactorProgressed: (state) => state,
    ClockSteppedForward: (state) => state,
  },
};
