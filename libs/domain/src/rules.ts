import type { FactOf, RecordedOf } from '@tocsin/contracts/catalogue.js';
import { limits } from '@tocsin/contracts/limits.js';
import type { Domain, Gathering } from '@tocsin/kernel/registry.js';
import { accessDecider } from './access/decider.js';
import { alertGroupDecider } from './alert-groups/decider.js';
import type { OpenGroup } from './alert-groups/views/groups.view.js';
import { leavingProcess } from './alert-groups/processes/leaving.process.js';
import { signalsProcess } from './alert-groups/processes/signals.process.js';
import { dueInGroup } from './alert-groups/timers.js';
import { contactsDecider } from './contacts/decider.js';
import { followingProcess } from './contacts/following.process.js';
import { goneProcess } from './contacts/gone.process.js';
import { provedProcess } from './contacts/proved.process.js';
import { eventSubscriptionDecider } from './event-subscriptions/decider.js';
import type { EventQueueRow } from './event-subscriptions/queues.view.js';
import { eventReads } from './event-subscriptions/reads.js';
import { dueInQueue } from './event-subscriptions/timers.js';
import * as memory from './memory-views.js';
import { organisationDecider } from './organisation/decider.js';
import { setUpProcess } from './organisation/set-up.process.js';
import { invitingProcess } from './people/inviting.process.js';
import { leftBehindProcess } from './people/left-behind.process.js';
import { peopleDecider } from './people/decider.js';
import { replacingProcess } from './policies/replacing.process.js';
import { redactionsDecider } from './redactions/decider.js';
import { progress, reactorDecider } from './reactor/decider.js';
import { effects } from './reactor/effects.js';
import { effectsDecider } from './reactor/effects.decider.js';
import { failures } from './reactor/failures.js';
import { routingDecider, type RouteSignals } from './routing/decider.js';
import { charactersOf } from './routing/items.js';
import type { PassOverSignal, RoutePlainly } from './routing/route-plainly.js';
import { movingProcess } from './services/moving.process.js';
import { signInDecider } from './sign-in/decider.js';
import { teamDecider } from './teams/decider.js';
import { handingOverProcess } from './teams/handing-over.js';
import { leavingTeamsProcess } from './teams/leaving.process.js';
import { tokensDecider } from './tokens/decider.js';
import { tokensOfWhoLeavesProcess } from './tokens/leaving.process.js';
import { upcasters } from './upcasters.js';

/** Rows that both decisions and screens read. */
export const configuration = [
  memory.organisation,
  memory.people,
  memory.contacts,
  memory.teams,
  memory.services,
  memory.integrations,
  memory.policies,
  memory.tokens,
];

type SignalReceived = RecordedOf<'SignalReceived'>;
const received = ({ id: eventId, ordinal, stream: inbox, data }: SignalReceived) => ({ eventId, ordinal, inbox, data });

/** Signals are routed in runs: one decision, one event, for all that came in since. */
const signals: Gathering = {
  type: 'SignalReceived',
  bounds: [
    { most: limits.signalsPerRouting, of: () => 1 },
    { most: limits.alertsPerRouting, of: ({ data }: SignalReceived) => data.signal.alerts.length },
    { most: limits.routingBytes, of: ({ data }: SignalReceived) => charactersOf(data.signal) },
  ],
  command: ({ from, upTo, events }): RouteSignals => ({
    type: 'RouteSignals',
    data: { from, upTo, signals: (events as readonly SignalReceived[]).map(received) },
  }),
  instead: ({ from, upTo, events: [signal] }): RoutePlainly => ({
    type: 'RoutePlainly',
    data: { from, upTo, signal: received(signal as SignalReceived) },
  }),
  passOver: ({ from, upTo }): PassOverSignal => ({ type: 'PassOverSignal', data: { from, upTo } }),
  isWhole: ([first], upTo) => {
    const routed = first?.data as FactOf<'SignalsRouted'>;
    return (routed.again ?? routed.upTo) === upTo && routed.part === undefined;
  },
};

/** What decides, and all that it decides on. The hash of these modules and what they import is the `logic` of every decision. */
export const rules: Omit<Domain, 'logic' | 'views' | 'inputs'> = {
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
    effectsDecider,
    redactionsDecider,
    eventSubscriptionDecider,
  ],
  processes: [
    setUpProcess,
    signalsProcess,
    leavingProcess,
    leavingTeamsProcess,
    provedProcess,
    tokensOfWhoLeavesProcess,
    invitingProcess,
    replacingProcess,
    leftBehindProcess,
    movingProcess,
    handingOverProcess,
    followingProcess,
    goneProcess,
  ],
  gatherings: [signals],
  memory: [
    ...configuration,
    memory.access,
    memory.signIn,
    memory.threads,
    memory.routing,
    memory.groups,
    memory.held,
    memory.failures,
    memory.retries,
    memory.openEffects,
    memory.outcomesSince,
    memory.groupEvents,
    memory.sendingSince,
    memory.eventQueues,
  ],
  timers: [
    { view: 'groups', category: 'alertGroup', due: (row: OpenGroup, epoch: number) => dueInGroup(row, epoch) },
    { view: 'eventQueues', category: 'eventSubscription', due: (row: EventQueueRow, epoch: number) => dueInQueue(row, epoch) },
  ],
  effects,
  failures,
  progress,
  reads: eventReads,
  upcasters,
};
