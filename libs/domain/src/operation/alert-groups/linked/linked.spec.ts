import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import { commandRefusals } from '@tocsin/contracts/command-refusals.gen.js';
import { duration } from '@tocsin/contracts/duration.js';
import type { LadderRow } from '@tocsin/contracts/alert-groups/escalation.js';
import { namesOf } from '@tocsin/contracts/tables.js';
import { makeContext } from '@tocsin/kernel/decide/context.js';
import { decide, type Decision } from '@tocsin/kernel/decide/decider.js';
import { MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';
import { reenact } from '@tocsin/kernel/replay/reenact.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { idOf } from '../../../configuration.fixture.js';
import { alertGroupDecider } from '../decider.js';
import { Scenario, ana, as, bo, contactsOfPerson, pages, rio, sam } from '../groups.fixture.js';
import { groupReads } from '../shared/reads.js';
import { groupsView } from '../views/groups.view.js';
import { domain } from '../../../registry.js';
import { alertOf, alertmanager, pagerduty } from '../../routing/signals.fixture.js';
import { alertsOfLargeThread, firstOfStorm, opened, secondOfStorm, thirdOfStorm, setStormsOfThisRun } from '@tocsin/testing/storm-size.js';

setStormsOfThisRun();

/** One thread with this many alerts: they go into one group together. */
const thread = (scenario: Scenario, key: string, count: number, severity = 'critical'): void =>
  scenario.receives(
    alertmanager(
      Array.from({ length: count }, (_, n) => alertOf(`${key}${n}`, { severity: severity as 'critical' })),
      { key },
    ),
  );
const endThread = (scenario: Scenario, key: string): void => scenario.receives(alertmanager([], { key, action: 'resolve' }));

const settle = (scenario: Scenario): void => {
  scenario.world.advance(0);
};

/** A storm of two groups or more: #51 has one thread; each further thread is too large for the group before it. */
const linkedScenario = (groups = 2, setting: ConstructorParameters<typeof Scenario>[0] = {}, severity = 'critical'): Scenario => {
  const scenario = new Scenario({ steps: [pages([ana]), pages([bo])], ...setting });
  for (let n = 0; n < opened; n += 1) scenario.receives(pagerduty(`k${n}`));
  for (let n = 0; n < opened; n += 1) scenario.act('ResolveAlertGroup', { groupId: scenario.rows()[n]!.id });
  // the wait opened by the first message is over: from now on pages go out at once
  scenario.passes(1.1);
  for (let n = 0; n < groups; n += 1) thread(scenario, `t${n}-`, alertsOfLargeThread, severity);
  settle(scenario);
  scenario.news();
  return scenario;
};
const rowByNumber = (scenario: Scenario, number: number) => scenario.rows().find((row) => row.number === number)!;
const actOn = (scenario: Scenario, number: number, type: string, data: object = {}, by = ana) =>
  scenario.act(type, { groupId: rowByNumber(scenario, number).id, ...data }, by);
const factsOf = (scenario: Scenario, number: number): readonly RecordedFact[] => {
  const { id } = rowByNumber(scenario, number);
  return scenario.world.events.filter((event): event is RecordedFact => event.stream === `alertGroup-${id}`);
};
const pagedPeople = (scenario: Scenario, number: number): readonly string[] =>
  factsOf(scenario, number).flatMap((event) => (event.type === 'PageStarted' && !event.data.quiet ? [event.data.personId] : []));
const notifiedPeople = (events: readonly RecordedFact[]): readonly string[] =>
  events.flatMap((event) => (event.type === 'PageStarted' && event.data.cause.kind === 'resolved' ? [event.data.personId] : []));

/** A re-enactment finds no difference, and nothing is missing. */
const isPlayedAgain = (scenario: Scenario): void => {
  const { differences: all, missing } = reenact(domain, scenario.world.events);
  // the fixture records the configuration without deciding it
  const differences = all.filter(({ stream }) => stream !== 'configuration');
  expect({ differences, missing }).toEqual({ differences: [], missing: [] });
};

describe('the groups of one storm', () => {
  it('are paged for once: further ones follow the first', () => {
    const scenario = linkedScenario(3);
    expect([firstOfStorm, secondOfStorm, thirdOfStorm].map((number) => rowByNumber(scenario, number).follows?.number)).toEqual([
      undefined,
      firstOfStorm,
      firstOfStorm,
    ]);
    scenario.passes(6);
    expect([firstOfStorm, secondOfStorm, thirdOfStorm].map((number) => pagedPeople(scenario, number))).toEqual([[ana, bo], [], []]);
    isPlayedAgain(scenario);
  });

  it('are acknowledged together, whichever of them somebody acknowledges', () => {
    const scenario = linkedScenario(3);
    expect(actOn(scenario, thirdOfStorm, 'AcknowledgeAlertGroup').kind).toBe('done');
    const heldState = { status: 'acknowledged', holder: { kind: 'person', personId: ana } };
    expect([firstOfStorm, secondOfStorm, thirdOfStorm].map((number) => rowByNumber(scenario, number))).toMatchObject([
      heldState,
      heldState,
      heldState,
    ]);
    expect(factsOf(scenario, firstOfStorm).map(({ type }) => type)).toContain('AlertGroupAcknowledged');
    actOn(scenario, secondOfStorm, 'UnacknowledgeAlertGroup');
    expect([firstOfStorm, secondOfStorm, thirdOfStorm].map((number) => rowByNumber(scenario, number).status)).toEqual([
      'firing',
      'firing',
      'firing',
    ]);
    isPlayedAgain(scenario);
  });

  it('are snoozed together, and page once when that is over', () => {
    const scenario = linkedScenario();
    actOn(scenario, secondOfStorm, 'SnoozeAlertGroup', { minutes: 60 });
    expect([firstOfStorm, secondOfStorm].map((number) => rowByNumber(scenario, number).snoozedUntil)).toEqual([
      rowByNumber(scenario, firstOfStorm).snoozedUntil,
      addMillis(scenario.world.now, duration.hour),
    ]);
    scenario.news();
    scenario.passes(60);
    expect(scenario.paged()).toEqual([ana]);
    expect([firstOfStorm, secondOfStorm].map((number) => rowByNumber(scenario, number).status)).toEqual(['firing', 'firing']);
  });

  it('are resolved together by a person, and reopened together', () => {
    const scenario = linkedScenario(3);
    scenario.passes(0.1);
    actOn(scenario, secondOfStorm, 'ResolveAlertGroup', {}, bo);
    const by = { status: 'resolved', resolvedBy: { by: 'person', actorId: bo } };
    expect([firstOfStorm, secondOfStorm, thirdOfStorm].map((number) => rowByNumber(scenario, number))).toMatchObject([by, by, by]);
    expect(notifiedPeople(scenario.news())).toEqual([ana]);
    actOn(scenario, thirdOfStorm, 'ReopenAlertGroup', {}, bo);
    expect([firstOfStorm, secondOfStorm, thirdOfStorm].map((number) => rowByNumber(scenario, number).status)).toEqual([
      'firing',
      'firing',
      'firing',
    ]);
    expect([firstOfStorm, secondOfStorm, thirdOfStorm].map((number) => rowByNumber(scenario, number).follows?.number)).toEqual([
      undefined,
      firstOfStorm,
      firstOfStorm,
    ]);
    scenario.passes(1);
    expect(scenario.paged()).toEqual([ana]);
    isPlayedAgain(scenario);
  });

  it('go on at the step, round and due time of the one that ended, and ring nobody by that alone', () => {
    const scenario = linkedScenario(3);
    scenario.passes(2);
    const { next } = rowByNumber(scenario, firstOfStorm);
    scenario.news();
    endThread(scenario, 't0-');
    expect(rowByNumber(scenario, firstOfStorm).status).toBe('resolved');
    expect([secondOfStorm, thirdOfStorm].map((number) => rowByNumber(scenario, number).follows?.number)).toEqual([
      undefined,
      secondOfStorm,
    ]);
    expect(rowByNumber(scenario, secondOfStorm).next).toEqual(next);
    const since = scenario.news();
    expect(since.filter(({ type }) => type === 'AttemptStarted')).toEqual([]);
    expect(notifiedPeople(since)).toEqual([]);
    scenario.passes(3.1);
    expect(scenario.paged()).toEqual([bo]);
    isPlayedAgain(scenario);
  });

  it('stay with whoever has them when the leading one ends, and nobody is told until the last ends', () => {
    const scenario = linkedScenario();
    actOn(scenario, firstOfStorm, 'AcknowledgeAlertGroup', {}, bo);
    scenario.news();
    endThread(scenario, 't0-');
    expect(rowByNumber(scenario, secondOfStorm)).toMatchObject({ status: 'acknowledged', holder: { personId: bo } });
    expect(notifiedPeople(scenario.news())).toEqual([]);
    scenario.passes(21);
    expect(scenario.all('HolderAsked')).toHaveLength(1);
    scenario.news();
    endThread(scenario, 't1-');
    expect(notifiedPeople(scenario.news()).toSorted()).toEqual([ana, bo].toSorted());
    isPlayedAgain(scenario);
  });

  it('go on ringing by the rules that were still to come', () => {
    const slow = { contacts: { [ana]: [] as const } };
    const scenario = linkedScenario(2, slow);
    // Ana can’t be reached: Bo is called at once
    expect(pagedPeople(scenario, firstOfStorm)).toEqual([bo]);
    endThread(scenario, 't0-');
    expect(rowByNumber(scenario, secondOfStorm)).toMatchObject({ status: 'firing', paging: [bo] });
  });

  it('fire again by an alert of high urgency in any of them, once somebody has them', () => {
    const scenario = linkedScenario();
    scenario.passes(1);
    actOn(scenario, firstOfStorm, 'AcknowledgeAlertGroup');
    scenario.news();
    thread(scenario, 'more', 3);
    expect(rowByNumber(scenario, secondOfStorm)).toMatchObject({ status: 'acknowledged', storm: { newSince: 3 } });
    expect(rowByNumber(scenario, firstOfStorm)).toMatchObject({ status: 'acknowledged', storm: { newSince: 3 } });
    scenario.passes(3.9);
    expect(rowByNumber(scenario, firstOfStorm).status).toBe('acknowledged');
    scenario.passes(0.2);
    expect([firstOfStorm, secondOfStorm].map((number) => rowByNumber(scenario, number).status)).toEqual(['firing', 'firing']);
    expect(scenario.paged()).toEqual([ana]);
    isPlayedAgain(scenario);
  });

  it('rise in urgency together', () => {
    const scenario = linkedScenario(2, {}, 'warning');
    expect(rowByNumber(scenario, firstOfStorm).urgency).toBe('low');
    scenario.passes(1);
    scenario.news();
    thread(scenario, 'worse', 2);
    expect([firstOfStorm, secondOfStorm].map((number) => rowByNumber(scenario, number).urgency)).toEqual(['high', 'high']);
    expect(pagedPeople(scenario, secondOfStorm)).toEqual([]);
    expect(scenario.paged()).toEqual([ana]);
  });

  it('end together where senders end them at one instant: whoever was paged is told once', () => {
    const scenario = linkedScenario();
    scenario.news();
    scenario.receivesAtOnce([alertmanager([], { key: 't0-', action: 'resolve' }), alertmanager([], { key: 't1-', action: 'resolve' })]);
    expect([firstOfStorm, secondOfStorm].map((number) => rowByNumber(scenario, number).status)).toEqual(['resolved', 'resolved']);
    expect(notifiedPeople(scenario.news())).toEqual([ana]);
    isPlayedAgain(scenario);
  });

  it('follow the one that leads when one of them is reopened by its sender', () => {
    const scenario = linkedScenario();
    endThread(scenario, 't0-');
    scenario.passes(1);
    scenario.news();
    scenario.receives(alertmanager([alertOf('t0-0', { startsAt: scenario.world.now })], { key: 't0-' }));
    expect(rowByNumber(scenario, firstOfStorm)).toMatchObject({ status: 'firing', follows: { number: secondOfStorm } });
    expect(scenario.paged()).toEqual([]);
    isPlayedAgain(scenario);
  });

  it('may be acted on by whoever was paged for the one that led before, and by its assignee', () => {
    // Rio responds in another team: he may act because he is paged
    const scenario = linkedScenario(3, { steps: [pages([rio]), pages([bo])] });
    expect(scenario.refusal(actOn(scenario, firstOfStorm, 'AcknowledgeAlertGroup', {}, rio))).toBeNull();
    endThread(scenario, 't0-');
    expect(rowByNumber(scenario, secondOfStorm)).toMatchObject({ status: 'acknowledged', holder: { personId: rio } });
    expect(rowByNumber(scenario, secondOfStorm).involved).toContain(rio);
    expect(scenario.refusal(actOn(scenario, secondOfStorm, 'SnoozeAlertGroup', { minutes: 30 }, rio))).toBeNull();
    endThread(scenario, 't1-');
    // by the link of his page, which carries no role
    const byLink = { ...as(rio), roles: [], via: 'link:email' };
    const { id: groupId } = rowByNumber(scenario, firstOfStorm);
    expect(scenario.refusal(scenario.act('AcknowledgeAlertGroup', { groupId }, byLink))).toBeNull();
    actOn(scenario, thirdOfStorm, 'UnacknowledgeAlertGroup', {}, bo);
    expect(rowByNumber(scenario, thirdOfStorm).status).toBe('firing');
    expect(scenario.refusal(scenario.act('AcknowledgeAlertGroup', { groupId }, byLink))).toBeNull();
    isPlayedAgain(scenario);
  });

  it('may be acted on by an assignee who was never paged, and by whoever is asked to take over', () => {
    const scenario = linkedScenario(2, { steps: [pages([bo])], contacts: { [rio]: contactsOfPerson(rio, ['email']) } });
    actOn(scenario, firstOfStorm, 'AcknowledgeAlertGroup', {}, bo);
    expect(scenario.refusal(actOn(scenario, firstOfStorm, 'ReassignAlertGroup', { personId: rio }, bo))).toBeNull();
    endThread(scenario, 't0-');
    expect(scenario.refusal(actOn(scenario, secondOfStorm, 'AcknowledgeAlertGroup', {}, rio))).toBeNull();
    expect(rowByNumber(scenario, secondOfStorm)).toMatchObject({ holder: { personId: rio } });
  });

  it('are acted on by those only who may', () => {
    const scenario = linkedScenario();
    expect(scenario.refusal(actOn(scenario, secondOfStorm, 'AcknowledgeAlertGroup', {}, sam))).toBe('permission.denied');
    expect(scenario.act('AcknowledgeAlertGroup', { groupId: rowByNumber(scenario, secondOfStorm).id }, as(bo)).kind).toBe('done');
  });

  it('refuse a message that is sent again of one that follows another by now', () => {
    const scenario = linkedScenario();
    const { id: groupId } = rowByNumber(scenario, firstOfStorm);
    const [page] = scenario.world.rows<LadderRow>('ladders').get(groupId)!.pages;
    endThread(scenario, 't0-');
    scenario.receives(alertmanager([alertOf('t0-0', { startsAt: scenario.world.now })], { key: 't0-' }));
    expect(rowByNumber(scenario, firstOfStorm)).toMatchObject({ status: 'firing', follows: { number: secondOfStorm } });
    const resendRequest = { pageId: page!.pageId, messageId: page!.attempts[0]!.slot };
    expect(scenario.refusal(actOn(scenario, firstOfStorm, 'ResendMessage', resendRequest))).toBe('alert_group.follows_another');
  });

  it('have no timer that comes to nothing', () => {
    const scenario = linkedScenario(3);
    actOn(scenario, secondOfStorm, 'AcknowledgeAlertGroup');
    endThread(scenario, 't0-');
    expect(scenario.idleTimers()).toEqual([]);
  });
});

describe('an act that is addressed to a group by a server that has not read that it follows another', () => {
  /** What the stream of #52 decides while memory knows nothing of the storm. */
  const decideLate = (scenario: Scenario, type: string, data: object): Decision => {
    const { world } = scenario;
    const { id: groupId } = rowByNumber(scenario, secondOfStorm);
    const reads = { ...groupReads(world.memory), groups: new MemoryRows([groupsView]).rows('groups') };
    const context = makeContext({ now: world.now, actor: as(ana), commandId: idOf('c9'), epoch: world.epoch, reads });
    return decide(alertGroupDecider, world.state(alertGroupDecider, groupId), { type, data: { groupId, ...data } }, context);
  };
  const sentToLeader = namesOf(commandRefusals).filter(
    (type) => commandRefusals[type].includes('alert_group.follows_another') && !['ReopenAlertGroup', 'ResendMessage'].includes(type),
  );

  it('is refused, to be sent again', () => {
    const scenario = linkedScenario();
    expect(sentToLeader.length).toBeGreaterThan(10);
    for (const type of sentToLeader)
      expect([type, decideLate(scenario, type, {})]).toMatchObject([type, { code: 'alert_group.follows_another' }]);
  });

  it('is refused where it would reopen another than the first', () => {
    const scenario = linkedScenario();
    actOn(scenario, secondOfStorm, 'ResolveAlertGroup');
    const { id: groupId } = rowByNumber(scenario, firstOfStorm);
    expect(decideLate(scenario, 'ReopenAlertGroup', { groupId, iHaveIt: false })).toMatchObject({ code: 'alert_group.follows_another' });
  });
});
