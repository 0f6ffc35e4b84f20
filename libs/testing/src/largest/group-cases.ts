import type { Fact } from '@tocsin/contracts/catalogue.js';
import { limits } from '@tocsin/contracts/limits.js';
import type { Existing } from '@tocsin/domain/alert-groups/state.js';
import type { LargestCase, LargestCases } from './case.js';
import { cast, crowd, everybodyPaged, groupWith, largestAlerts, opened, paging, peopleOf, signalRef, start, unreachable } from './crowd.js';
import { by, bySystem, longest, many, nth, person } from './large-world.js';

const me = by(person(0), 'owner');
const acknowledged = (groupId: string, personId = person(0)): Fact => ({
  type: 'AlertGroupAcknowledged',
  data: { groupId, holder: { kind: 'person', personId }, pageId: null },
});
const snoozed = (groupId: string): Fact => ({
  type: 'AlertGroupSnoozed',
  data: { groupId, holder: { kind: 'person', personId: person(0) }, until: start, pageId: null, from: null },
});
const over = (groupId: string): Fact => ({
  type: 'AlertGroupResolved',
  data: { groupId, by: 'person', pageId: null, signal: null, whileFiring: false, thread: null },
});
const step = (groupId: string, round: number, of: number | 'exhausted' | 'owners', dueAt = start): Fact => ({
  type: 'EscalationStepPlanned',
  data: { groupId, round, step: of, dueAt },
});
const stepTaken = (groupId: string, round: number, of: number): Fact => ({
  type: 'EscalationStepTaken',
  data: { groupId, round, step: of, targets: [], empty: true },
});
const onGroup = (
  make: (groupId: string) => readonly Fact[],
  more: object = {},
  actor = me,
  first: Parameters<typeof groupWith>[1] = {},
): LargestCase => {
  const { large, groupId } = groupWith(make, first);
  return { large, data: { groupId, ...more }, actor };
};
const timer = (make: (groupId: string) => readonly Fact[], more: object, first = {}): LargestCase =>
  onGroup(make, { dueAt: start, ...more }, bySystem, first);
/** The last page that a group started. */
const lastPage = ({ large, data }: LargestCase) => {
  const { groupId } = data as { groupId: string };
  const page = Object.values((large.world.state(`alertGroup-${groupId}`) as Existing).pages).at(-1)!;
  return { pageId: page.pageId, ...Object.values(page.attempts)[0]! };
};
const ofPage = (one: LargestCase, more: (page: ReturnType<typeof lastPage>) => object): LargestCase => ({
  ...one,
  data: { ...one.data, ...more(lastPage(one)) },
});
const climbing = { kind: 'escalation', round: 1, step: 1 } as const;

/** A group with the maximum number of alerts, whose facts are as large as those of signals can be. */
const listed = (groupId: string): readonly Fact[] => [
  {
    type: 'AlertsFired',
    data: { groupId, signal: signalRef, alerts: largestAlerts(), news: null, urgency: 'high', title: longest(1_024) },
  },
];
const fired = many(1, () => largestAlerts())
  .flat()
  .map((alert, n) => ({ ...alert, fingerprint: `new ${n}`.padEnd(limits.alertKeyLength, 'n') }));
const applied = (outcome: string, more: object = {}) => ({
  signal: signalRef,
  fired: [],
  resolved: [],
  thread: longest(512),
  integrationId: nth('17', 0),
  outcome,
  ...more,
});
const counted = { alerts: 1_800, names: many(limits.examples, (n) => `${n}`.padEnd(limits.alertKeyLength, 'n')), severity: 'critical' };
const resolvedKeys = many(2_000, (n) => `${n}`.padEnd(limits.alertKeyLength, 'f'));
const listedKeys = largestAlerts().map(({ fingerprint }) => fingerprint);
const leaving = (groupId: string): readonly Fact[] => [
  ...listed(groupId),
  { type: 'AlertsEnding', data: { groupId, signal: signalRef, fingerprints: listedKeys, dueAt: start } },
];
const noFacts = (): readonly Fact[] => [];
const ofRefusals = { origin: { kind: 'refused' as const, integrationId: nth('17', 1) } };
const asHolder = (groupId: string): readonly Fact[] => [...listed(groupId), acknowledged(groupId)];

