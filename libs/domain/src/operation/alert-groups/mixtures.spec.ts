import type { Fact } from '@tocsin/contracts/catalogue.js';
import { reenact } from '@tocsin/kernel/replay/reenact.js';
import { Audit } from '../../observers/auditor/audit.js';
import { bySystem, idOf } from '../../configuration.fixture.js';
import { domain } from '../../registry.js';
import { alertmanager, alertOf, pagerduty } from '../routing/signals.fixture.js';
import {
  ana,
  as,
  bo,
  Scenario,
  methodOf,
  mia,
  toPolicySteps,
  ola,
  pages,
  policyId,
  contactsOfPerson,
  serviceOf,
  teamId,
  type Setting,
} from './groups.fixture.js';
import type { AttemptOutcome } from './paging/attempts.js';

const sentOutcome: AttemptOutcome = { ok: true, state: 'sent', providerId: null };
const failedOutcome: AttemptOutcome = { ok: false, reason: 'delivery.provider_unreachable', detail: '', retry: false };

let names = 0;
const openGroups = (one: Scenario, count: number, severity: 'critical' | 'warning' = 'critical', service = 0): void => {
  for (let n = 0; n < count; n += 1) {
    names += 1;
    one.receives({ ...alertmanager([alertOf(`Disk${names}`, { severity })], { key: `g${names}` }), serviceId: serviceOf(service) });
  }
};
/** The people whose phones were paged, in order. */
const ringTimes = (one: Scenario): readonly string[] => {
  const pagesById = new Map(one.all('PageStarted').map(({ data }) => [data.pageId, data]));
  return one.all('AttemptStarted').flatMap(({ data }) => {
    const { personId, quiet } = pagesById.get(data.pageId)!;
    return quiet ? [] : [personId];
  });
};
const answerMessage = (one: Scenario, n: number, outcome: AttemptOutcome): void => {
  const { groupId, attemptId } = one.all('AttemptStarted').at(n)!.data;
  one.world.run({ type: 'RecordAttempt', data: { groupId, attemptId, outcome } }, { actor: bySystem });
  one.world.advance(0);
};
const acknowledgeAll = (one: Scenario, personId: string): void => {
  for (const { id: groupId, status } of one.rows())
    if (status === 'firing') one.world.run({ type: 'AcknowledgeAlertGroup', data: { groupId } }, { actor: as(personId) });
  one.world.advance(0);
};
const appendFacts = (one: Scenario, ...facts: readonly Fact[]): void => {
  one.knows(...facts);
  one.world.advance(0);
};

/**
 * No page of an ended group is attempted, none is attempted twice by one claim, the audit has no findings, no timer is without effect, and a
 * re-enactment gives the same decisions.
 */
const isSound = (one: Scenario, undecided: readonly string[] = []): void => {
  const endedPages = new Set<string>();
  const violations: string[] = [];
  const claimedAttempts = new Set<string>();
  for (const { type, data, meta } of one.world.events as readonly (Fact & { meta: { at: string } })[]) {
    if (type === 'PageCancelled' || type === 'PageAnswered') endedPages.add(data.pageId);
    if (type === 'MessageResent') endedPages.delete(data.pageId);
    if (type !== 'AttemptStarted') continue;
    if (endedPages.has(data.pageId)) violations.push(`${meta.at}: page ${data.pageId} is attempted after its end`);
    if (claimedAttempts.has(data.attemptId)) violations.push(`${meta.at}: ${data.attemptId} is claimed twice`);
    claimedAttempts.add(data.attemptId);
  }
  const { differences, missing } = reenact(domain, one.world.events);
  const audit = new Audit();
  for (const event of one.world.events) audit.take(event);
  const { findings, overdue } = audit.report(one.world.now);
  expect({
    wrong: violations,
    refused: one.world.refusals,
    differences: differences.filter(
      ({ stream, ordinal }) =>
        stream !== 'configuration' && !undecided.includes(one.world.events.find((event) => event.ordinal === ordinal)!.type),
    ),
    missing,
    audit: [...findings, ...overdue],
    idle: one.idleTimers(),
  }).toEqual({ wrong: [], refused: [], differences: [], missing: [], audit: [], idle: [] });
};

const slow: Setting = { steps: [pages([ana], { waitMinutes: 60 }), pages([bo])] };

