import type { Alert } from '@tocsin/contracts/alert-groups/origin.js';
import type { Fact } from '@tocsin/contracts/catalogue.js';
import { followedVersion } from '@tocsin/contracts/policies/followed-version.js';
import * as policyLimits from '@tocsin/contracts/policies/limits.js';
import * as teamLimits from '@tocsin/contracts/teams/limits.js';
import * as routingLimits from '@tocsin/contracts/routing/limits.js';
import * as integrationLimits from '@tocsin/contracts/integrations/limits.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import type { PolicyRow } from '@tocsin/contracts/policies/noun.js';
import { maxAbandoned } from '@tocsin/contracts/reactor/noun.js';
import type { TeamRow } from '@tocsin/contracts/teams/noun.js';
import { groupOpened, signalRef, start } from '@tocsin/testing/largest/crowd.js';
import { personJoined, policyChanged, policyCreated, teamCreated } from '@tocsin/testing/largest/facts.js';
import { LargeWorld, longest, many, nth, person, team } from '@tocsin/testing/largest/large-world.js';
import type { RetryTarget } from '@tocsin/kernel/react/failure.js';
import { listAlerts } from './operation/alert-groups/alert-table.js';
import type { ExistingGroup } from './operation/alert-groups/state.js';
import { retries, type FailureRow } from './operation/reactor/failures.view.js';

const kibibyte = 1_024;
const mebibyte = kibibyte * kibibyte;
const bytesOf = (row: unknown): number => Buffer.byteLength(JSON.stringify(row));
const [own, policyId] = [team(0), nth('90', 0)];

/** At most these bytes, and not far below: the documented size is the real one. */
const isAbout = (bytes: number, most: number): void => {
  expect(bytes).toBeLessThanOrEqual(most);
  expect(bytes).toBeGreaterThan(most * 0.8);
};

describe('a policy that was changed a hundred times', () => {
  const large = new LargeWorld().has('people-directory', personJoined(0, 'owner'));
  large.has(`team-${own}`, teamCreated(own), policyCreated(own, 0), ...many(100, (n) => policyChanged(own, 0, n + 2)));
  const row = large.world.rows<PolicyRow>('policies').get(policyId)!;

  it('has its newest fifty versions: at most 760 KiB', () => {
    expect(row.versions.map(({ version }) => version)).toEqual(many(policyLimits.policyVersionsKept, (n) => n + 52));
    isAbout(bytesOf(row), 760 * kibibyte);
    expect(large.world.memory.rows<PolicyRow>('policies').get(policyId)).toEqual(row);
  });

  it('is followed by a group that was opened long ago in the oldest of these', () => {
    expect([1, 51, 52, 77, 101].map((pinned) => followedVersion(row.versions, pinned)?.version)).toEqual([52, 52, 52, 77, 101]);
    expect(followedVersion(row.versions, 102)).toBeUndefined();
  });
});

describe('a team', () => {
  const memberAdded = (n: number): Fact => ({ type: 'TeamMemberAdded', data: { teamId: own, personId: person(n), role: 'responder' } });
  const people = many(teamLimits.membersPerTeam + 2, (n) => personJoined(n, n === 0 ? 'owner' : 'member'));
  const large = new LargeWorld().has('people-directory', ...people);
  large.has(`team-${own}`, teamCreated(own), ...many(teamLimits.membersPerTeam, (n) => memberAdded(n + 1)));
  const add = (n: number) => large.does({ type: 'AddTeamMember', data: { teamId: own, personId: person(n), role: 'manager' } });

  it('has at most a thousand members: 88 KiB', () => {
    isAbout(bytesOf(large.world.rows<TeamRow>('teams').get(own)), 88 * kibibyte);
    expect(add(teamLimits.membersPerTeam + 1)).toMatchObject({ kind: 'refused', refused: { code: 'limit.team_members' } });
  });

  it('still changes what a member may do, and takes another in the place of one who leaves', () => {
    expect(add(1).kind).toBe('done');
    large.does({ type: 'RemoveTeamMember', data: { teamId: own, personId: person(2) } });
    expect(add(teamLimits.membersPerTeam + 1).kind).toBe('done');
  });
});

