import type { Fact } from '@tocsin/contracts/catalogue.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import * as eventSubscriptionLimits from '@tocsin/contracts/event-subscriptions/limits.js';
import * as routingLimits from '@tocsin/contracts/routing/limits.js';
import type { ExistingGroup } from './state.js';
import { threadPrefixOf } from '../routing/shared/storm-key.js';
import type { LargestCase, LargestCases } from '@tocsin/testing/largest/case.js';
import {
  crowd,
  pageEveryone,
  groupWith,
  largestAlerts,
  groupOpened,
  paging,
  signalRef,
  start,
  unreachable,
} from '@tocsin/testing/largest/crowd.js';
import { bySystem, longest, many, nth, person } from '@tocsin/testing/largest/large-world.js';
import {
  groupAcknowledged,
  groupResolved,
  step,
  stepTaken,
  onGroup,
  ofPage,
  climbing,
  listedAlerts,
  fired,
  appliedAlerts,
  alertCounts,
  resolvedKeys,
  listedKeys,
  personLeaving,
  asHolder,
  lastPageOf,
  sendLastPage,
} from '@tocsin/testing/largest/group-history.js';
import { alertGroupDecider } from './decider.js';

const ofFirst = {
  kind: 'signal',
  integrationId: nth('17', 0),
  key: longest(512),
  thread: longest(512),
  shape: 'each',
  signal: signalRef,
  storm: true,
} as const;
const groupFollowed = (groupId: string, leader: string): Fact => ({
  type: 'AlertGroupFollows',
  data: { groupId, leader: { groupId: leader, number: 1 }, holder: null, since: null, snoozedUntil: null, storm: leader },
});
const pageQueued = (groupId: string, pageId: string, slot: string): Fact => {
  const attempt = { contactMethodId: nth('c0', 99), kind: 'email' as const, n: 1, because: 'rule' as const, ruleId: nth('9e', 1) };
  return { type: 'AttemptPlanned', data: { groupId, pageId, slot, dueAt: '2026-11-22T03:12:00.000Z', ...attempt } };
};
const escalationHandedOver = (groupId: string): Fact => ({
  type: 'StormHandedOn',
  data: {
    groupId,
    handedOn: {
      policy: { policyId: nth('90', 0), version: 1 },
      urgency: 'high',
      climb: {
        round: 1,
        began: 1,
        reached: 1,
        next: { round: 1, step: 2, dueAt: start },
        reachedSomebody: true,
        exhausted: false,
        restartAt: null,
      },
      held: null,
      lastHolder: person(0),
      responders: many(200, person),
      rang: many(500, person),
      rangAt: start,
      heard: many(500, person),
      pages: many(alertGroupLimits.calledTogether, (n) => ({
        personId: person(n),
        cause: climbing,
        urgency: 'high' as const,
        everyMethod: false,
        cancelledByAcknowledge: true,
        since: start,
        ruleIds: many(15, (at) => nth('9f', at)),
        attempts: many(15, (at) => ({
          contactMethodId: nth('c0', at),
          kind: 'email' as const,
          dueAt: '2026-11-22T03:12:00.000Z',
          n: 1,
          because: 'rule' as const,
          ruleId: nth('9e', at),
          unlessSent: { groupId, attemptId: nth('a7', at) },
          waitsSince: start,
        })),
      })),
      // as many as there may be webhooks: of each, one call waits at most
      calls: many(eventSubscriptionLimits.eventSubscriptions.inAll, (n) => ({
        subscriptionId: nth('5b', n),
        round: 1,
        step: 1,
        dueAt: start,
        knownAs: nth('ca', n),
        unlessDone: { groupId, callId: nth('ca', n) },
      })),
    },
  },
});
/** Two groups of one storm, for a command on the first. */
const ofLinked = (
  make: (groupId: string) => readonly Fact[],
  more: object,
  second: (first: string, groupId: string) => readonly Fact[],
): LargestCase => {
  const one = onGroup((id) => listedAlerts(id), more, bySystem, { origin: ofFirst });
  const { groupId: first } = one.data as { groupId: string };
  const groupId = nth('6c', 0);
  const linkData = { first, follows: { groupId: first, number: 1 } };
  one.large.has(`alertGroup-${groupId}`, groupOpened(groupId, { origin: { ...ofFirst, linked: linkData } }), ...second(first, groupId));
  one.large.has(`alertGroup-${first}`, ...make(first));
  return one;
};

