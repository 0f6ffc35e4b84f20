import type { Permission } from '@tocsin/contracts/permissions.js';
import type { ScheduleFact, ScheduleRow } from '@tocsin/contracts/schedules/schedules.js';
import { isFacts } from '@tocsin/kernel/decide/decider.js';
import { laterOf } from '@tocsin/kernel/time.js';
import { refusePermission, hasTeamPermission } from '../../rules/permissions.js';
import type { ConfigurationContext } from '../../reads.js';
import { refuse } from '../../rules/refuse.js';
import { applyFacts, listClosingFacts, recordDue } from './recording.js';
import {
  evolveSchedule,
  type StartedSchedule,
  type DecisionFunction,
  type StartedDecisionFunction,
  type ScheduleAnswer,
  type ScheduleState,
} from './state.js';

interface ScheduleRef {
  readonly scheduleId: string;
}

/** The fact that begins a schedule’s stream: its first version, as created. */
export function createBeginning(row: ScheduleRow): ScheduleFact & { readonly type: 'ScheduleBegan' } {
  const { effectiveFrom, timeZone, layers } = row.versions[0]!;
  const { id: scheduleId, teamId, zones } = row;
  return { type: 'ScheduleBegan', data: { scheduleId, teamId, effectiveFrom, timeZone, layers, zones } };
}

/**
 * Records what was due, then decides, in the same append; then records who is on call now, and plans the next change.
 */
export function decideAfterDue<Data>(
  data: Data,
  state: StartedSchedule,
  decisionContext: ConfigurationContext,
  decide: StartedDecisionFunction<Data>,
): ScheduleAnswer {
  const due = recordDue(state, decisionContext.now);
  if (!due.isAll) return refuse('conflict.busy');
  // when the clock was set back, nothing is recorded before the last record
  const context = { ...decisionContext, now: laterOf(decisionContext.now, state.upTo) };
  const currentState = applyFacts(state, due.facts, context);
  const decision = decide(data, currentState, context);
  if (!isFacts(decision)) return decision;
  return [...due.facts, ...decision, ...listClosingFacts(applyFacts(currentState, decision, context), context)];
}

/** The same, for a schedule whose stream may not have begun. */
export function decideFromBeginning<Data>(
  data: Data,
  { state, began }: { readonly state: ScheduleState; readonly began: () => ScheduleFact & { readonly type: 'ScheduleBegan' } },
  context: ConfigurationContext,
  decide: StartedDecisionFunction<Data>,
): ScheduleAnswer {
  if (state) return decideAfterDue(data, state, context, decide);
  const opening = began();
  const openedState = evolveSchedule.ScheduleBegan(null, opening.data, { ...noWhen, at: context.now, actor: context.actor })!;
  const decision = decideAfterDue(data, openedState, context, decide);
  return isFacts(decision) ? [opening, ...decision] : decision;
}

const noWhen = { eventId: '', commandId: '', correlationId: '' };

/** Wraps decisions about an existing schedule, with the permission check. */
export const decideOnSchedule =
  <Data extends ScheduleRef>(permission: Permission, decide: StartedDecisionFunction<Data>): DecisionFunction<Data> =>
  (data, state, context) => {
    const row = context.reads.schedules.get(data.scheduleId);
    if (!row) return refuse('schedule.not_found');
    if (!hasTeamPermission(context, permission, context.reads.teams.get(row.teamId)))
      return refusePermission('an owner, an admin or a manager of the team');
    if (row.removed) return refuse('schedule.not_found');
    return decideFromBeginning(data, { state, began: () => createBeginning(row) }, context, decide);
  };
