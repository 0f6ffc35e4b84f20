import { isByPageLink, type Actor } from '@tocsin/contracts/envelope.js';
import * as bulkActLimits from '@tocsin/contracts/bulk-acts/limits.js';
import type { Context } from '@tocsin/kernel/decide/decider.js';
import { Nothing, Refusal } from '@tocsin/kernel/decide/refusal.js';
import { addMillis } from '@tocsin/kernel/time.js';
import type { AlertGroupState, ExistingGroup } from './state.js';

/**
 * An acknowledgement or snooze of a firing group by the link of a page. From another state, an undo would not lead
 * back.
 */
export const isUndoable = ({ status }: ExistingGroup, by: Actor): boolean => isByPageLink(by) && status === 'firing';

/** End of the time in which a page’s link may undo this person’s act by it; null: nothing to undo. */
export const undoableUntilOf = (state: AlertGroupState, personId: string, now: string): string | null => {
  if (state.status !== 'acknowledged' || !state.byLink || state.holder.kind !== 'person' || state.holder.personId !== personId) return null;
  const until = addMillis(state.since, bulkActLimits.undoGrace);
  return now <= until ? until : null;
};

/**
 * The answer to an _Unacknowledge_ or _Unsnooze_ by the link of a page; null: it is done. The holder of a link may only
 * undo what they did by it a moment ago. Pressed twice, the second press changes nothing.
 */
export const answerToUndo = (state: ExistingGroup, { actor, now }: Pick<Context, 'actor' | 'now'>): Refusal | Nothing | null => {
  if (!isByPageLink(actor)) return null;
  if (state.status === 'firing') return new Nothing({ undone: true });
  return undoableUntilOf(state, actor.id, now) === null ? new Refusal('page_link.undo_over') : null;
};