const ofFirst = {
  kind: 'signal',
  integrationId: nth('17', 0),
  key: longest(512),
  thread: longest(512),
  shape: 'each',
  signal: signalRef,
  storm: true,
} as const;
const followed = (groupId: string, leader: string): Fact => ({
  type: 'AlertGroupFollows',
  data: { groupId, leader: { groupId: leader, number: 1 }, holder: null, since: null, snoozedUntil: null, storm: leader },
});
const handedOn = (groupId: string): Fact => ({
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
      pages: many(limits.calledTogether, (n) => ({
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
        })),
      })),
      // as many as there may be webhooks: of each, one call waits at most
      calls: many(limits.eventSubscriptions.inAll, (n) => ({
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
  const one = onGroup((id) => listed(id), more, bySystem, { origin: ofFirst });
  const { groupId: first } = one.data as { groupId: string };
  const groupId = nth('6c', 0);
  const linked = { first, follows: { groupId: first, number: 1 } };
  one.large.has(`alertGroup-${groupId}`, opened(groupId, { origin: { ...ofFirst, linked } }), ...second(first, groupId));
  one.large.has(`alertGroup-${first}`, ...make(first));
  return one;
};

const opening = (groupId: string, serviceId: string): LargestCase => {
  const { alerts: _, policy: __, teamId: ___, ackTimeoutMinutes: ____, ...rest } = opened(groupId, { serviceId }).data;
  return {
    large: crowd(),
    data: { ...rest, urgency: null, alerts: largestAlerts(), counted, cutList: { listed: 16_000, of: 1_000_016_000 } },
    actor: bySystem,
  };
};

export const internalCases: LargestCases = {
  OpenAlertGroup: () => opening(nth('6b', 0), nth('5e', 0)),
  // the policy has no one: managers are paged at once
  'OpenAlertGroup, of an archived service': () => opening(nth('6b', 1), nth('5e', 1)),
  ApplySignal: () =>
    onGroup(
      asHolder,
      applied('changed', { fired, resolved: resolvedKeys, counted, cutList: { listed: 16_000, of: 1_000_016_000 } }),
      bySystem,
    ),
  'ApplySignal, of a group that is over': () =>
    onGroup((id) => [...listed(id), over(id)], applied('reopened', { fired, resolved: resolvedKeys, counted }), bySystem),
  'ApplySignal, the end of it': () => onGroup(everybodyPaged, applied('resolved', { counted }), bySystem),
  'ApplySignal, which leaves all of them out': () =>
    onGroup(listed, applied('changed', { fired: [], resolved: [], ending: listedKeys }), bySystem),
  'ApplySignal, whose alerts were ending': () =>
    onGroup(leaving, applied('changed', { fired: [], resolved: [], resumed: largestAlerts() }), bySystem),
  JoinStorm: () => onGroup(asHolder, { signal: signalRef, joined: 200, alerts: fired }, bySystem),
  'ApplySignal, the end of the first of two linked groups': () =>
    ofLinked(
      (id) => everybodyPaged(id),
      applied('resolved', { counted }),
      (_first, second) => [followed(second, _first)],
    ),
  // continues the previous group’s state with everything that it had planned
  AlignLinkedGroup: () =>
    ofLinked(
      (id) => [handedOn(id), over(id)],
      {},
      (first, second) => [followed(second, first)],
    ),
  NoteLinkedAlerts: () =>
    ofLinked(
      (id) => [acknowledged(id, person(1))],
      { alerts: 2_000, severities: ['critical', 'error', 'warning', 'info'] },
      (first, second) => [followed(second, first)],
    ),
  ReleaseHolder: () => onGroup((id) => [acknowledged(id)], { personId: person(0) }, bySystem),
  FollowPolicy: () => onGroup((id) => [stepTaken(id, 1, 1), step(id, 1, 2)], { policyId: nth('90', 1), version: 2 }, bySystem),
  FollowRules: () => {
    const gone = (id: string) => paging(id, person(1), climbing, { everyMethod: false }).slice(0, 1);
    const { large, groupId } = groupWith(gone);
    const page = lastPageOf(large.world.state(`alertGroup-${groupId}`) as Existing);
    const slots = many(15, (n): Fact => {
      const attempt = {
        contactMethodId: nth('c0', 99),
        kind: 'email' as const,
        dueAt: '2026-11-22T03:12:00.000Z',
        n: 1,
        because: 'rule' as const,
      };
      return { type: 'AttemptPlanned', data: { groupId, pageId: page, slot: nth('9d', n), ...attempt, ruleId: nth('9e', n) } };
    });
    large.has(`alertGroup-${groupId}`, ...slots);
    return { large, data: { groupId, personId: person(1) }, actor: bySystem };
  },
  StopPaging: () => {
    const climbed = (id: string): readonly Fact[] => [stepTaken(id, 1, 1), ...paging(id, person(1), climbing)];
    return onGroup(climbed, { personId: person(1), reason: 'delivery.person_disabled' }, bySystem);
  },
  RecordReceipt: () =>
    ofPage(
      onGroup((id) => paging(id, person(1), climbing), { receipt: 'read' }, bySystem),
      ({ pageId, attemptId }) => ({ pageId, attemptId }),
    ),
  // no one in the round was reached, so managers are paged at once
  RecordAttempt: () => {
    const alone = (id: string): readonly Fact[] => [
      stepTaken(id, 1, 1),
      ...paging(id, unreachable, climbing),
      step(id, 2, 1, '2026-11-22T03:12:00.000Z'),
    ];
    const outcome = { ok: false, reason: 'delivery.provider_rejected', detail: longest(600), retry: false };
    return ofPage(onGroup(alone, { outcome }, bySystem), ({ attemptId }) => ({ attemptId }));
  },
};

const lastPageOf = ({ pages }: Existing): string => pages.at(-1)!.pageId;

const calledInPart = (groupId: string, whom: 'managers' | 'owners' | 'told', upTo: string): Fact => ({
  type: 'PeopleCalledInPart',
  data: { groupId, whom, rung: whom === 'told' ? null : { round: 1, step: 'exhausted' }, part: 1, upTo, dueAt: start },
});

export const timerCases: LargestCases = {
  TakeEscalationStep: () => timer((id) => [step(id, 1, 1)], { round: 1, step: 1 }),
  'TakeEscalationStep, nobody in the policy has it': () => timer((id) => [step(id, 1, 'exhausted')], { round: 1, step: 'exhausted' }),
  'TakeEscalationStep, owners': () => timer((id) => [step(id, 1, 'owners')], { round: 1, step: 'owners' }),
  'TakeEscalationStep, everybody is paged again': () =>
    timer((id) => [...everybodyPaged(id), step(id, 1, 'exhausted')], { round: 1, step: 'exhausted' }),
  CallNextPart: () => timer((id) => [calledInPart(id, 'managers', person(239))], {}),
  'CallNextPart, of who is told': () => timer((id) => [...everybodyPaged(id), over(id), calledInPart(id, 'told', person(39))], {}),
  RemindHolder: () =>
    timer(
      (id) => [
        acknowledged(id, person(1)),
        { type: 'AckTimeoutPlanned', data: { groupId: id, remindAt: start, dueAt: '2026-11-22T03:12:00.000Z' } },
      ],
      {},
    ),
  EndAckTimeout: () =>
    timer((id) => [acknowledged(id), { type: 'AckTimeoutPlanned', data: { groupId: id, remindAt: start, dueAt: start } }], {}),
  EndReassignment: () =>
    timer(
      (id) => [
        acknowledged(id),
        {
          type: 'ReassignmentRequested',
          data: { groupId: id, personId: person(1), from: { kind: 'person', personId: person(0) }, dueAt: start },
        },
        ...paging(id, person(1), { kind: 'person', by: person(0), reassigns: true }),
      ],
      {},
    ),
  EndSnooze: () => timer((id) => [...everybodyPaged(id), snoozed(id)], {}),
  ReturnToFiring: () =>
    timer((id) => [...listed(id), acknowledged(id, person(1)), { type: 'StormReturnPlanned', data: { groupId: id, dueAt: start } }], {}),
  SendUpdate: () => {
    const fingerprints = resolvedKeys.slice(0, limits.examples);
    return timer(
      (id) => [acknowledged(id, person(1)), { type: 'UpdatePlanned', data: { groupId: id, dueAt: start, fingerprints, more: 1_980 } }],
      {},
    );
  },
  EndTest: () => {
    const test = { test: true, origin: { kind: 'test' as const, personId: person(0), wholePolicy: true } };
    return timer(everybodyPaged, { dueAt: '2026-11-21T03:22:00.000Z' }, test);
  },
  ResolveEndingAlerts: () => timer(leaving, {}),
  EndRefusals: () => timer(noFacts, { dueAt: '2026-11-21T03:23:00.000Z' }, ofRefusals),
  CountRefused: () => onGroup(noFacts, { refused: 1_000_000 }, bySystem, ofRefusals),
  ReviewClosing: () =>
    timer(
      (id) => [...everybodyPaged(id), { type: 'AlertGroupClosingReviewed', data: { groupId: id, thread: 't', nextReviewAt: start } }],
      {},
    ),
  StartAttempt: () => {
    const { large, groupId } = groupWith((id) => paging(id, person(1), climbing).slice(0, 1));
    const pageId = lastPageOf(large.world.state(`alertGroup-${groupId}`) as Existing);
    const attempt = {
      groupId,
      pageId,
      contactMethodId: nth('c0', 16),
      kind: 'webhook' as const,
      dueAt: start,
      n: 1,
      because: 'last_resort' as const,
    };
    large.has(`alertGroup-${groupId}`, ...many(15, (n): Fact => ({ type: 'AttemptPlanned', data: { ...attempt, slot: nth('9f', n) } })));
    return { large, data: { groupId, pageId, slot: nth('9f', 0), dueAt: start }, actor: bySystem };
  },
  ReplaceAttempt: () => {
    const lost = onGroup((id) => paging(id, person(1), climbing), { dueAt: '2026-11-21T03:14:00.000Z' }, bySystem);
    return ofPage(lost, ({ pageId, slot }) => ({ pageId, slot }));
  },
};

const marked = (groupId: string): Fact => ({ type: 'AlertGroupMarkedAsNoise', data: { groupId, opening: 1, text: 'Known' } });
const again = (groupId: string): readonly Fact[] => many(8, () => paging(groupId, person(0), climbing)).flat();

export const groupCases: LargestCases = {
  AcknowledgeAlertGroup: () => onGroup(everybodyPaged),
  UnacknowledgeAlertGroup: () => onGroup((id) => [acknowledged(id)]),
  SnoozeAlertGroup: () => onGroup(everybodyPaged, { minutes: 30 }),
  UnsnoozeAlertGroup: () => onGroup((id) => [...everybodyPaged(id), snoozed(id)]),
  RenewAcknowledgement: () => onGroup((id) => [acknowledged(id)]),
  TakeOverAlertGroup: () => onGroup(everybodyPaged),
  JoinAlertGroup: () => onGroup((id) => [acknowledged(id, person(5)), ...again(id)]),
  ReassignAlertGroup: () => onGroup((id) => [acknowledged(id), ...again(id)], { personId: person(1) }),
  EscalateAlertGroup: () => onGroup((id) => [...everybodyPaged(id), acknowledged(id)]),
  ResolveAlertGroup: () => onGroup(everybodyPaged),
  ReopenAlertGroup: () => onGroup((id) => [...listed(id), over(id)], { iHaveIt: false }),
  AddNote: () => onGroup((id) => [acknowledged(id), ...again(id)], { text: longest(10_000) }),
  MarkAlertGroupAsNoise: () => onGroup((id) => [acknowledged(id), ...again(id)], { reason: longest(limits.noiseReasonCharacters) }),
  RemoveNoiseMark: () => onGroup((id) => [acknowledged(id), marked(id), ...again(id)]),
  AddResponders: () => {
    const others = peopleOf(cast.others);
    const paged = others.slice(0, limits.pagedByHand - limits.targetsPerStep);
    const asked = others.slice(paged.length, limits.pagedByHand).map((personId) => ({ kind: 'person', personId }));
    return onGroup((id) => [...paged.flatMap((other) => paging(id, other, { kind: 'person', by: person(0) })), acknowledged(id)], {
      targets: asked,
    });
  },
  AddResponder: () => {
    const others = peopleOf(cast.others).slice(0, limits.pagedByHand - 1);
    return onGroup((id) => others.flatMap((other) => paging(id, other, { kind: 'person', by: person(0) })), { personId: person(1) });
  },
  ResendMessage: () => {
    const one = onGroup(again);
    const { groupId } = one.data as { groupId: string };
    const { pageId, slot, attemptId } = lastPage(one);
    one.large.has(`alertGroup-${groupId}`, { type: 'AttemptSent', data: { groupId, pageId, attemptId: attemptId!, providerId: null } });
    return { ...one, data: { groupId, pageId, messageId: slot } };
  },
  AnswerPage: () => ofPage(onGroup(again), ({ pageId }) => ({ pageId })),
};
