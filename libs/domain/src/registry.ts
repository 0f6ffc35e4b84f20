import type { RecordedOf } from '@tocsin/contracts/catalogue.js';
import { limits } from '@tocsin/contracts/limits.js';
import type { Domain, Gathering } from '@tocsin/kernel/registry.js';
import { accessDecider } from './access/decider.js';
import { accessView } from './access/views.js';
import { alertGroupDecider } from './alert-groups/decider.js';
import { alertGroupsView } from './alert-groups/views/alert-groups.view.js';
import { alertsView } from './alert-groups/views/alerts.view.js';
import { groupsView, type OpenGroup } from './alert-groups/views/groups.view.js';
import { heldView } from './alert-groups/views/held.view.js';
import { laddersView } from './alert-groups/views/ladders.view.js';
import { leavingProcess } from './alert-groups/processes/leaving.process.js';
import { groupReads } from './alert-groups/reads.js';
import { signalsProcess } from './alert-groups/processes/signals.process.js';
import { dueInGroup } from './alert-groups/timers.js';
import { contactsDecider } from './contacts/decider.js';
import { goneProcess } from './contacts/gone.process.js';
import { receiptsView } from './contacts/receipts.view.js';
import { contactsView } from './contacts/views.js';
import { inputs } from './inputs.js';
import { integrationsView } from './integrations/views.js';
import { organisationDecider } from './organisation/decider.js';
import { setUpProcess } from './organisation/set-up.process.js';
import { organisationView } from './organisation/views.js';
import { invitingProcess } from './people/inviting.process.js';
import { peopleDecider } from './people/decider.js';
import { peopleView } from './people/views.js';
import { replacingProcess } from './policies/replacing.process.js';
import { policiesView } from './policies/views.js';
import { redactionsDecider } from './redactions/decider.js';
import { reactorDecider } from './reactor/decider.js';
import { routingDecider, type RouteSignals } from './routing/decider.js';
import { arrivalsView } from './routing/arrivals.view.js';
import { repeatsView } from './routing/repeats.view.js';
import { fingerprintsView, routesView, routingView } from './routing/routes.view.js';
import { servicesView } from './services/views.js';
import { signInDecider } from './sign-in/decider.js';
import { signInView } from './sign-in/views.js';
import { teamDecider } from './teams/decider.js';
import { handingOverProcess } from './teams/handing-over.js';
import { teamsView } from './teams/views.js';
import { tokensDecider } from './tokens/decider.js';
import { tokensOfWhoLeavesProcess } from './tokens/leaving.process.js';
import { tokensView } from './tokens/views.js';
import { upcasters } from './upcasters.js';

const configuration = [organisationView, peopleView, contactsView, teamsView, servicesView, integrationsView, policiesView, tokensView];

const received = ({ id: eventId, ordinal, data }: RecordedOf<'SignalReceived'>) => ({ eventId, ordinal, data });

/** Signals are routed in runs: one decision, one event, for all that came in since. */
const signals: Gathering = {
  type: 'SignalReceived',
  most: limits.signalsPerRouting,
  mostWeight: 4_000,
  weigh: (event: RecordedOf<'SignalReceived'>) => event.data.signal.alerts.length + 1,
  command: ({ from, upTo, events }): RouteSignals => ({
    type: 'RouteSignals',
    data: { from, upTo, signals: (events as readonly RecordedOf<'SignalReceived'>[]).map(received) },
  }),
};

/** Everything that on-call means here, in one value. */
export const domain: Domain = {
  logic: '2026.11.4',
  deciders: [
    organisationDecider,
    peopleDecider,
    contactsDecider,
    accessDecider,
    signInDecider,
    teamDecider,
    tokensDecider,
    routingDecider,
    alertGroupDecider,
    reactorDecider,
    redactionsDecider,
  ],
  processes: [
    setUpProcess,
    signalsProcess,
    leavingProcess,
    tokensOfWhoLeavesProcess,
    invitingProcess,
    replacingProcess,
    handingOverProcess,
    goneProcess,
  ],
  gatherings: [signals],
  views: [...configuration, alertGroupsView, alertsView, laddersView, receiptsView, repeatsView, arrivalsView],
  memory: [...configuration, accessView, signInView, routesView, fingerprintsView, routingView, groupsView, heldView],
  timers: [{ view: 'groups', category: 'alertGroup', due: (row: OpenGroup, epoch: number) => dueInGroup(row, epoch) }],
  inputs,
  reads: groupReads,
  upcasters,
};
