import type { Fact } from '@tocsin/contracts/catalogue.js';
import type { OrganisationRole } from '@tocsin/contracts/permissions.js';
import { longest, longName, many, nth, person } from './large-world.js';

/** Facts of the maximum size that the contracts allow. */
export const personJoined = (n: number, role: OrganisationRole = 'member'): Fact => ({
  type: 'PersonJoined',
  data: { personId: person(n), name: longName(n), email: `p${n}@example.org`, role, timeZone: 'z'.repeat(64), passwordRef: 'p' },
});

export const teamCreated = (teamId: string, name = longName()): Fact => ({
  type: 'TeamCreated',
  data: { teamId, name, description: longest(1_000) },
});

const targetsOf = (n: number, personIds: readonly string[]) =>
  many(20, (at) => ({ kind: 'person' as const, personId: personIds[(n * 20 + at) % personIds.length]! }));

/** Ten steps of twenty targets, from these people in turn. */
export const stepsOf = (personIds: readonly string[]) =>
  many(10, (n) => ({ stepId: nth('5e', n), targets: targetsOf(n, personIds), waitMinutes: 9_000, notifyOthersStill: true }));

export const policyCreated = (teamId: string, n: number, personIds: readonly string[] = many(200, person)): Fact => ({
  type: 'PolicyCreated',
  data: { teamId, policyId: nth('90', n), version: 1, name: longName(n), steps: stepsOf(personIds), repeats: 5, climbLow: true },
});

export const policyChanged = (teamId: string, n: number, version: number, personIds: readonly string[] = many(200, person)): Fact => {
  const { data } = policyCreated(teamId, n, personIds) as Extract<Fact, { type: 'PolicyCreated' }>;
  return { type: 'PolicyChanged', data: { ...data, version } };
};

export const serviceCreated = (teamId: string, n: number, policyId = nth('90', 0)): Fact => ({
  type: 'ServiceCreated',
  data: {
    teamId,
    serviceId: nth('5e', n),
    name: longName(n),
    description: longest(1_000),
    runbook: `https://example.org/${'漢'.repeat(1_980)}`,
    policyId,
    urgencyRule: 'by_severity',
    ackTimeoutMinutes: 9_000,
    reopenWindowMinutes: 1_440,
    labels: Object.fromEntries(many(10, (label) => [`l${label}`.padEnd(50, 'x'), longest(100)])),
    grouping: { by: { kind: 'template', template: `{{a}}${longest(295)}` }, windowMinutes: 1_440 },
  },
});

const key = (n: number, k: number) => ({ keyHash: `${n}-${k}`.padEnd(64, 'h'), keyRef: `${n}-${k}`.padEnd(80, 'r') });

/** An integration with two live keys and twenty ended ones. */
export const integration = (teamId: string, n: number, serviceId = nth('5e', 0)): readonly Fact[] => {
  const about = { teamId, integrationId: nth('17', n) };
  return [
    { type: 'IntegrationCreated', data: { ...about, serviceId, name: longName(n), kind: 'pagerduty-events' } },
    ...many(22, (k): Fact => ({ type: 'IntegrationKeyIssued', data: { ...about, ...key(n, k) } })),
    ...many(20, (k): Fact => ({ type: 'IntegrationKeyEnded', data: { ...about, keyHash: key(n, k).keyHash } })),
  ];
};

const groupOpened = (n: number): Extract<Fact, { type: 'AlertGroupOpened' }> => ({
  type: 'AlertGroupOpened',
  data: {
    groupId: nth('6a', n),
    number: n + 1,
    serviceId: null,
    teamId: null,
    origin: { kind: 'page', personId: person(0), personIds: [] },
    title: 'Wrong',
    urgency: 'high',
    test: false,
    previousGroupId: null,
    alerts: [],
    policy: null,
    ackTimeoutMinutes: 0,
  },
});

export const groupHeldBy = (n: number, personId: string): readonly Fact[] => [
  groupOpened(n),
  { type: 'AlertGroupAcknowledged', data: { groupId: nth('6a', n), holder: { kind: 'person', personId }, pageId: null } },
];

export const groupPaging = (n: number, personId: string): readonly Fact[] => {
  const about = { groupId: nth('6a', n), pageId: nth('9a', n) };
  const cause = { kind: 'person' as const, by: person(0) };
  const page = { personId, urgency: 'high' as const, cause, opening: 1, quiet: false, everyMethod: true, skipped: [] };
  return [groupOpened(n), { type: 'PageStarted', data: { ...about, ...page, cancelledByAcknowledge: false } }];
};
