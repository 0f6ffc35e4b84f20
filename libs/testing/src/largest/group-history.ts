import type { Fact } from '@tocsin/contracts/catalogue.js';
import * as routingLimits from '@tocsin/contracts/routing/limits.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import type { ExistingGroup } from '@tocsin/domain/operation/alert-groups/state.js';
import type { LargestCase } from './case.js';
import { groupWith, largestAlerts, paging, signalRef, start } from './crowd.js';
import { actorWithRole, bySystem, longest, many, nth, person } from './large-world.js';
import { alertGroupDecider } from '@tocsin/domain/operation/alert-groups/decider.js';

const me = actorWithRole(person(0), 'owner');
export const groupAcknowledged = (groupId: string, personId = person(0)): Fact => ({
  type: 'AlertGroupAcknowledged',
  data: { groupId, holder: { kind: 'person', personId }, pageId: null },
});
export const groupSnoozed = (groupId: string): Fact => ({
  type: 'AlertGroupSnoozed',
  data: { groupId, holder: { kind: 'person', personId: person(0) }, until: start, pageId: null, from: null },
});
export const groupResolved = (groupId: string): Fact => ({
  type: 'AlertGroupResolved',
  data: { groupId, by: 'person', pageId: null, signal: null, whileFiring: false, thread: null },
});
export const step = (groupId: string, round: number, of: number | 'exhausted' | 'owners', dueAt = start): Fact => ({
  type: 'EscalationStepPlanned',
  data: { groupId, round, step: of, dueAt },
});
export const stepTaken = (groupId: string, round: number, of: number): Fact => ({
  type: 'EscalationStepTaken',
  data: { groupId, round, step: of, targets: [], empty: true },
});
export const onGroup = (
  make: (groupId: string) => readonly Fact[],
  more: object = {},
  actor = me,
  first: Parameters<typeof groupWith>[1] = {},
): LargestCase => {
  const { large, groupId } = groupWith(make, first);
  return { large, data: { groupId, ...more }, actor };
};
export const timer = (make: (groupId: string) => readonly Fact[], more: object, first = {}): LargestCase =>
  onGroup(make, { dueAt: start, ...more }, bySystem, first);
/** The last page that a group started. */
const lastPage = ({ large, data }: LargestCase) => {
  const { groupId } = data as { groupId: string };
  const page = Object.values((large.world.state(alertGroupDecider, groupId) as ExistingGroup).pages).at(-1)!;
  return { pageId: page.pageId, personId: page.personId, ...Object.values(page.attempts)[0]! };
};
/** The last page that a group started, whose message was sent. */
export const sendLastPage = (one: LargestCase): ReturnType<typeof lastPage> => {
  const page = lastPage(one);
  const { groupId } = one.data as { groupId: string };
  const { pageId, attemptId, personId, contactMethodId } = page;
  const to = { personId, contactMethodId };
  one.large.has(`alertGroup-${groupId}`, { type: 'AttemptSent', data: { groupId, pageId, attemptId: attemptId!, to, providerId: null } });
  return page;
};
export const ofPage = (one: LargestCase, more: (page: ReturnType<typeof lastPage>) => object): LargestCase => ({
  ...one,
  data: { ...one.data, ...more(lastPage(one)) },
});
export const climbing = { kind: 'escalation', round: 1, step: 1 } as const;

/** A group with the maximum number of alerts, whose facts are as large as those of signals can be. */
export const listedAlerts = (groupId: string): readonly Fact[] => [
  {
    type: 'AlertsFired',
    data: { groupId, signal: signalRef, alerts: largestAlerts(), news: null, urgency: 'high', title: longest(1_024) },
  },
];
export const fired = many(1, () => largestAlerts())
  .flat()
  .map((alert, n) => ({ ...alert, fingerprint: `new ${n}`.padEnd(routingLimits.alertKeyLength, 'n') }));
export const appliedAlerts = (outcome: string, more: object = {}) => ({
  signal: signalRef,
  fired: [],
  resolved: [],
  thread: longest(512),
  integrationId: nth('17', 0),
  outcome,
  ...more,
});
export const alertCounts = {
  alerts: 1_800,
  names: many(alertGroupLimits.examples, (n) => `${n}`.padEnd(routingLimits.alertKeyLength, 'n')),
  severity: 'critical',
};
export const resolvedKeys = many(2_000, (n) => `${n}`.padEnd(routingLimits.alertKeyLength, 'f'));
export const listedKeys = largestAlerts().map(({ fingerprint }) => fingerprint);
export const personLeaving = (groupId: string): readonly Fact[] => [
  ...listedAlerts(groupId),
  { type: 'AlertsEnding', data: { groupId, signal: signalRef, fingerprints: listedKeys, dueAt: start } },
];
export const noFacts = (): readonly Fact[] => [];
export const ofRefusals = { origin: { kind: 'refused' as const, integrationId: nth('17', 1) } };
export const asHolder = (groupId: string): readonly Fact[] => [...listedAlerts(groupId), groupAcknowledged(groupId)];

export const lastPageOf = ({ pages }: ExistingGroup): string => pages.at(-1)!.pageId;

export const pagedAgain = (groupId: string): readonly Fact[] => many(8, () => paging(groupId, person(0), climbing)).flat();
