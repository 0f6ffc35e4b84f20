import { duration } from '@tocsin/contracts/duration.js';
import type { PolicyVersion } from '@tocsin/contracts/policies/noun.js';
import { idsNamed } from '@tocsin/contracts/policies/targets.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { listChangesUntil } from '../../setup/schedules/shared/on-call-now.js';
import { listHourEdges } from '../../setup/schedules/shared/within-hours.js';
import type { GroupReads } from '../../operation/alert-groups/shared/reads.js';

/**
 * The possible delays from the signal to each step, in milliseconds: earlier steps were waited for, or were empty and
 * skipped.
 */
const offsetsOf = (steps: PolicyVersion['steps']): readonly (readonly number[])[] => {
  let reachable = new Set([0]);
  return steps.map(({ waitMinutes }) => {
    const current = [...reachable];
    reachable = new Set(current.flatMap((offset) => [offset, offset + waitMinutes * duration.minute]));
    return current;
  });
};

/**
 * The instants from which on a signal may get another answer than before: when the on-call people of a named schedule
 * change, or the hours of a step’s condition begin or end, less what may have been waited until that step. Between two
 * of them nothing changes. The first is `from`; all are before `to`.
 */
export const instantsOf = (version: PolicyVersion, reads: Pick<GroupReads, 'schedules'>, from: string, to: string): readonly string[] => {
  const offsets = offsetsOf(version.steps);
  const instants = new Set([from]);
  const changes = new Map<string, readonly string[]>();
  const longest = Math.max(0, ...offsets.flat());
  const changesOf = (scheduleId: string): readonly string[] => {
    const row = reads.schedules.get(scheduleId);
    const cachedChanges =
      changes.get(scheduleId) ?? (row && !row.removed ? [...listChangesUntil(row, from, addMillis(to, longest))].map(({ at }) => at) : []);
    changes.set(scheduleId, cachedChanges);
    return cachedChanges;
  };
  version.steps.forEach((step, n) => {
    const hours = step.conditions?.hours;
    const edges = hours ? listHourEdges(hours, from, addMillis(to, longest)) : [];
    for (const change of [...idsNamed(step, 'schedule').flatMap(changesOf), ...edges])
      for (const offset of offsets[n]!) {
        const at = addMillis(change, -offset);
        if (at > from && at < to) instants.add(at);
      }
  });
  return [...instants].toSorted();
};
