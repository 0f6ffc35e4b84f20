import { limits } from '@tocsin/contracts/limits.js';
import type { SilenceFact } from '@tocsin/contracts/silences/noun.js';
import * as silenceLimits from '@tocsin/contracts/silences/limits.js';
import type { Context, DataOf, Decision } from '@tocsin/kernel/decide/decider.js';
import { addMillis, millisBetween } from '@tocsin/kernel/time.js';
import { isSystem } from '../../rules/permissions.js';
import type { GroupReads } from '../alert-groups/shared/reads.js';
import type { SilenceTimerCommand } from './commands.js';
import { coveredBy } from './covered.js';
import { planOf } from './timers.js';
import type { PlannedSilenceRow } from './views.js';

export type SilenceContext = Context<GroupReads>;
type State = PlannedSilenceRow | null;
type Late = { readonly late?: number };
type Act = (silence: PlannedSilenceRow, context: SilenceContext, late: Late) => Decision<SilenceFact>;

const doesCover = (silence: PlannedSilenceRow, { reads }: SilenceContext): boolean => {
  for (const _group of coveredBy(silence, reads)) return true;
  return false;
};

/** Who started it, and who has alert groups that it covers. */
const peopleOf = (silence: PlannedSilenceRow, { reads }: SilenceContext): string[] => {
  const people = new Set(reads.people.get(silence.by)?.state === 'active' ? [silence.by] : []);
  for (const { groupId } of coveredBy(silence, reads)) {
    const holder = reads.held.get(groupId);
    if (holder) people.add(holder.holderId);
  }
  return [...people].slice(0, silenceLimits.told);
};

const announce: Act = (silence, context, late) => {
  const { id: silenceId, teamId, until } = silence;
  return [{ type: 'SilenceEndAnnounced', data: { silenceId, teamId, until, people: peopleOf(silence, context), ...late } }];
};

/** It counts from when something that it covers fires until nothing does; anew where the clock was set back meanwhile. */
export const reviewSilence = (silence: State, context: SilenceContext): Decision<SilenceFact> => {
  if (!isSystem(context) || silence?.state !== 'active' || !silence.untilResolved) return [];
  const { id: silenceId, teamId, firing, quietUntil } = silence;
  if (doesCover(silence, context)) return firing === true ? [] : [{ type: 'SilenceFoundFiring', data: { silenceId, teamId } }];
  const endsAt = addMillis(context.now, silenceLimits.quiet);
  const isNew = firing === true || (quietUntil !== null && quietUntil > endsAt);
  return isNew ? [{ type: 'SilenceFoundQuiet', data: { silenceId, teamId, endsAt } }] : [];
};

const endQuiet: Act = (silence, context, late) =>
  doesCover(silence, context)
    ? [{ type: 'SilenceFoundFiring', data: { silenceId: silence.id, teamId: silence.teamId } }]
    : [{ type: 'SilenceEnded', data: { silenceId: silence.id, teamId: silence.teamId, because: 'resolved', ...late } }];

const endOnTime: Act = ({ id: silenceId, teamId }, _context, late) => [
  { type: 'SilenceEnded', data: { silenceId, teamId, because: 'time', ...late } },
];

/** A command of an earlier plan does nothing. */
const onTime =
  <T extends SilenceTimerCommand['type']>(type: T, act: Act) =>
  ({ dueAt, plannedBy }: DataOf<SilenceTimerCommand, T>, state: State, context: SilenceContext): Decision<SilenceFact> => {
    if (state?.state !== 'active' || planOf[type](state) !== dueAt) return [];
    if (plannedBy !== undefined && state.plannedBy !== plannedBy) return [];
    const lateMs = millisBetween(dueAt, context.now);
    return act(state, context, lateMs > limits.foundLate ? { late: lateMs } : {});
  };

export const silenceTimerActs = {
  EndSilenceOnTime: onTime('EndSilenceOnTime', endOnTime),
  EndQuietSilence: onTime('EndQuietSilence', endQuiet),
  AnnounceSilenceEnd: onTime('AnnounceSilenceEnd', announce),
};
