import type { FactOf } from '@tocsin/contracts/catalogue.js';
import { maxAbandoned, maxRetried, type ReactorFact, type commands as reactorCommands } from '@tocsin/contracts/reactor/noun.js';
import type { Messages } from '@tocsin/contracts/message.js';
import type { Decider } from '@tocsin/kernel/decide/decider.js';
import type { Failure, RetryTarget } from '@tocsin/kernel/react/failure.js';
import { Nothing } from '@tocsin/kernel/decide/refusal.js';
import { refusePermission, hasOrganisationPermission } from '../../rules/permissions.js';

interface ReactorState {
  readonly epoch: number;
  /** Failures that were given up and not retried since, the oldest first. */
  readonly open: readonly RetryTarget[];
}

interface StartReactor {
  readonly type: 'StartReactor';
  readonly data: { readonly awayFrom: string | null; readonly tracksNotices?: true };
}

interface RecordProgress {
  readonly type: 'RecordProgress';
  readonly data: object;
}
/** Records only how far the reactor has come, which is in the metadata. */
export const progress: RecordProgress = { type: 'RecordProgress', data: {} };

interface RecordReactionFailure {
  readonly type: 'RecordReactionFailure';
  readonly data: Failure;
}

interface RecordClockStep {
  readonly type: 'RecordClockStep';
  /** Forward or back. `epoch`: of the reactor whose clock was set back; a later one has its own clock. */
  readonly data: FactOf<'ClockSteppedForward'> & { readonly epoch?: number };
}

type ReactorCommand = StartReactor | RecordReactionFailure | RecordProgress | RecordClockStep | Messages<typeof reactorCommands>;

/** Each reactor that starts takes the next epoch; the expected revision ensures that only one of two gets it. */
export const reactorDecider: Decider<ReactorState, ReactorCommand, ReactorFact> = {
  category: 'reactor',
  isSingle: true,
  initial: { epoch: 0, open: [] },
  streamId: {
    StartReactor: () => 'reactor',
    RecordReactionFailure: () => 'reactor',
    RecordProgress: () => 'reactor',
    RecordClockStep: () => 'reactor',
    RetryFailures: () => 'reactor',
  },
  decide: {
    StartReactor: (data, { epoch }) => [{ type: 'ReactorStarted', data: { ...data, epoch: epoch + 1 } }],
    RecordProgress: () => [{ type: 'ReactorProgressed', data: {} }],
    RecordClockStep: ({ epoch, ...data }, state) => {
      if (data.to > data.from) return [{ type: 'ClockSteppedForward', data }];
      return epoch !== undefined && epoch < state.epoch ? [] : [{ type: 'ClockSteppedBack', data }];
    },
    RecordReactionFailure: (data) => [{ type: 'ReactionFailed', data }],
    RetryFailures: ({ failureIds }, { open }, context) => {
      if (!hasOrganisationPermission(context, 'failures.retry')) return refusePermission('an owner');
      const failures = (failureIds ? open.filter(({ id }) => failureIds.includes(id)) : open).slice(0, maxRetried);
      return failures.length === 0 ? new Nothing() : [{ type: 'ReactionRetryAsked', data: { failures } }];
    },
  },
  evolve: {
    ReactorStarted: (state, { epoch }) => ({ ...state, epoch }),
    ReactionFailed: (state, { reason: _, tries: __, ...failure }, { eventId }) => ({
      ...state,
      open: [...state.open, { id: eventId, ...failure }].slice(-maxAbandoned),
    }),
    ReactionRetryAsked: (state, { failures }) => {
      const retriedIds = new Set(failures.map(({ id }) => id));
      return { ...state, open: state.open.filter(({ id }) => !retriedIds.has(id)) };
    },
    ReactorProgressed: (state) => state,
    ClockSteppedForward: (state) => state,
    ClockSteppedBack: (state) => state,
  },
};