describe('a group of two thousand alerts', () => {
  const groupId = nth('6a', 0);
  const key = (n: number, characters: number, letter: string): string => `${n}`.padEnd(characters, letter);
  const { labelsPerAlert, labelCharacters, linksPerAlert, linkCharacters, summaryCharacters } = integrationLimits;
  /** An alert as large as a sender may make it. */
  const alert = (n: number, more: Partial<Alert> = {}): Alert => ({
    fingerprint: key(n, routingLimits.alertKeyLength, 'f'),
    startsAt: start,
    name: longest(summaryCharacters),
    summary: longest(summaryCharacters),
    severity: 'critical',
    severityWord: longest(labelCharacters),
    labels: Object.fromEntries(many(labelsPerAlert, (label) => [key(label, labelCharacters, 'l'), longest(labelCharacters)])),
    links: many(linksPerAlert, (link) => ({ kind: 'other', href: key(link, linkCharacters, 'h'), text: longest(labelCharacters) })),
    details: longest(integrationLimits.detailsBytes),
    ...more,
  });
  const bareAlert = { labels: {}, links: [] };
  const longestBrief = longest(routingLimits.briefCharacters);
  const brief = { ...bareAlert, name: longestBrief, summary: longestBrief, severityWord: longestBrief, details: null };
  const alertsFired = (alerts: Alert[]): Fact => ({
    type: 'AlertsFired',
    data: { groupId, signal: signalRef, alerts, news: null, urgency: 'high', title: longest(summaryCharacters) },
  });
  const large = new LargeWorld().has(`team-${own}`, teamCreated(own));
  const first = 20;
  large.has(`alertGroup-${groupId}`, groupOpened(groupId), ...many(first, (n) => alertsFired([alert(n)])));
  for (let n = first; n < alertGroupLimits.sizes.alertsPerGroup; n += 60) {
    large.has(`alertGroup-${groupId}`, alertsFired(many(60, (of) => alert(n + of, bareAlert))));
  }
  const heldGroup = large.world.memory.rows<ExistingGroup>('groups').get(groupId)!;
  const alerts = listAlerts(heldGroup.alerts);

  it('holds as much of them as there is room for, and the rest in brief: at most 14 MiB of JSON', () => {
    expect(alerts).toHaveLength(alertGroupLimits.sizes.alertsPerGroup);
    expect(alerts[0]).toEqual({ ...alert(0), firing: true });
    expect(alerts.at(-1)).toEqual({ ...alert(alertGroupLimits.sizes.alertsPerGroup - 1, brief), shortened: true, firing: true });
    isAbout(bytesOf(heldGroup), 14 * mebibyte);
  });

  it.each([
    ['alerts', 256 * kibibyte],
    ['alertGroups', 524 * kibibyte],
  ])('takes so much of the row in %s', (view, bytes) => isAbout(bytesOf(large.world.rows(view).get(groupId)), bytes));
});

describe('things that were given up', () => {
  const failure = (n: number): Omit<RetryTarget, 'id'> => ({
    kind: 'reaction',
    what: longest(100),
    command: longest(100),
    commandId: `${n}`.padEnd(100, 'c'),
    stream: longest(200),
    ordinal: n,
    replaced: false,
  });
  const reactionFailed = (n: number): Fact => ({ type: 'ReactionFailed', data: { ...failure(n), reason: longest(200), tries: 5 } });
  const large = new LargeWorld().has('reactor', ...many(maxAbandoned + 200, reactionFailed));
  const rows = [...large.world.memory.rows<FailureRow>('failures').all()];

  it('are the newest thousand of thirty days: at most 4.5 MiB', () => {
    expect(rows.map(({ ordinal }) => ordinal)).toEqual(many(maxAbandoned, (n) => n + 200));
    isAbout(bytesOf(rows), 4.5 * mebibyte);
  });

  it('are the newest thousand that were asked for again, too; one that is asked for again is the newest', () => {
    const retryAsked = (from: number): Fact => ({
      type: 'ReactionRetryAsked',
      data: { failures: many(50, (n) => ({ ...failure(from + n), id: nth('5f', from + n) })) },
    });
    const rounds = many(maxAbandoned / 50, (n) => retryAsked(n * 50));
    const world = new LargeWorld().has('reactor', ...rounds, retryAsked(0), retryAsked(maxAbandoned)).world;
    const by = (n: number) => retries.lastRequestId(world.memory, { ...failure(n), reason: '', tries: 5 });
    const [first, ...others] = world.events.filter(({ type }) => type === 'ReactionRetryAsked').map(({ id }) => id);
    expect([by(0), by(50), by(100), by(maxAbandoned)]).toEqual([others.at(-2), undefined, others[1], others.at(-1)]);
    expect(first).not.toBe(others.at(-2));
    isAbout(bytesOf([...world.memory.rows('retries').all()]), 2.2 * mebibyte);
  });
});
