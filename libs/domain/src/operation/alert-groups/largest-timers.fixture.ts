import type { Fact } from '@tocsin/contracts/catalogue.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import type { ExistingGroup } from './state.js';
import type { LargestCases } from '@tocsin/testing/largest/case.js';
import { pageEveryone, groupWith, paging, start, suppressed } from '@tocsin/testing/largest/crowd.js';
import { bySystem, many, nth, person } from '@tocsin/testing/largest/large-world.js';
import {
  groupAcknowledged,
  groupSnoozed,
  groupResolved,
  step,
  onGroup,
  timer,
  ofPage,
  climbing,
  listedAlerts,
  listedKeys,
  resolvedKeys,
  personLeaving,
  noFacts,
  ofRefusals,
  lastPageOf,
} from '@tocsin/testing/largest/group-history.js';
import { alertGroupDecider } from './decider.js';

const calledInPart = (groupId: string, recipients: 'managers' | 'owners' | 'told', upTo: string): Fact => ({
  type: 'PeopleCalledInPart',
  data: { groupId, whom: recipients, rung: recipients === 'told' ? null : { round: 1, step: 'exhausted' }, part: 1, upTo, dueAt: start },
});

/** Timers of an alert group. */
const heldAlerts = (groupId: string): readonly Fact[] =>
  listedAlerts(groupId).map((fact) => {
    if (fact.type !== 'AlertsFired') return fact;
    const alerts = fact.data.alerts.map((alert) => ({ ...alert, held: { ruleId: nth('70', 0), until: start } }));
    return { ...fact, data: { ...fact.data, alerts } };
  });

export const largest: LargestCases = {
  TakeEscalationStep: () => timer((id) => [step(id, 1, 1)], { round: 1, step: 1 }),
  'TakeEscalationStep, nobody in the policy has it': () => timer((id) => [step(id, 1, 'exhausted')], { round: 1, step: 'exhausted' }),
  'TakeEscalationStep, owners': () => timer((id) => [step(id, 1, 'owners')], { round: 1, step: 'owners' }),
  'TakeEscalationStep, everybody is paged again': () =>
    timer((id) => [...pageEveryone(id), step(id, 1, 'exhausted')], { round: 1, step: 'exhausted' }),
  CallNextPart: () => timer((id) => [calledInPart(id, 'managers', person(239))], {}),
  'CallNextPart, of who is told': () => timer((id) => [...pageEveryone(id), groupResolved(id), calledInPart(id, 'told', person(39))], {}),
  RemindHolder: () =>
    timer(
      (id) => [
        groupAcknowledged(id, person(1)),
        { type: 'AckTimeoutPlanned', data: { groupId: id, remindAt: start, dueAt: '2026-11-22T03:12:00.000Z' } },
      ],
      {},
    ),
  EndAckTimeout: () =>
    timer((id) => [groupAcknowledged(id), { type: 'AckTimeoutPlanned', data: { groupId: id, remindAt: start, dueAt: start } }], {}),
  EndReassignment: () =>
    timer(
      (id) => [
        groupAcknowledged(id),
        {
          type: 'ReassignmentRequested',
          data: { groupId: id, personId: person(1), from: { kind: 'person', personId: person(0) }, dueAt: start },
        },
        ...paging(id, person(1), { kind: 'person', by: person(0), reassigns: true }),
      ],
      {},
    ),
  EndSnooze: () => timer((id) => [...pageEveryone(id), groupSnoozed(id)], {}),
  ReturnToFiring: () =>
    timer(
      (id) => [...listedAlerts(id), groupAcknowledged(id, person(1)), { type: 'StormReturnPlanned', data: { groupId: id, dueAt: start } }],
      {},
    ),
  SendUpdate: () => {
    const fingerprints = resolvedKeys.slice(0, alertGroupLimits.examples);
    return timer(
      (id) => [groupAcknowledged(id, person(1)), { type: 'UpdatePlanned', data: { groupId: id, dueAt: start, fingerprints, more: 1_980 } }],
      {},
    );
  },
  EndTest: () => {
    const test = { test: true, origin: { kind: 'test' as const, personId: person(0), wholePolicy: true } };
    return timer(pageEveryone, { dueAt: '2026-11-21T03:22:00.000Z' }, test);
  },
  ResolveEndingAlerts: () => timer(personLeaving, {}),
  EndRefusals: () => timer(noFacts, { dueAt: '2026-11-21T03:23:00.000Z' }, ofRefusals),
  CountRefused: () => onGroup(noFacts, { refused: 1_000_000 }, bySystem, ofRefusals),
  EndSettling: () =>
    timer((id) => [suppressed(id), { type: 'AlertGroupSettling', data: { groupId: id, fingerprints: [], dueAt: start } }], {}),
  EndFlapping: () =>
    timer(
      (id) => [...pageEveryone(id), { type: 'AlertGroupFlapped', data: { groupId: id, since: start, quietSince: start, calmAt: start } }],
      {},
    ),
  // all come out of the hold at once, and are news to whoever has the group
  EndHold: () =>
    timer(
      (id) => [
        ...heldAlerts(id),
        groupAcknowledged(id, person(1)),
        { type: 'AlertsMuted', data: { groupId: id, fingerprints: listedKeys } },
      ],
      {},
    ),
  ReviewClosing: () =>
    timer(
      (id) => [...pageEveryone(id), { type: 'AlertGroupClosingReviewed', data: { groupId: id, thread: 't', nextReviewAt: start } }],
      {},
    ),
  StartAttempt: () => {
    const { large, groupId } = groupWith((id) => paging(id, person(1), climbing).slice(0, 1));
    const pageId = lastPageOf(large.world.state(alertGroupDecider, groupId) as ExistingGroup);
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
    const lostAttempt = onGroup((id) => paging(id, person(1), climbing), { dueAt: '2026-11-21T03:14:00.000Z' }, bySystem);
    return ofPage(lostAttempt, ({ pageId, slot }) => ({ pageId, slot }));
  },
};