const opening = (groupId: string, serviceId: string): LargestCase => {
  const { alerts: _, policy: __, teamId: ___, ackTimeoutMinutes: ____, ...rest } = groupOpened(groupId, { serviceId }).data;
  return {
    large: crowd(),
    data: { ...rest, urgency: null, alerts: largestAlerts(), counted: alertCounts, cutList: { listed: 16_000, of: 1_000_016_000 } },
    actor: bySystem,
  };
};

/** Effects of signals, providers and other domain areas on an alert group. */
export const largest: LargestCases = {
  OpenAlertGroup: () => opening(nth('6b', 0), nth('5e', 0)),
  // the policy has no one: managers are paged at once
  'OpenAlertGroup, of an archived service': () => opening(nth('6b', 1), nth('5e', 1)),
  ApplySignal: () =>
    onGroup(
      asHolder,
      appliedAlerts('changed', { fired, resolved: resolvedKeys, counted: alertCounts, cutList: { listed: 16_000, of: 1_000_016_000 } }),
      bySystem,
    ),
  'ApplySignal, of a group that is over': () =>
    onGroup(
      (id) => [...listedAlerts(id), groupResolved(id)],
      appliedAlerts('reopened', { fired, resolved: resolvedKeys, counted: alertCounts }),
      bySystem,
    ),
  'ApplySignal, the end of it': () => onGroup(pageEveryone, appliedAlerts('resolved', { counted: alertCounts }), bySystem),
  'ApplySignal, which leaves all of them out': () =>
    onGroup(listedAlerts, appliedAlerts('changed', { fired: [], resolved: [], ending: listedKeys }), bySystem),
  'ApplySignal, whose alerts were ending': () =>
    onGroup(personLeaving, appliedAlerts('changed', { fired: [], resolved: [], resumed: largestAlerts() }), bySystem),
  JoinStorm: () => {
    const posts = many(eventSubscriptionLimits.eventSubscriptions.inAll, (n) => ({
      subscriptionId: nth('5b', n),
      route: { id: nth('70', n), version: 1_000_000_000, place: 200, ofOrganisation: true as const },
    }));
    return onGroup(asHolder, { signal: signalRef, joined: 200, alerts: fired, posts }, bySystem);
  },
  // each alert of a run may be a thread of its own
  ApplyToThreads: () =>
    onGroup(
      asHolder,
      { signal: signalRef, outcome: 'acknowledged', under: many(routingLimits.alertsPerRouting, (n) => threadPrefixOf(`thread ${n}`)) },
      bySystem,
    ),
  'ApplySignal, the end of the first of two linked groups': () =>
    ofLinked(
      (id) => pageEveryone(id),
      appliedAlerts('resolved', { counted: alertCounts }),
      (_first, second) => [groupFollowed(second, _first)],
    ),
  // continues the previous group’s state with everything that it had planned
  AlignLinkedGroup: () =>
    ofLinked(
      (id) => [escalationHandedOver(id), groupResolved(id)],
      {},
      (first, second) => [groupFollowed(second, first)],
    ),
  // the other was linked before: nothing has followed from that
  JoinLinkedSet: () => {
    const [first, other] = [nth('6f', 1), nth('6f', 0)];
    const large = crowd();
    large.has(`alertGroup-${other}`, groupOpened(other), { type: 'AlertGroupLinked', data: { groupId: other, storm: first } });
    large.has(`alertGroup-${first}`, groupOpened(first), ...listedAlerts(first));
    return { large, data: { groupId: first }, actor: bySystem };
  },
  LeaveEmptySet: () => onGroup((id) => [...listedAlerts(id), { type: 'AlertGroupLinked', data: { groupId: id, storm: id } }], {}, bySystem),
  NoteLinkedAlerts: () =>
    ofLinked(
      (id) => [groupAcknowledged(id, person(1))],
      { alerts: 2_000, severities: ['critical', 'error', 'warning', 'info'] },
      (first, second) => [groupFollowed(second, first)],
    ),
  'ReleasePerson, of their group': () =>
    onGroup((id) => [groupAcknowledged(id)], { personId: person(0), reason: 'delivery.person_disabled' }, bySystem),
  // all alerts come out of muting at once, and are news to whoever has the group
  ReviewMutes: () =>
    onGroup((id) => [...asHolder(id), { type: 'AlertsMuted', data: { groupId: id, fingerprints: listedKeys } }], {}, bySystem),
  FollowPolicy: () => onGroup((id) => [stepTaken(id, 1, 1), step(id, 1, 2)], { policyId: nth('90', 1), version: 2 }, bySystem),
  // attempts of more pages than one decision moves
  FollowClock: () => {
    const waitingPages = (id: string, n: number): readonly Fact[] => {
      const [page] = paging(id, person(n), climbing, { everyMethod: false });
      const { pageId } = page!.data as { pageId: string };
      return [page!, ...many(15, (at) => pageQueued(id, pageId, nth('9d', n * 100 + at)))];
    };
    const times = { from: '2026-11-21T04:12:00.000Z', to: '2026-11-21T03:12:00.000Z' };
    return onGroup(
      (id) => [step(id, 1, 2, '2026-11-22T03:12:00.000Z'), ...many(alertGroupLimits.calledTogether + 1, (n) => waitingPages(id, n)).flat()],
      { ...times, after: null },
      bySystem,
    );
  },
  FollowRules: () => {
    const pagesOfDeparted = (id: string) => paging(id, person(1), climbing, { everyMethod: false }).slice(0, 1);
    const { large, groupId } = groupWith(pagesOfDeparted);
    const page = lastPageOf(large.world.state(alertGroupDecider, groupId) as ExistingGroup);
    large.has(`alertGroup-${groupId}`, ...many(15, (n) => pageQueued(groupId, page, nth('9d', n))));
    return { large, data: { groupId, personId: person(1) }, actor: bySystem };
  },
  StopDrillPages: () => onGroup((id) => paging(id, person(1), climbing), { personId: person(1), because: 'real_page' }, bySystem),
  EndDrillGroup: () => onGroup((id) => paging(id, person(1), climbing), {}, bySystem),
  'ReleasePerson, of their page': () => {
    const stepsTaken = (id: string): readonly Fact[] => [stepTaken(id, 1, 1), ...paging(id, person(1), climbing)];
    return onGroup(stepsTaken, { personId: person(1), reason: 'delivery.person_disabled' }, bySystem);
  },
  RecordReceipt: () =>
    ofPage(
      onGroup((id) => paging(id, person(1), climbing), { receipt: 'read' }, bySystem),
      ({ pageId, attemptId }) => ({ pageId, attemptId }),
    ),
  RecordBounce: () => {
    const one = onGroup((id) => paging(id, person(1), climbing), { isFinal: true, detail: longest(600) }, bySystem);
    const { pageId, contactMethodId } = sendLastPage(one);
    return { ...one, data: { ...one.data, pageId, contactMethodId } };
  },
  RecordLateFailure: () => {
    const failure = { reason: 'delivery.number_refused', detail: longest(600) };
    const one = onGroup((id) => paging(id, person(1), climbing), failure, bySystem);
    const { pageId, attemptId } = sendLastPage(one);
    return { ...one, data: { ...one.data, pageId, attemptId } };
  },
  // no one in the round was reached, so managers are paged at once
  RecordAttempt: () => {
    const soleGroup = (id: string): readonly Fact[] => [
      stepTaken(id, 1, 1),
      ...paging(id, unreachable, climbing),
      step(id, 2, 1, '2026-11-22T03:12:00.000Z'),
    ];
    const outcome = { ok: false, reason: 'delivery.provider_rejected', detail: longest(600), retry: false };
    return ofPage(onGroup(soleGroup, { outcome }, bySystem), ({ attemptId }) => ({ attemptId }));
  },
};
