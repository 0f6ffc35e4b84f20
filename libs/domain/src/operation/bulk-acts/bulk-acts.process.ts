import type { RecordedFact, RecordedOf } from '@tocsin/contracts/catalogue.js';
import type { Process, ProcessCommand } from '@tocsin/kernel/react/process.js';
import type { LeaveOutOfBulkAct } from './decider.js';

/**
 * The next batch is worked once the one before is on the log, so that a server that stops in between continues there.
 */
const next = (
  { data, meta }: { readonly data: { readonly bulkActId: string }; readonly meta: RecordedFact['meta'] },
  isUndo: boolean,
  from: number,
): ProcessCommand => ({
  type: 'WorkBulkAct',
  data: { bulkActId: data.bulkActId, undo: isUndo, from },
  actor: meta.actor,
});

const actsOf = ({ data, meta }: RecordedOf<'BulkActWorked'>): readonly ProcessCommand[] => {
  const { bulkActId, act, groupIds, held: heldIds } = data;
  const isHeld = new Set(heldIds);
  const leaveOut = (groupId: string): LeaveOutOfBulkAct => ({ type: 'LeaveOutOfBulkAct', data: { bulkActId, groupId } });
  return groupIds.map((groupId) => ({
    type: act,
    data: act === 'ReopenAlertGroup' ? { groupId, iHaveIt: isHeld.has(groupId), asBefore: true } : { groupId },
    actor: meta.actor,
    ifRefused: leaveOut(groupId),
  }));
};

/** Carries out one act on many alert groups: one command each, as the requesting person. */
export const bulkActsProcess: Process<RecordedFact> = {
  name: 'bulk-acts',
  on: {
    BulkActStarted: { then: (event) => [next(event, false, 0)] },
    BulkActWorked: {
      then: (event) => [...actsOf(event), ...(event.data.left > 0 ? [next(event, event.data.undo, event.data.upTo)] : [])],
    },
    BulkActUndone: { then: (event) => [next(event, true, 0)] },
  },
};
