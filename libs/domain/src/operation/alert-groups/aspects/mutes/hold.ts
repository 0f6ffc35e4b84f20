import { listAlerts } from '../../alert-table.js';
import type { Draft } from '../../draft.js';
import { findMutes } from './judge-mutes.js';
import { isSuppressed } from './mutes.js';
import { releaseMuted, unsuppress } from './review.js';
import { suppress } from './suppress.js';

/** The first end of a hold that is still to come; null: none. */
const nextEnd = ({ group, context: { now } }: Draft): string | null =>
  listAlerts(group.alerts)
    .flatMap(({ firing, held }) => (firing && held && held.until > now ? held.until : []))
    .toSorted()[0] ?? null;

/** Holds are over: what still fires, and nothing else mutes, pages at once. `all`: those to come, too. */
export const endHold = (draft: Draft, { all = false }: { readonly all?: boolean } = {}): void => {
  draft.add({ type: 'HoldEnded', data: { groupId: draft.group.groupId, next: all ? null : nextEnd(draft), ...draft.late } });
  const { group, context } = draft;
  if (group.links.follows !== null) return;
  const mutes = group.status === 'firing' ? findMutes(group, context) : null;
  if (mutes) return suppress(draft, mutes, false);
  if (isSuppressed(group)) unsuppress(draft, 'mutes_ended');
  else releaseMuted(draft);
};
