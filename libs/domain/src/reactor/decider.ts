import type { ReactorFact } from '@tocsin/contracts/reactor.js';
import type { Decider } from '@tocsin/kernel/decider.js';

interface ReactorState {
  readonly epoch: number;
}
interface StartReactor {
  readonly type: 'StartReactor';
  readonly data: { readonly awayFrom: string | null };
}

/** Each reactor that begins takes the next epoch; the expected revision lets one of two have it. */
export const reactorDecider: Decider<ReactorState, StartReactor, ReactorFact> = {
  category: 'reactor',
  single: true,
  initial: { epoch: 0 },
  streamId: { StartReactor: () => 'reactor' },
  decide: { StartReactor: ({ awayFrom }, { epoch }) => [{ type: 'ReactorStarted', data: { epoch: epoch + 1, awayFrom } }] },
  evolve: { ReactorStarted: (_state, { epoch }) => ({ epoch }) },
};
