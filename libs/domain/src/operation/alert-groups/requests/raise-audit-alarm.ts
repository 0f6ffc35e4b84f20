import { Nothing } from '@tocsin/kernel/decide/refusal.js';
import { refusePermission, isSystem } from '../../../rules/permissions.js';
import { isIdTaken, type DecideRequest } from './page-request.js';

/** The audit of the log found something: owners are paged. Internal: sent by the auditor. */
export interface RaiseAuditAlarm {
  readonly type: 'RaiseAuditAlarm';
  readonly data: { readonly groupId: string; readonly title: string };
}

export const raiseAuditAlarm: DecideRequest<RaiseAuditAlarm['data']> = ({ groupId, title }, requested, context) => {
  if (!isSystem(context)) return refusePermission('Tocsin itself');
  // several servers audit one log
  if (isIdTaken({ groupId }, requested)) return new Nothing();
  return { groupId, kind: 'audit', title, urgency: 'high', serviceId: null, personIds: [], wholePolicy: false };
};
