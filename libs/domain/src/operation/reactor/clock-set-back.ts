import type { FactOf, RecordedFact } from '@tocsin/contracts/catalogue.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import type { ReactorFact } from '@tocsin/contracts/reactor/noun.js';
import type { Context, Decision } from '@tocsin/kernel/decide/decider.js';
import type { Process, ProcessCommand } from '@tocsin/kernel/react/process.js';
import type { Rows } from '@tocsin/kernel/rows/memory-table.js';
import type { InternalCommand } from '../alert-groups/commands.js';
import { refusePermission, isSystem } from '../../rules/permissions.js';

/** Lists the next of the open alert groups that follow a clock that was set back from `from` to `to`. */
export interface MoveWithClock {
  readonly type: 'MoveWithClock';
  readonly data: Omit<FactOf<'OpenGroupsFollowedClock'>, 'groups' | 'more'> & { readonly after: string | null };
}

/** Reads of alert groups. */
export interface OpenGroups {
  readonly groups: Rows<{ readonly groupId: string; readonly status: string }>;
}

export const moveWithClock = (
  { after, ...step }: MoveWithClock['data'],
  _state: unknown,
  context: Context<OpenGroups>,
): Decision<ReactorFact> => {
  if (!isSystem(context)) return refusePermission('Tocsin itself');
  const all = [...context.reads.groups.entries()]
    .flatMap(([groupId, { status }]) => (status !== 'resolved' && (after === null || groupId > after) ? [groupId] : []))
    .toSorted();
  const groups = all.slice(0, alertGroupLimits.sizes.appliedTogether);
  if (groups.length === 0) return [];
  return [{ type: 'OpenGroupsFollowedClock', data: { ...step, groups, more: all.length > groups.length ? groups.at(-1)! : null } }];
};

const moveOn = (data: MoveWithClock['data']): MoveWithClock => ({ type: 'MoveWithClock', data });

/** Moves what open alert groups wait for, when the clock was set back: in parts, one command for each group. */
export const followClockProcess: Process<RecordedFact> = {
  name: 'followClock',
  on: {
    ClockSteppedBack: { then: ({ data: { from, to } }): readonly ProcessCommand[] => [moveOn({ from, to, after: null })] },
    OpenGroupsFollowedClock: {
      then: ({ data: { from, to, groups, more } }): readonly ProcessCommand[] => [
        ...groups.map((groupId): InternalCommand => ({ type: 'FollowClock', data: { groupId, from, to, after: null } })),
        ...(more === null ? [] : [moveOn({ from, to, after: more })]),
      ],
    },
    AlertGroupFollowedClock: {
      then: ({ data: { more, ...data } }): readonly InternalCommand[] =>
        more === null ? [] : [{ type: 'FollowClock', data: { ...data, after: more } }],
    },
  },
};
