import type { AlertGroupFact } from '@tocsin/contracts/alert-groups/events.js';
import { limits } from '@tocsin/contracts/limits.js';
import type { DataOf, Decision } from '@tocsin/kernel/decide/decider.js';
import { millisBetween } from '@tocsin/kernel/time.js';
import type { TimerCommand } from './timer-commands.js';
import { Draft, type Lateness } from './draft.js';
import { isPlanned, type DuePlan, type TimerData } from './due-plan.js';
import type { GroupContext } from './internal-act.js';
import type { AlertGroupState, ExistingGroup } from './state.js';

/** The decision of a timer’s command. */
export type TimerAct<T extends TimerCommand['type']> = (
  data: DataOf<TimerCommand, T>,
  state: AlertGroupState,
  context: GroupContext,
) => Decision<AlertGroupFact>;

/**
 * After downtime (a sleeping machine, a reactor that was away), what became due is done once, now, and records how late
 * it is.
 */
const latenessOf = ({ dueAt }: TimerData, now: string): Lateness => {
  const lateMs = millisBetween(dueAt, now);
  return lateMs > limits.foundLate ? { late: lateMs } : {};
};

/** Wraps a timer’s command: ignored unless its plan is still current, since a renewal or a take-over may have come first. */
export const decideTimer =
  <D extends TimerData>(
    now: (state: ExistingGroup, data: D, context: GroupContext) => DuePlan | null,
    decide: (draft: Draft, data: D) => void,
  ) =>
  (data: D, state: AlertGroupState, context: GroupContext): Decision<AlertGroupFact> => {
    if (state.status === 'none' || !isPlanned(now(state, data, context), data)) return [];
    const draft = new Draft(state, context, latenessOf(data, context.now));
    decide(draft, data);
    return draft.facts;
  };