describe('while pages of a bundle wait', () => {
  it('their policy is edited and applied to them: those it no longer names are still in the bundle, and go on by the new one', () => {
    const one = new Scenario(slow);
    openGroups(one, 4);
    const steps = toPolicySteps([pages([ana], { waitMinutes: 5 }), pages([bo])]);
    appendFacts(one, {
      type: 'PolicyChanged',
      data: { teamId, policyId, version: 2, name: 'Primary', steps, repeats: 1, climbLow: false },
    });
    for (const { id: groupId } of one.rows())
      one.world.run({ type: 'FollowPolicy', data: { groupId, policyId, version: 2 } }, { actor: bySystem });
    one.passes(1);
    expect(ringTimes(one)).toEqual([ana, ana, ana, ana]);
    one.passes(6);
    expect(new Set(ringTimes(one).slice(4))).toEqual(new Set([bo]));
    // nothing on this log requests the commands that apply the policy
    isSound(one, ['EscalationPolicyApplied']);
  });

  it('their person is disabled: the step is taken again at once, and nothing is sent to who has left', () => {
    const one = new Scenario(slow);
    openGroups(one, 4);
    appendFacts(one, { type: 'PersonDisabled', data: { personId: ana } });
    expect(ringTimes(one).slice(0, 2)).toEqual([ana, bo]);
    one.passes(4);
    expect(ringTimes(one).filter((personId) => personId === ana)).toHaveLength(1);
    expect(ringTimes(one).filter((personId) => personId === bo)).toHaveLength(4);
    isSound(one);
  });

  it('their contact method is removed: they go out by the other one', () => {
    const one = new Scenario({ ...slow, contacts: { [ana]: contactsOfPerson(ana, ['push', 'email'], [['high', 0, 0]]) } });
    openGroups(one, 4);
    appendFacts(one, { type: 'ContactMethodRemoved', data: { personId: ana, contactMethodId: methodOf(ana, 0) } });
    one.passes(2);
    const byMail = one.all('AttemptStarted').filter(({ data }) => data.ring?.contactMethodId === methodOf(ana, 1));
    expect(new Set(byMail.map(({ data }) => data.groupId)).size).toBe(3);
    isSound(one);
  });

  it('the server stops, and somebody acknowledges before the next one begins: nothing goes out', () => {
    const one = new Scenario(slow);
    openGroups(one, 4);
    const { world } = one;
    const { now } = world;
    for (const { id: groupId } of one.rows()) world.run({ type: 'AcknowledgeAlertGroup', data: { groupId } }, { actor: as(bo) });
    world.awayUntil(now.replace('T03:12', 'T03:20'));
    one.passes(5);
    expect(ringTimes(one)).toEqual([ana]);
    isSound(one);
  });

  it('the server stops in the middle of its message, which is made again', () => {
    const one = new Scenario(slow);
    openGroups(one, 4);
    one.provider = () => null;
    one.passes(1);
    expect(ringTimes(one)).toEqual([ana, ana, ana, ana]);
    one.provider = () => sentOutcome;
    one.world.awayUntil(one.world.now);
    one.passes(2);
    expect(ringTimes(one)).toHaveLength(7);
    isSound(one);
  });
});

describe('at one instant', () => {
  it('an acknowledge before the step leaves the next person alone', () => {
    const one = new Scenario({ steps: [pages([ana]), pages([bo])] });
    openGroups(one, 1);
    one.world.now = one.world.nextDue()!;
    acknowledgeAll(one, ana);
    one.passes(1);
    expect(ringTimes(one)).toEqual([ana]);
    isSound(one);
  });

  it('an acknowledge after the step and before the answer of its provider ends that page', () => {
    const one = new Scenario({ steps: [pages([ana]), pages([bo])] });
    openGroups(one, 1);
    one.provider = () => null;
    one.passes(5);
    expect(ringTimes(one)).toEqual([ana, bo]);
    acknowledgeAll(one, ana);
    answerMessage(one, 1, failedOutcome);
    one.provider = () => sentOutcome;
    one.passes(3);
    expect(ringTimes(one)).toEqual([ana, bo]);
    isSound(one);
  });

  it('a contact method is removed while a message by it is under way, and that fails: the next method follows', () => {
    const one = new Scenario({ ...slow, contacts: { [ana]: contactsOfPerson(ana, ['push', 'email'], [['high', 0, 0]]) } });
    one.provider = () => null;
    openGroups(one, 1);
    appendFacts(one, { type: 'ContactMethodRemoved', data: { personId: ana, contactMethodId: methodOf(ana, 0) } });
    one.provider = () => sentOutcome;
    answerMessage(one, 0, failedOutcome);
    one.passes(1);
    expect(one.all('AttemptStarted').map(({ data }) => data.ring!.contactMethodId)).toEqual([methodOf(ana, 0), methodOf(ana, 1)]);
    isSound(one);
  });
});

