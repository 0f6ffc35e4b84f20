import type { PageRequestFact } from '@tocsin/contracts/alert-groups/events.js';
import type { RoutingFact } from '@tocsin/contracts/routing/routing.js';
import type { Context, Decider, Decision } from '@tocsin/kernel/decide/decider.js';
import { Nothing, Refusal } from '@tocsin/kernel/decide/refusal.js';
import type { DecideRequest } from '../alert-groups/requests/page-request.js';
import { openDrillGroup } from '../alert-groups/requests/open-drill-group.js';
import { pageSomeone } from '../alert-groups/requests/page-someone.js';
import { raiseAuditAlarm } from '../alert-groups/requests/raise-audit-alarm.js';
import { decideRefusalGroup } from '../alert-groups/requests/raise-refusals.js';
import type { PageRequestCommand } from '../alert-groups/requests/requests.js';
import { sendTestAlert } from '../alert-groups/requests/send-test-alert.js';
import type { GroupReads } from '../alert-groups/shared/reads.js';
import { routingDecisions, type SignalCommand } from '../routing/decisions.js';
import { routingAtFirst, routingSteps } from '../routing/routing.view.js';
import type { RoutingState } from '../routing/shared/routing-row.js';

type RoutingCommand = SignalCommand | PageRequestCommand;

/** Records a request for an alert group under the next number. */
const numbered =
  <D>(decide: DecideRequest<D>) =>
  (data: D, { asked, nextNumber: number }: RoutingState, context: Context<GroupReads>): Decision<PageRequestFact> => {
    const request = decide(data, asked, context);
    if (request instanceof Refusal || request instanceof Nothing) return request;
    const { groupId, ...rest } = request;
    return [{ type: 'PageRequested', data: { groupId, number, nextNumber: number + 1, ...rest } }];
  };

/**
 * The only stream that assigns numbers. Its expected revision fences the router: two routers can’t both route a signal.
 */
export const routingDecider: Decider<RoutingState, RoutingCommand, RoutingFact | PageRequestFact, GroupReads> = {
  category: 'routing',
  isSingle: true,
  initial: routingAtFirst,
  readKnownState: ({ routing }) => routing.get('routing'),
  streamId: {
    RouteSignals: () => 'routing',
    RoutePlainly: () => 'routing',
    PassOverSignal: () => 'routing',
    PageSomeone: () => 'routing',
    SendTestAlert: () => 'routing',
    OpenDrillGroup: () => 'routing',
    RaiseAuditAlarm: () => 'routing',
    RaiseRefusals: () => 'routing',
  },

  decide: {
    ...routingDecisions,
    PageSomeone: numbered(pageSomeone),
    SendTestAlert: numbered(sendTestAlert),
    OpenDrillGroup: numbered(openDrillGroup),
    RaiseAuditAlarm: numbered(raiseAuditAlarm),
    RaiseRefusals: numbered(decideRefusalGroup),
  },

  evolve: routingSteps,
};
