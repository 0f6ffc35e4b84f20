import type { Alert } from '@tocsin/contracts/alert-groups/origin.js';
import { redactedText } from '@tocsin/contracts/redactions/noun.js';
import { titleOf } from './alerts.js';
import type { Draft } from './draft.js';
import { stormOf } from './shared/linked.js';

/** Whether a text of its alerts was redacted since it fires. A source that fires it again sends its words anew. */
const isRedacted = ({ group: { groupId, firingSince }, context }: Draft): boolean =>
  (context.reads.redactedGroups.get(groupId)?.at ?? '') >= firingSince;

/** The title of the group as it is: decisions fold what was recorded, so it may contain a text that was redacted since. */
export const currentTitleOf = (draft: Draft): string => (isRedacted(draft) ? redactedText : draft.group.title);

export const titleWith = (draft: Draft, alerts: readonly Alert[]): string =>
  isRedacted(draft) || stormOf(draft.group) !== null ? currentTitleOf(draft) : titleOf(alerts, draft.group.title);
