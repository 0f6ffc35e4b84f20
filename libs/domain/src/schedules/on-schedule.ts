import type { Permission } from '@tocsin/contracts/permissions.js';
import type { ScheduleFact, ScheduleRow } from '@tocsin/contracts/schedules.js';
import { isFacts } from '@tocsin/kernel/decide/decider.js';
import { later } from '@tocsin/kernel/time.js';
import { denied, mayInTeam } from '../rules/permissions.js';
import type { ConfigurationContext } from '../reads.js';
import { refuse } from '../rules/refuse.js';
import { afterFacts, closing, recordDue } from './recording.js';
import { evolveSchedule, type BegunSchedule, type Decide, type DecideOnBegun, type ScheduleAnswer, type ScheduleState } from './state.js';

interface AboutSchedule {
  readonly scheduleId: string;
}

/** The fact that begins a schedule’s stream: its first version, as created. */
export function beganFrom(row: ScheduleRow): ScheduleFact & { readonly type: 'ScheduleBegan' } {
  const { effectiveFrom, timeZone, layers } = row.versions[0]!;
  const { id: scheduleId, teamId, zones } = row;
  return { type: 'ScheduleBegan', data: { scheduleId, teamId, effectiveFrom, timeZone, layers, zones } };
}

/**
 * Records what was due, then decides, in the same append; then records who is on call now, and plans the next change.
 */
export function decidedAfterDue<Data>(
  data: Data,
  state: BegunSchedule,
  asking: ConfigurationContext,
  decide: DecideOnBegun<Data>,
): ScheduleAnswer {
  const due = recordDue(state, asking.now);
  if (!due.isAll) return refuse('conflict.busy');
  // when the clock was set back, nothing is recorded before the last record
  const context = { ...asking, now: later(asking.now, state.upTo) };
  const recorded = afterFacts(state, due.facts, context);
  const decided = decide(data, recorded, context);
  if (!isFacts(decided)) return decided;
  return [...due.facts, ...decided, ...closing(afterFacts(recorded, decided, context), context)];
}

/** The same, for a schedule whose stream may not have begun. */
export function decidedFromBegin<Data>(
  data: Data,
  { state, began }: { readonly state: ScheduleState; readonly began: () => ScheduleFact & { readonly type: 'ScheduleBegan' } },
  context: ConfigurationContext,
  decide: DecideOnBegun<Data>,
): ScheduleAnswer {
  if (state) return decidedAfterDue(data, state, context, decide);
  const opening = began();
  const opened = evolveSchedule.ScheduleBegan(null, opening.data, { ...noWhen, at: context.now, actor: context.actor })!;
  const decided = decidedAfterDue(data, opened, context, decide);
  return isFacts(decided) ? [opening, ...decided] : decided;
}

const noWhen = { eventId: '', commandId: '', correlationId: '' };

/** Wraps decisions about an existing schedule, with the permission check. */
export const onSchedule =
  <Data extends AboutSchedule>(permission: Permission, decide: DecideOnBegun<Data>): Decide<Data> =>
  (data, state, context) => {
    const row = context.reads.schedules.get(data.scheduleId);
    if (!row) return refuse('schedule.not_found');
    if (!mayInTeam(context, permission, context.reads.teams.get(row.teamId))) return denied('an owner, an admin or a manager of the team');
    if (row.removed) return refuse('schedule.not_found');
    return decidedFromBegin(data, { state, began: () => beganFrom(row) }, context, decide);
  };