describe('where nobody can be reached', () => {
  it('because every contact method of everybody fails, it goes on to managers and owners, and begins again every half hour', () => {
    const one = new Scenario({ steps: [pages([ana]), pages([bo])], repeats: 0 });
    one.provider = () => failedOutcome;
    openGroups(one, 1);
    one.passes(1);
    expect(new Set(ringTimes(one))).toEqual(new Set([ana, bo, mia, ola]));
    const before = ringTimes(one).length;
    one.passes(90);
    expect(
      ringTimes(one)
        .slice(before)
        .filter((personId) => personId === ana).length,
    ).toBeGreaterThanOrEqual(2);
    one.provider = () => sentOutcome;
    one.passes(31);
    acknowledgeAll(one, ana);
    isSound(one);
  });

  it('because everybody is away, low urgency waits for whoever is back first, and high urgency rings them all the same', () => {
    const one = new Scenario({ steps: [pages([ana]), pages([bo])], repeats: 0 });
    for (const [n, personId] of [ana, bo, mia, ola].entries())
      one.knows({
        type: 'AwayPlanned',
        data: {
          personId,
          awayId: idOf(`a3${n}`),
          from: '2026-11-21T00:00:00.000Z',
          to: `2026-11-21T0${personId === bo ? 5 : 9}:00:00.000Z`,
        },
      });
    openGroups(one, 1, 'warning');
    one.passes(60);
    expect(ringTimes(one)).toEqual([]);
    one.passes(90);
    expect(ringTimes(one)).toEqual([bo]);
    openGroups(one, 1);
    expect(ringTimes(one)).toEqual([bo, ana]);
    isSound(one);
  });
});

describe('a storm', () => {
  it('that is snoozed, reassigned to somebody who is disabled, and rung over a throttle, is lost by none of these', () => {
    const sms = contactsOfPerson(ana, ['webhook']).map((fact) =>
      fact.type === 'ContactMethodAdded' ? { ...fact, data: { ...fact.data, relaysAs: 'sms' as const } } : fact,
    );
    const one = new Scenario({ steps: [pages([ana]), pages([bo])], contacts: { [ana]: sms } });
    for (let n = 0; n < 60; n += 1) one.receives(pagerduty(`k${n}`));
    const storm = one.row();
    expect(storm.number).toBe(51);
    one.passes(2);
    const act = (type: string, data: object, by: string) => one.act(type, { groupId: storm.id, ...data }, by);
    expect(one.refusal(act('AcknowledgeAlertGroup', {}, ana))).toBeNull();
    expect(one.refusal(act('ReassignAlertGroup', { personId: bo }, ana))).toBeNull();
    expect(one.refusal(act('SnoozeAlertGroup', { minutes: 30 }, ana))).toBeNull();
    appendFacts(one, { type: 'PersonDisabled', data: { personId: bo } });
    one.world.awayUntil(one.world.now);
    one.passes(1);
    for (let n = 60; n < 80; n += 1) one.receives(pagerduty(`k${n}`));
    one.passes(60);
    const since = one.all('AttemptStarted').filter(({ data, meta }) => data.groupId === storm.id && meta.at > '2026-11-21T03:16:00.000Z');
    expect(since.length).toBeGreaterThan(0);
    expect(one.rows().find(({ id }) => id === storm.id)!.status).toBe('firing');
    acknowledgeAll(one, ana);
    one.passes(5);
    isSound(one);
  });

  it('that flaps rings five times in ten minutes at most: what its sender resolved was answered by nobody', () => {
    const one = new Scenario({ steps: [pages([ana], { waitMinutes: 600 })], services: 10 });
    const first = one.world.now;
    for (let minute = 0; minute < 10; minute += 1) {
      const before = names;
      for (let n = 0; n < 12; n += 1) openGroups(one, 1, 'critical', n % 2);
      one.passes(1.01);
      for (let n = before + 1; n <= names; n += 1) one.receives(alertmanager([], { key: `g${n}`, action: 'resolve' }));
    }
    const rings = new Set(one.all('AttemptStarted').flatMap(({ data: { ring } }) => (ring && ring.line === 'high' ? [ring.id] : [])));
    expect(one.world.now > first).toBe(true);
    // the second service’s first page need not wait
    expect(rings.size).toBeLessThanOrEqual(6);
    isSound(one);
  });
});
