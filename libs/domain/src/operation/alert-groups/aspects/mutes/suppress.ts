import { higherOf } from '@tocsin/contracts/contacts/events.js';
import type { Draft } from '../../draft.js';
import { cancelPages } from '../../paging/paging.js';
import type { Page } from '../../state.js';
import { firingAlertsOf } from '../../shared/mutable.js';
import { urgencyAmong } from './counting.js';
import { findMutes, type GroupMutes } from './judge-mutes.js';
import { isSuppressed } from './mutes.js';
import type { Suppression } from './part.js';

/** Whether the escalation began the page. Its step may keep paging after an acknowledgement, but not while nobody has the group. */
export const isOfEscalation = ({ cause }: Page): boolean =>
  cause.kind === 'escalation' || cause.kind === 'holder_first' || cause.kind === 'exhausted';

/** Whether it fired before its silence began, or somebody has extended the silence. */
const isOlderThanSilence = ({ group, context }: Draft, { mutes: [decisive] }: GroupMutes, firedBefore: boolean): boolean => {
  const silence = decisive?.kind === 'silence' ? context.reads.activeSilences.get(decisive.id) : undefined;
  return silence !== undefined && (firedBefore || silence.extended || group.firingSince < silence.from);
};

type Cause = Pick<Suppression, 'holderFirst' | 'firedBefore'>;

/** Records that everything that fires is muted, and by what: what the escalation began is cancelled. */
export const suppress = (draft: Draft, found: GroupMutes, cause: Cause): void => {
  const { groupId, suppressed, urgency: before } = draft.group;
  const { holderFirst, firedBefore } = suppressed ?? cause;
  // what only settles names the mute that has ended
  const mutes = [...(found.mutes.length > 0 ? found.mutes : (suppressed?.mutes ?? []))];
  const urgency = higherOf(before, urgencyAmong(draft.group, firingAlertsOf(draft.group), draft.context));
  const isOlder = (suppressed?.isOlder ?? false) || isOlderThanSilence(draft, found, firedBefore);
  const said = { mutes, settlesAt: found.settlesAt, urgency, isOlder };
  if (suppressed && before === urgency && isSame(said, suppressed)) return;
  draft.add({ type: 'AlertGroupSuppressed', data: { groupId, ...said, firedBefore, holderFirst } });
  if (suppressed) return;
  cancelPages(draft, 'delivery.suppressed_by_silence', isOfEscalation, null);
  draft.add({ type: 'EscalationStopped', data: { groupId, because: 'suppressed' } });
};

type Said = Pick<Suppression, 'mutes' | 'settlesAt' | 'isOlder'>;
const isSame = (one: Said, other: Said): boolean =>
  one.settlesAt === other.settlesAt && one.isOlder === other.isOlder && JSON.stringify(one.mutes) === JSON.stringify(other.mutes);

/** Asked wherever an escalation would begin: whether it is suppressed instead. What only settles stays so until its time. */
export const suppressInstead = (draft: Draft, holderFirst = false): boolean => {
  const { group, context } = draft;
  if (isSuppressed(group)) return true;
  const found = group.status === 'firing' ? findMutes(group, context) : null;
  if (found) suppress(draft, found, { holderFirst, firedBefore: false });
  return found !== null;
};
