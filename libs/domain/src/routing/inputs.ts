import type { FactOf } from '@tocsin/contracts/catalogue.js';
import { sameFor, type InputsOf } from '../inputs.js';
import type { RoutingCommand } from './decider.js';

const same = sameFor<RoutingCommand>();

/** *Page someone*, test alerts, and what the audit found. Signals are gathered: what is decided on them is found by them. */
export const inputs: InputsOf<{ type: 'PageRequested'; data: FactOf<'PageRequested'> }, RoutingCommand> = {
  PageRequested: ({ kind, groupId, title, urgency, serviceId, personIds, wholePolicy, contactMethodId, integrationId }) => {
    if (kind === 'page') return same('PageSomeone')({ groupId, title, urgency, serviceId, personIds });
    if (kind === 'audit') return same('RaiseAuditAlarm')({ groupId, title });
    if (kind === 'refused') return same('RaiseRefusals')({ groupId, integrationId: integrationId! });
    return { type: 'SendTestAlert', data: { groupId, serviceId, wholePolicy, contactMethodId } };
  },
};
