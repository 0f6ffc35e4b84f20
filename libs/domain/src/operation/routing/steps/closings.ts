import { doesLeaveOut, resolvedAlertsIn } from '../changes.js';
import type { Portion } from '../portion.js';
import { isShared } from '../shared/thread-row.js';
import { cutBy, isOlder, repeatOf, type Item, type ReceivedSignal } from '../received-signal.js';
import { places, type Run, type Step } from './step.js';

export const nothingListed: Pick<Portion, 'alerts'> = { alerts: [] };

/**
 * Everything that fires behind a thread is resolved, and none of it is listed. If a person had resolved it before, it
 * is recorded: whatever fires from now on is new.
 */
export const closing = ({ threads }: Run, received: ReceivedSignal, id: string): Step => {
  const { row } = threads.thread(id)!;
  const item: Item = isOlder(received, row!)
    ? { outcome: 'ignored', reason: 'older_than_known' }
    : row!.open
      ? { outcome: 'resolved' }
      : { outcome: 'ignored', reason: 'resolved_by_person' };
  return { place: `${places.closings}${id}`, thread: id, item: () => item };
};

/**
 * The sender resolves a thread in a complete message: alerts that the message leaves out are ending. For a thread
 * that a person resolved, this is recorded only once all alerts are listed.
 */
export const ending = (run: Run, received: ReceivedSignal, id: string, listed: Pick<Portion, 'alerts'>): Step => {
  const whole = closing(run, received, id);
  const item = (): Item | undefined => {
    const thread = run.threads.thread(id)!;
    const { open, over } = thread.row!;
    if (isOlder(received, thread.row!) || !doesLeaveOut(listed, thread)) return whole.item();
    const alerts = [...resolvedAlertsIn(listed, thread)];
    // in a group of several threads, counted alerts have no timer of their own
    if (open && isShared(thread.row!) && alerts.length === thread.firingCount) return whole.item();
    if (alerts.length === 0 && (!open || over !== undefined)) return listed === nothingListed ? undefined : repeatOf(thread.row!);
    return { outcome: 'changed', alerts, ...cutBy(received, thread.row!.cutList), ...(open ? { over: true } : {}) };
  };
  return { ...whole, item };
};
