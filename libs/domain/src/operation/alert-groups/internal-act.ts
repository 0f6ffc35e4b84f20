import type { AlertGroupFact } from '@tocsin/contracts/alert-groups/events.js';
import type { Context, DataOf, Decision } from '@tocsin/kernel/decide/decider.js';
import type { InternalCommand } from './commands.js';
import type { GroupReads } from './shared/reads.js';
import type { AlertGroupState } from './state.js';

export type GroupContext = Context<GroupReads>;

export type DecisionFunction<T extends InternalCommand['type']> = (
  data: DataOf<InternalCommand, T>,
  state: AlertGroupState,
  context: GroupContext,
) => Decision<AlertGroupFact>;
