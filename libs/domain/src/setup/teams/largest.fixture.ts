import * as integrationLimits from '@tocsin/contracts/integrations/limits.js';
import type { Fact } from '@tocsin/contracts/catalogue.js';
import {
  integration,
  personJoined,
  policyChanged,
  policyCreated,
  serviceCreated,
  stepsOf,
  teamCreated,
} from '@tocsin/testing/largest/facts.js';
import type { LargestCase, LargestCases } from '@tocsin/testing/largest/case.js';
import { bySystem, LargeWorld, longest, longName, many, nth, person, team } from '@tocsin/testing/largest/large-world.js';

const [own, other] = [team(0), team(1)] as const;
const people = (): LargeWorld =>
  new LargeWorld().has('people-directory', ...many(202, (n) => personJoined(n, n === 0 ? 'owner' : 'member')));
const members = many(200, (n): Fact => ({ type: 'TeamMemberAdded', data: { teamId: own, personId: person(n), role: 'manager' } }));

/** Two teams; one has a policy, a service and an integration, each of maximum size. */
const smallTeam = (...more: readonly Fact[]): LargeWorld =>
  people()
    .has(`team-${other}`, teamCreated(other, 'Other'))
    .has(
      `team-${own}`,
      teamCreated(own),
      ...members,
      policyCreated(own, 0),
      policyCreated(own, 1),
      serviceCreated(own, 0),
      ...integration(own, 0),
      ...more,
    );

/** Three thousand services with one policy. */
const services = (): LargeWorld => smallTeam(...many(2_999, (n) => serviceCreated(own, n + 1)));
/** Policies whose versions alone would fill an append, and many other objects. */
export const largeTeam = (): LargeWorld =>
  smallTeam(
    ...many(80, (n) => policyChanged(own, 0, n + 2)),
    ...many(100, (n) => policyCreated(own, n + 2)),
    ...many(400, (n) => serviceCreated(own, n + 1)),
    ...many(210, (n) => integration(own, n + 1)).flat(),
  );

const inOwn = (large: LargeWorld, more: object): LargestCase => ({ large, data: { teamId: own, ...more } });
const policy = { name: longName(900), steps: stepsOf(many(200, person)), repeats: 5, climbLow: true };
const settings = (n: number) => {
  const { teamId: _, serviceId: __, ...rest } = (serviceCreated(own, n) as Extract<Fact, { type: 'ServiceCreated' }>).data;
  return rest;
};
const archived: Fact = { type: 'ServiceArchived', data: { teamId: own, serviceId: nth('5e', 0) } };
const rehearsing: Fact = { type: 'ServiceCreated', data: { ...settings(1), teamId: own, serviceId: nth('5e', 1), rehearses: true } };
const key = { keyHash: 'k'.repeat(64), keyRef: 'r'.repeat(80) };
const ofIntegration = (more: object = {}): LargestCase => inOwn(smallTeam(), { integrationId: nth('17', 0), ...more });
const liveKey = '0-21'.padEnd(64, 'h');

export const largest: LargestCases = {
  CreateTeam: () => ({ large: people(), data: { teamId: team(9), name: longName(), description: longest(1_000) } }),
  RenameTeam: () => inOwn(smallTeam(), { name: longName(7), description: longest(999) }),
  AddTeamMember: () => inOwn(smallTeam(), { personId: person(201), role: 'manager' }),
  ChangeTeamMemberRole: () => inOwn(smallTeam(), { personId: person(1), role: 'responder' }),
  RemoveTeamMember: () => inOwn(smallTeam(), { personId: person(1) }),
  MoveAllToTeam: () => inOwn(largeTeam(), { toTeamId: other }),
  RemoveTeam: () => ({ large: smallTeam(), data: { teamId: other } }),
  TakeOverFromTeam: () => {
    // the largest part of those that are moved
    const all = { policies: [], services: many(35, (n) => nth('5e', n)), integrations: [], schedules: [] };
    return { large: largeTeam(), data: { teamId: other, fromTeamId: own, ...all }, actor: bySystem };
  },
  CreateService: () => inOwn(services(), { serviceId: nth('5e', 3_001), ...settings(3_001) }),
  ChangeService: () => inOwn(services(), { serviceId: nth('5e', 0), version: 1, ...settings(3_001) }),
  ArchiveService: () => inOwn(smallTeam(), { serviceId: nth('5e', 0) }),
  TakeServiceLive: () => inOwn(smallTeam(rehearsing), { serviceId: nth('5e', 1) }),
  RestoreService: () => inOwn(smallTeam(archived), { serviceId: nth('5e', 0) }),
  SetRelay: () => ofIntegration({ relayRef: 'r'.repeat(80), host: 'h'.repeat(260), header: 'x'.repeat(100), field: null }),
  RemoveRelay: () => ({
    ...ofIntegration(),
    large: smallTeam({
      type: 'RelaySet',
      data: { teamId: own, integrationId: nth('17', 0), relayRef: 'r', host: 'h', header: null, field: null },
    }),
  }),
  MoveAllToPolicy: () => inOwn(services(), { policyId: nth('90', 0), toPolicyId: nth('90', 1) }),
  CreateIntegration: () =>
    inOwn(smallTeam(), { integrationId: nth('17', 99), serviceId: nth('5e', 0), name: longName(9), kind: 'alertmanager', ...key }),
  RenameIntegration: () => ofIntegration({ name: longName(9) }),
  IssueIntegrationKey: () => {
    const keyEnded: Fact = { type: 'IntegrationKeyEnded', data: { teamId: own, integrationId: nth('17', 0), keyHash: liveKey } };
    return inOwn(smallTeam(keyEnded), { integrationId: nth('17', 0), ...key });
  },
  EndIntegrationKey: () => ofIntegration({ keyHash: liveKey }),
  KeepIntegrationKey: () => ofIntegration({ keyHash: liveKey }),
  RevealIntegrationKey: () => ofIntegration({ keyHash: liveKey }),
  LimitIntegration: () => ofIntegration({ hardLimit: 300 }),
  ChangeMailSenders: () => {
    const mails: Fact = {
      type: 'IntegrationCreated',
      data: { teamId: own, serviceId: nth('5e', 0), integrationId: nth('17', 98), name: longName(9), kind: 'mail' },
    };
    const senders = many(integrationLimits.mailSenders.most, (n) => `${n}@${'x'.repeat(integrationLimits.mailSenders.characters - 4)}`);
    return inOwn(smallTeam(mails), { integrationId: nth('17', 98), senders });
  },
  RemoveIntegration: () => ofIntegration(),
  CreatePolicy: () => inOwn(largeTeam(), { policyId: nth('90', 900), ...policy }),
  ChangePolicy: () => inOwn(largeTeam(), { policyId: nth('90', 1), version: 1, ...policy }),
  RemovePolicy: () => inOwn(smallTeam(), { policyId: nth('90', 1) }),
  ReplaceInPolicies: () => {
    const policyIds = many(102, (n) => nth('90', n));
    return { ...inOwn(largeTeam(), { policyIds, personId: person(1), replacementId: person(201) }), actor: bySystem };
  },
};
