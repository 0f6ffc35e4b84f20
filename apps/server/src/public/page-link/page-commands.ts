import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import type { PageAct } from '@tocsin/contracts/alert-groups/page-link.js';
import type { ExistingGroup } from '@tocsin/domain/operation/alert-groups/state.js';

/** Minutes. */
const snoozedByLink = alertGroupLimits.snoozeMinutes[0];

/** The command for a button on the linked page. */
export const commandOf = (act: Exclude<PageAct['act'], 'receipt'>, group: ExistingGroup, pageId: string) => {
  const { groupId } = group;
  if (act === 'undo') {
    const isSnoozed = group.status === 'acknowledged' && group.snooze;
    return { type: isSnoozed ? 'UnsnoozeAlertGroup' : 'UnacknowledgeAlertGroup', data: { groupId } } as const;
  }
  if (act === 'acknowledge') return { type: 'AcknowledgeAlertGroup', data: { groupId } } as const;
  if (act === 'snooze') return { type: 'SnoozeAlertGroup', data: { groupId, minutes: snoozedByLink } } as const;
  return { type: 'AnswerPage', data: { groupId, pageId } } as const;
};
