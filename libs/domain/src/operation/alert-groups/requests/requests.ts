import type { PageRequestFact } from '@tocsin/contracts/alert-groups/events.js';
import { sameFor, type InputsOf } from '../../../inputs.js';
import type { OpenDrillGroup } from './open-drill-group.js';
import type { PageSomeone } from './page-someone.js';
import type { RaiseAuditAlarm } from './raise-audit-alarm.js';
import type { RaiseRefusals } from './raise-refusals.js';
import type { SendTestAlert } from './send-test-alert.js';

/** What opens an alert group without a signal. Routing gives it a number and records it. */
export type PageRequestCommand = PageSomeone | SendTestAlert | OpenDrillGroup | RaiseAuditAlarm | RaiseRefusals;

const same = sameFor<PageRequestCommand>();

/** The command behind each kind of request. */
export const pageRequestInputs: InputsOf<PageRequestFact, PageRequestCommand> = {
  PageRequested: ({
    kind,
    groupId,
    title,
    urgency,
    serviceId,
    personIds,
    wholePolicy,
    contactMethodId,
    integrationId,
    because,
    drillId,
  }) => {
    if (kind === 'page') return same('PageSomeone')({ groupId, title, urgency, serviceId, personIds });
    if (kind === 'drill') return same('OpenDrillGroup')({ drillId, groupId });
    if (kind === 'audit') return same('RaiseAuditAlarm')({ groupId, title });
    if (kind === 'refused') return same('RaiseRefusals')({ groupId, integrationId: integrationId!, because });
    return { type: 'SendTestAlert', data: { groupId, serviceId, wholePolicy, contactMethodId } };
  },
};
