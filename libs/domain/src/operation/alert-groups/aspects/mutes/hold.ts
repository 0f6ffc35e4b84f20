import type { Draft } from '../../draft.js';
import { firingAlertsOf } from '../../shared/mutable.js';
import { noteMuted } from './note-muted.js';
import { refresh, release } from './review.js';

/** Holds are over: what still fires, and nothing else mutes, counts at once. `all`: those to come, too. */
export const endHold = (draft: Draft, { all = false }: { readonly all?: boolean } = {}): void => {
  const { groupId, links } = draft.group;
  const { now } = draft.context;
  const held = firingAlertsOf(draft.group).flatMap(({ fingerprint, held: one }) => (one ? [{ fingerprint, until: one.until }] : []));
  const isOver = ({ until }: { readonly until: string }): boolean => all || until <= now;
  const [next = null] = held
    .filter((one) => !isOver(one))
    .map(({ until }) => until)
    .toSorted();
  draft.add({ type: 'HoldEnded', data: { groupId, next, ...draft.late } });
  if (links.follows !== null) return;
  const muted = noteMuted(draft, firingAlertsOf(draft.group));
  const free = held.filter((one) => isOver(one) && !muted.has(one.fingerprint)).map(({ fingerprint }) => fingerprint);
  if (free.length > 0) release(draft, free, 'hold_ended');
  refresh(draft);
};
