import type { Mute } from '@tocsin/contracts/alert-groups/mutes.js';
import type { Draft } from '../../draft.js';
import { cancelPages } from '../../paging/paging.js';
import type { Page } from '../../state.js';
import { findMutes } from './judge-mutes.js';
import { isSuppressed } from './mutes.js';

/** Whether the escalation began the page. Its step may keep paging after an acknowledgement, but not while nobody has the group. */
export const isOfEscalation = ({ cause }: Page): boolean =>
  cause.kind === 'escalation' || cause.kind === 'holder_first' || cause.kind === 'exhausted';

const isSame = (one: readonly Mute[], other: readonly Mute[]): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Records that everything that fires is muted: what the escalation began is cancelled. */
export const suppress = (draft: Draft, mutes: readonly Mute[], holderFirst: boolean): void => {
  const { groupId, suppressed } = draft.group;
  if (suppressed && !suppressed.settling && isSame(suppressed.mutes, mutes)) return;
  draft.add({ type: 'AlertGroupSuppressed', data: { groupId, mutes: [...mutes], holderFirst: suppressed?.holderFirst ?? holderFirst } });
  if (suppressed) return;
  cancelPages(draft, 'delivery.suppressed_by_silence', isOfEscalation, null);
  draft.add({ type: 'EscalationStopped', data: { groupId, because: 'suppressed' } });
};

/** Asked wherever an escalation would begin: whether it is suppressed instead. What only settles stays so until its time. */
export const suppressInstead = (draft: Draft, holderFirst = false): boolean => {
  const { group, context } = draft;
  if (isSuppressed(group)) return true;
  const mutes = group.status === 'firing' ? findMutes(group, context) : null;
  if (mutes) suppress(draft, mutes, holderFirst);
  return mutes !== null;
};
