import type { DataOf } from '@tocsin/kernel/decide/decider.js';
import type { InternalCommand } from '../commands.js';
import type { Draft } from '../draft.js';
import { holdWhileEnding } from '../ending.js';
import type { ExistingGroup } from '../state.js';
import { startEscalation, takeAgain } from './escalation.js';

type Release = Omit<DataOf<InternalCommand, 'ReleasePerson'>, 'groupId'>;

const fireAgain = (draft: Draft, personId: string, group: ExistingGroup): void => {
  if (group.status !== 'acknowledged' || group.holder.kind !== 'person' || group.holder.personId !== personId) return;
  const { groupId, holder } = group;
  draft.add({ type: 'AlertGroupReturnedToFiring', data: { groupId, because: 'holder_disabled', from: holder } });
  startEscalation(draft, 'holder_disabled');
  holdWhileEnding(draft);
};

const stopPaging = (draft: Draft, { personId, reason }: Release, { groupId, pages }: ExistingGroup): void => {
  const runningPages = pages.filter((page) => page.personId === personId && page.state === 'running');
  for (const { pageId } of runningPages) draft.add({ type: 'PageCancelled', data: { groupId, pageId, personId, reason } });
  const lastLoudPage = runningPages.findLast(({ quiet, opening }) => !quiet && opening === draft.group.opening);
  if (lastLoudPage) takeAgain(draft, lastLoudPage);
};

/** A person can no longer hold the group or be paged for it: if they held it, it fires again; their step is taken again. */
export const releasePerson = (draft: Draft, release: Release): void => {
  fireAgain(draft, release.personId, draft.group);
  stopPaging(draft, release, draft.group);
};
