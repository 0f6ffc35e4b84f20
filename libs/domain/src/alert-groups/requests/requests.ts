import type { PageRequestFact } from '@tocsin/contracts/alert-groups.js';
import type { DataOf } from '@tocsin/kernel/decide/decider.js';
import { sameFor, type InputsOf } from '../../inputs.js';
import type { DecideRequest } from './page-request.js';
import { pageSomeone, type PageSomeone } from './page-someone.js';
import { raiseAuditAlarm, type RaiseAuditAlarm } from './raise-audit-alarm.js';
import { decideRefusalGroup, type RaiseRefusals } from './raise-refusals.js';
import { sendTestAlert, type SendTestAlert } from './send-test-alert.js';

export type PageRequestCommand = PageSomeone | SendTestAlert | RaiseAuditAlarm | RaiseRefusals;

/** Whether an alert group is opened without a signal, and with what. Routing gives it a number and records it. */
export const pageRequests: { readonly [T in PageRequestCommand['type']]: DecideRequest<DataOf<PageRequestCommand, T>> } = {
  PageSomeone: pageSomeone,
  SendTestAlert: sendTestAlert,
  RaiseAuditAlarm: raiseAuditAlarm,
  RaiseRefusals: decideRefusalGroup,
};

const same = sameFor<PageRequestCommand>();

/** The command behind each kind of request. */
export const pageRequestInputs: InputsOf<PageRequestFact, PageRequestCommand> = {
  PageRequested: ({ kind, groupId, title, urgency, serviceId, personIds, wholePolicy, contactMethodId, integrationId, because }) => {
    if (kind === 'page') return same('PageSomeone')({ groupId, title, urgency, serviceId, personIds });
    if (kind === 'audit') return same('RaiseAuditAlarm')({ groupId, title });
    if (kind === 'refused') return same('RaiseRefusals')({ groupId, integrationId: integrationId!, because });
    return { type: 'SendTestAlert', data: { groupId, serviceId, wholePolicy, contactMethodId } };
  },
};
