import type { Draft } from '../draft.js';
import type { ExistingGroup } from '../state.js';
import { startEscalation } from './escalation.js';

/** `before`: the group before the signal. While its escalation is running, only a raised urgency restarts it. */
export const pageForNews = (draft: Draft, before: ExistingGroup, isRaised: boolean): void => {
  if (before.status === 'acknowledged') {
    draft.add({ type: 'AlertGroupReturnedToFiring', data: { groupId: before.groupId, because: 'news', from: before.holder } });
    startEscalation(draft, 'news', { holderFirst: before.holder.kind === 'person' });
  } else if (before.status === 'firing' && (isRaised || !before.climb.next || before.climb.exhausted)) startEscalation(draft, 'news');
};
