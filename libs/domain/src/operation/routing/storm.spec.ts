import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import { makeContext } from '@tocsin/kernel/decide/context.js';
import { decide, isFacts } from '@tocsin/kernel/decide/decider.js';
import { reenact } from '@tocsin/kernel/replay/reenact.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { alertGroupDecider } from '../alert-groups/decider.js';
import { Scenario, ana, bo, pages } from '../alert-groups/groups.fixture.js';
import { groupReads } from '../alert-groups/shared/reads.js';
import { bySystem, idOf } from '../../configuration.fixture.js';
import { domain } from '../../registry.js';
import { stormKeyOf, threadPrefixOf } from './shared/storm-key.js';
import { alertOf, alertmanager, resolvedAlert, pagerduty, pagerdutyId } from './signals.fixture.js';
import { threadOf } from './shared/opened-group.js';
import { alertsOfLargeThread, opened, setStormsOfThisRun } from '@tocsin/testing/storm-size.js';

setStormsOfThisRun();

/** A world in which this many alerts of different keys arrived at one instant. */
const floodedScenario = (count: number, more: object = {}): Scenario => {
  const scenario = new Scenario({ steps: [pages([ana]), pages([bo])] });
  for (let n = 0; n < count; n += 1) scenario.receives(pagerduty(`k${n}`, 'trigger', more));
  return scenario;
};
const storms = (scenario: Scenario) => scenario.rows().filter(({ storm }) => storm);
const storm = (scenario: Scenario) => storms(scenario).at(-1)!;
/** A person’s command about the storm. */
const act = (scenario: Scenario, type: string, data: object = {}) => scenario.act(type, { groupId: storm(scenario).id, ...data });
const lastItem = (scenario: Scenario) => scenario.all('SignalsRouted').at(-1)!.data.items.at(-1)!;

describe('a storm', () => {
  it('begins with the 51st group within five minutes: from then on one group takes all', () => {
    const scenario = floodedScenario(opened);
    expect(storms(scenario)).toEqual([]);
    for (let n = opened; n < opened + 30; n += 1) scenario.receives(pagerduty(`k${n}`));
    expect(scenario.rows()).toHaveLength(opened + 1);
    expect(storm(scenario)).toMatchObject({ number: opened + 1, title: 'Alert storm on Checkout', firing: 30, alerts: 30 });
  });

  it('is none where groups open more slowly', () => {
    const scenario = new Scenario();
    for (let n = 0; n < 2 * opened; n += 1) {
      scenario.receives(pagerduty(`k${n}`));
      scenario.passes(5.5 / opened);
    }
    expect(storms(scenario)).toEqual([]);
    expect(scenario.rows()).toHaveLength(2 * opened);
  });

  it('is judged by the running maximum of the clock', () => {
    const scenario = floodedScenario(opened);
    scenario.passes(5.01);
    scenario.receives(pagerduty('later'));
    expect(storms(scenario)).toEqual([]);
  });

  it('is neither begun nor joined by a test', () => {
    const sendTest = (key: string) => {
      const signal = pagerduty(key);
      return { ...signal, signal: { ...signal.signal, test: true } };
    };
    const scenario = new Scenario();
    for (let n = 0; n < opened + 10; n += 1) scenario.receives(sendTest(`t${n}`));
    scenario.receives(pagerduty('real'));
    expect(storms(scenario)).toEqual([]);
    for (let n = 0; n < opened + 10; n += 1) scenario.receives(pagerduty(`k${n}`));
    expect(storms(scenario)).toHaveLength(1);
    scenario.receives(sendTest('one more'));
    expect(lastItem(scenario)).toMatchObject({ outcome: 'opened', test: true });
  });

  it('resolves each alert by its own key, and ends with the last', () => {
    const scenario = floodedScenario(opened + 3);
    scenario.receives(pagerduty(`k${opened}`, 'resolve'));
    expect(storm(scenario)).toMatchObject({ status: 'firing', firing: 2, alerts: 3 });
    scenario.receives(pagerduty(`k${opened + 1}`, 'resolve'));
    scenario.receives(pagerduty('k0', 'resolve'));
    expect(storm(scenario)).toMatchObject({ status: 'firing', firing: 1 });
    scenario.receives(pagerduty(`k${opened + 2}`, 'resolve'));
    expect(storm(scenario)).toMatchObject({ status: 'resolved', firing: 0 });
  });

  const isDecidedAgain = (scenario: Scenario): void => {
    const { differences, missing } = reenact(domain, scenario.world.events);
    expect({ differences: differences.filter(({ stream }) => stream !== 'configuration'), missing }).toEqual({
      differences: [],
      missing: [],
    });
  };
  const reportAll = (scenario: Scenario, keys: readonly string[], action: 'trigger' | 'acknowledge' | 'resolve') =>
    scenario.receivesAtOnce(keys.map((key) => pagerduty(key, action)));
  const keysFrom = (first: number, count: number) => Array.from({ length: count }, (_, n) => `k${first + n}`);

  it('ends alerts that come together by one fact, which names their threads', () => {
    const scenario = floodedScenario(opened + 30);
    reportAll(scenario, keysFrom(opened, 29), 'resolve');
    expect(scenario.all('AlertsResolved')).toHaveLength(1);
    expect(scenario.all('AlertsResolved')[0]!.data).toMatchObject({ fingerprints: [] });
    expect(scenario.all('AlertsResolved')[0]!.data.under).toHaveLength(29);
    expect(storm(scenario)).toMatchObject({ status: 'firing', firing: 1, alerts: 30 });
    scenario.receives(pagerduty(`k${opened + 29}`, 'resolve'));
    expect(storm(scenario)).toMatchObject({ status: 'resolved', firing: 0 });
    isDecidedAgain(scenario);
  });

  it('ends with the last of alerts that come together', () => {
    const scenario = floodedScenario(opened + 30);
    reportAll(scenario, keysFrom(opened, 30), 'resolve');
    expect(storm(scenario)).toMatchObject({ status: 'resolved', firing: 0 });
    expect(scenario.all('AlertGroupResolved').filter(({ data }) => data.groupId === storm(scenario).id)).toHaveLength(1);
    isDecidedAgain(scenario);
  });

  it('joins and ends alerts of different keys that come mixed by one fact each', () => {
    const scenario = floodedScenario(opened + 10);
    const fired = scenario.all('AlertsFired').length;
    scenario.receivesAtOnce(keysFrom(opened, 9).flatMap((key, n) => [pagerduty(key, 'resolve'), pagerduty(`new${n}`)]));
    expect(scenario.all('AlertsFired')).toHaveLength(fired + 1);
    expect(scenario.all('AlertsResolved')).toHaveLength(1);
    expect(storm(scenario)).toMatchObject({ status: 'firing', firing: 10 });
    isDecidedAgain(scenario);
  });

  it('applies what is said of one key in its order', () => {
    const scenario = floodedScenario(opened + 10);
    scenario.receivesAtOnce([
      pagerduty(`k${opened}`, 'resolve'),
      pagerduty(`k${opened + 1}`, 'resolve'),
      pagerduty(`k${opened}`),
      pagerduty('other'),
      pagerduty('other', 'resolve'),
    ]);
    expect(storm(scenario)).toMatchObject({ status: 'firing', firing: 9 });
    isDecidedAgain(scenario);
  });

  it('takes alerts in hand that their sender acknowledges together by one fact', () => {
    const scenario = floodedScenario(opened + 10);
    reportAll(scenario, keysFrom(opened, 5), 'acknowledge');
    expect(scenario.all('AlertsTakenInHand')).toHaveLength(1);
    const alerts = scenario.world.rows<{ alerts: { inHand?: true }[] }>('alerts').get(storm(scenario).id)!.alerts;
    expect(alerts.filter(({ inHand }) => inHand)).toHaveLength(5);
    isDecidedAgain(scenario);
  });

  it('that a person resolved ends the alerts that their sender confirms together by one fact', () => {
    const scenario = floodedScenario(opened + 10);
    act(scenario, 'ResolveAlertGroup');
    expect(storm(scenario)).toMatchObject({ status: 'resolved', firing: 10 });
    reportAll(scenario, keysFrom(opened, 10), 'resolve');
    expect(scenario.all('AlertsResolved')).toHaveLength(1);
    expect(storm(scenario)).toMatchObject({ status: 'resolved', firing: 0 });
    isDecidedAgain(scenario);
  });

  it('keeps alerts of two senders apart that have one name, and takes whole threads', () => {
    const scenario = floodedScenario(opened + 1);
    scenario.receives(alertmanager([alertOf(`k${opened}`), alertOf('Disk')]));
    expect(storm(scenario)).toMatchObject({ firing: 3 });
    scenario.receives(alertmanager([resolvedAlert(`k${opened}`), alertOf('Disk')]));
    expect(storm(scenario)).toMatchObject({ status: 'firing', firing: 2 });
    scenario.receives(alertmanager([resolvedAlert('Disk')], { action: 'resolve' }));
    expect(storm(scenario)).toMatchObject({ status: 'firing', firing: 1 });
  });

  it('takes no more once fewer than five joined in ten minutes', () => {
    const scenario = floodedScenario(opened + 10);
    scenario.passes(9);
    for (let n = 0; n < 4; n += 1) scenario.receives(pagerduty(`slow${n}`));
    expect(scenario.rows()).toHaveLength(opened + 1);
    scenario.passes(2);
    scenario.receives(pagerduty('alone'));
    expect(scenario.rows()).toHaveLength(opened + 2);
    expect(lastItem(scenario)).toMatchObject({ outcome: 'opened' });
    expect(lastItem(scenario).storm).toBeUndefined();
  });

  it('goes on while five joined in ten minutes', () => {
    const scenario = floodedScenario(opened + 10);
    scenario.passes(9);
    for (let n = 0; n < 5; n += 1) scenario.receives(pagerduty(`slow${n}`));
    scenario.passes(2);
    scenario.receives(pagerduty('with them'));
    expect(lastItem(scenario)).toMatchObject({ outcome: 'joined' });
  });

  it('that somebody resolved is followed by a linked one', () => {
    const scenario = floodedScenario(opened + 5);
    const first = storm(scenario);
    expect(act(scenario, 'ResolveAlertGroup').kind).toBe('done');
    scenario.receives(pagerduty('next'));
    expect(lastItem(scenario)).toMatchObject({ outcome: 'opened', storm: { open: 1, follows: first.id } });
    // groups resolved by a person stay quiet, as outside storms
    scenario.receives(pagerduty(`k${opened + 1}`));
    expect(lastItem(scenario)).toMatchObject({ outcome: 'still_firing', groupId: first.id });
  });

  it('takes what fires again back among the others, and pages nobody for it', () => {
    const scenario = floodedScenario(opened + 3);
    scenario.receives(pagerduty(`k${opened}`, 'resolve'));
    scenario.news();
    scenario.receives(pagerduty(`k${opened}`));
    expect(lastItem(scenario)).toMatchObject({ outcome: 'joined', groupId: storm(scenario).id, storm: { open: 3 } });
    expect(storm(scenario).firing).toBe(3);
    expect(scenario.paged()).toEqual([]);
  });

  it('that a person reopens has those again that fire still', () => {
    const scenario = floodedScenario(opened + 3);
    scenario.receives(pagerduty(`k${opened}`, 'resolve'));
    act(scenario, 'ResolveAlertGroup');
    act(scenario, 'ReopenAlertGroup');
    scenario.receives(pagerduty(`k${opened + 1}`, 'resolve'));
    expect(lastItem(scenario)).toMatchObject({ outcome: 'resolved', storm: { open: 1 } });
    scenario.receives(pagerduty(`k${opened + 2}`, 'resolve'));
    expect(storm(scenario).status).toBe('resolved');
  });

  it('is news where it raises the urgency, while nobody has it', () => {
    const scenario = floodedScenario(opened + 3, { severity: 'warning' });
    expect(storm(scenario).urgency).toBe('low');
    scenario.passes(1);
    scenario.news();
    scenario.receives(pagerduty('low', 'trigger', { severity: 'warning' }));
    expect(scenario.types()).not.toContain('EscalationStarted');
    scenario.receives(pagerduty('high'));
    expect(storm(scenario).urgency).toBe('high');
    expect(scenario.paged()).toEqual([ana]);
  });

  it('fires again by what joins after an acknowledge, five minutes after it last rang', () => {
    const scenario = floodedScenario(opened + 2);
    scenario.passes(1);
    act(scenario, 'AcknowledgeAlertGroup');
    scenario.news();
    scenario.receives(pagerduty('low', 'trigger', { severity: 'warning' }));
    scenario.receives(pagerduty('high'));
    scenario.receives(pagerduty('high2'));
    expect(storm(scenario)).toMatchObject({ status: 'acknowledged', storm: { newSince: 3 } });
    // its page had waited for a minute, to go out with others
    scenario.passes(4.9);
    expect(storm(scenario).status).toBe('acknowledged');
    scenario.passes(0.2);
    expect(storm(scenario)).toMatchObject({ status: 'firing' });
    expect(scenario.paged()).toContain(ana);
  });

  it('is left alone by what joins after an acknowledge with low urgency', () => {
    const scenario = floodedScenario(opened + 2);
    act(scenario, 'AcknowledgeAlertGroup');
    scenario.receives(pagerduty('low', 'trigger', { severity: 'warning' }));
    scenario.passes(20);
    expect(storm(scenario).status).toBe('acknowledged');
  });

  it('is not taken in hand by a sender that acknowledges one alert', () => {
    const scenario = floodedScenario(opened + 2);
    scenario.receives(pagerduty(`k${opened}`, 'acknowledge'));
    expect(storm(scenario).status).toBe('firing');
    expect(scenario.all('AlertsTakenInHand')).toHaveLength(1);
    const alerts = scenario.world.rows<{ alerts: { fingerprint: string; inHand?: true }[] }>('alerts').get(storm(scenario).id)!.alerts;
    expect(alerts.filter(({ inHand }) => inHand).map(({ fingerprint }) => fingerprint)).toEqual([
      stormKeyOf(threadOf(pagerdutyId, `k${opened}`), `k${opened}`),
    ]);
  });

  it('that is over is reopened by one that fires again soon', () => {
    const scenario = new Scenario();
    for (let n = 0; n < opened + 2; n += 1) scenario.receives(alertmanager([alertOf(`a${n}`)], { key: `g${n}` }));
    scenario.receives(alertmanager([resolvedAlert(`a${opened}`)], { key: `g${opened}`, action: 'resolve' }));
    scenario.receives(alertmanager([resolvedAlert(`a${opened + 1}`)], { key: `g${opened + 1}`, action: 'resolve' }));
    expect(storm(scenario).status).toBe('resolved');
    scenario.passes(1);
    scenario.receives(alertmanager([alertOf(`a${opened}`, { startsAt: scenario.world.now })], { key: `g${opened}` }));
    expect(lastItem(scenario)).toMatchObject({ outcome: 'reopened', storm: { open: 1 } });
    expect(storm(scenario)).toMatchObject({ status: 'firing', firing: 1 });
  });

  it('keeps open what fires again before its end was written', () => {
    const scenario = new Scenario();
    for (let n = 0; n < opened + 2; n += 1) scenario.receives(alertmanager([alertOf(`a${n}`)], { key: `g${n}` }));
    scenario.receivesAtOnce([
      alertmanager([resolvedAlert(`a${opened}`)], { key: `g${opened}`, action: 'resolve' }),
      alertmanager([resolvedAlert(`a${opened + 1}`)], { key: `g${opened + 1}`, action: 'resolve' }),
      alertmanager([alertOf(`a${opened}`)], { key: `g${opened}` }),
      alertmanager([alertOf(`a${opened + 1}`)], { key: `g${opened + 1}` }),
    ]);
    expect(storm(scenario)).toMatchObject({ status: 'firing', firing: 2 });
    scenario.receives(alertmanager([resolvedAlert(`a${opened}`)], { key: `g${opened}`, action: 'resolve' }));
    scenario.receives(alertmanager([resolvedAlert(`a${opened + 1}`)], { key: `g${opened + 1}`, action: 'resolve' }));
    expect(storm(scenario)).toMatchObject({ status: 'resolved', firing: 0 });
  });

  it('is not called back by alerts of it that end', () => {
    const scenario = new Scenario({ service: { urgencyRule: 'always_high' } });
    for (let n = 0; n < opened; n += 1) scenario.receives(pagerduty(`k${n}`));
    scenario.receives(alertmanager([alertOf('a'), alertOf('b')]));
    act(scenario, 'AcknowledgeAlertGroup');
    scenario.receives(alertmanager([resolvedAlert('a'), alertOf('b')]));
    expect(lastItem(scenario)).toMatchObject({ outcome: 'changed' });
    expect(scenario.all('StormReturnPlanned')).toEqual([]);
  });

  const ofOneThread = (): Scenario => {
    const scenario = new Scenario();
    for (let n = 0; n < opened; n += 1) scenario.receives(pagerduty(`k${n}`));
    scenario.receives(alertmanager([alertOf('a'), alertOf('b')]));
    return scenario;
  };
  const isOver = (scenario: Scenario): void => {
    expect(storm(scenario)).toMatchObject({ status: 'resolved', firing: 0 });
    expect(scenario.idleTimers()).toEqual([]);
    const threads = groupReads(scenario.world.memory).threads.where('groupId', storm(scenario).id);
    expect(threads.filter(({ open, over: end }) => open || end !== undefined)).toEqual([]);
    const { differences, missing } = reenact(domain, scenario.world.events);
    expect({ differences: differences.filter(({ stream }) => stream !== 'configuration'), missing }).toEqual({
      differences: [],
      missing: [],
    });
  };

  it('asks its holder while all that fires in it is ending: one group is paged for others too', () => {
    const scenario = ofOneThread();
    act(scenario, 'AcknowledgeAlertGroup');
    scenario.passes(17);
    scenario.receives(alertmanager([resolvedAlert('a')], { action: 'resolve' }));
    scenario.passes(5);
    expect(storm(scenario)).toMatchObject({ status: 'acknowledged', firing: 1 });
    expect(scenario.all('HolderAsked')).toHaveLength(1);
  });

  it('ends with what was ending already when its sender said that the whole is over', () => {
    const scenario = ofOneThread();
    scenario.receives(alertmanager([alertOf('a')]));
    scenario.passes(3);
    scenario.receives(alertmanager([resolvedAlert('a')], { action: 'resolve' }));
    expect(storm(scenario)).toMatchObject({ status: 'firing', firing: 1 });
    scenario.passes(2.9);
    expect(storm(scenario).status).toBe('firing');
    scenario.passes(0.2);
    isOver(scenario);
  });

  it('ends with what was ending, listed as resolved after its sender said that the whole is over', () => {
    const scenario = ofOneThread();
    scenario.receives(alertmanager([resolvedAlert('a')], { action: 'resolve' }));
    scenario.receives(alertmanager([resolvedAlert('b')]));
    isOver(scenario);
  });

  it('ends by a thread that is over, after the timer of another one was faster', () => {
    const scenario = ofOneThread();
    scenario.receives(alertmanager([alertOf('c'), alertOf('d')], { key: 'g2' }));
    scenario.receives(alertmanager([resolvedAlert('a')], { action: 'resolve' }));
    scenario.passes(6.1);
    expect(storm(scenario)).toMatchObject({ status: 'firing', firing: 2 });
    const { groupId, integrationId, signal } = lastItem(scenario);
    const thread = threadOf(integrationId, 'g2');
    // its signal was routed while the first thread was open, and is applied now
    const command = {
      type: 'ApplyToThreads',
      data: { groupId, signal, under: [threadPrefixOf(thread)], outcome: 'over' },
    } as const;
    const reads = groupReads(scenario.world.memory);
    const closedThreads = reads.threads.where('groupId', groupId!).map((row) => ({ ...row, open: false }));
    const context = makeContext({
      now: scenario.world.now,
      actor: bySystem,
      commandId: idOf('c9'),
      epoch: scenario.world.epoch,
      reads: { ...reads, threads: { ...reads.threads, where: () => closedThreads, eachWhere: () => closedThreads } },
    });
    const decision = decide(
      alertGroupDecider,
      scenario.world.state(alertGroupDecider, groupId!),
      { ...command, data: { ...command.data, groupId: groupId! } },
      context,
    );
    expect(isFacts(decision) && decision.map(({ type }) => type)).toEqual(expect.arrayContaining(['AlertsResolved', 'AlertGroupResolved']));
  });

  it('ends where of one of its threads only alerts are left that are counted', () => {
    const scenario = ofOneThread();
    const manyAlerts = Array.from({ length: alertGroupLimits.sizes.alertsPerGroup - 2 }, (_, n) => alertOf(`m${n}`));
    scenario.receives(alertmanager(manyAlerts, { key: 'g2' }));
    scenario.receives(alertmanager([...manyAlerts, alertOf('beyond')], { key: 'g2' }));
    expect(lastItem(scenario)).toMatchObject({ counted: { alerts: 1 } });
    scenario.receives(
      alertmanager(
        manyAlerts.map(({ name }) => resolvedAlert(name)),
        { key: 'g2', action: 'resolve' },
      ),
    );
    expect(lastItem(scenario)).toMatchObject({ outcome: 'resolved', storm: { open: 1 } });
    scenario.receives(alertmanager([alertOf('a')]));
    scenario.passes(1);
    scenario.receives(alertmanager([resolvedAlert('a')], { action: 'resolve' }));
    scenario.passes(6.1);
    isOver(scenario);
  });

  it('keeps the urgency of what fires in it when a person ended it as more came', () => {
    const scenario = floodedScenario(opened + 2);
    const { id: groupId } = storm(scenario);
    act(scenario, 'ResolveAlertGroup');
    const { state: _state, ...alert } = alertOf('late', { severity: 'warning' });
    const { inbox: _inbox, ...signal } = lastItem(scenario).signal;
    const alerts = [{ ...alert, fingerprint: stormKeyOf('late', 'late') }];
    scenario.world.run({ type: 'JoinStorm', data: { groupId, signal, joined: 1, alerts } }, { actor: bySystem });
    expect(storm(scenario)).toMatchObject({ status: 'firing', urgency: 'high', firing: 3 });
  });

  it('is not made by a clock that ran ahead, until the others have reached it', () => {
    const scenario = new Scenario();
    scenario.receives(pagerduty('ahead'), addMillis(scenario.world.now, 20 * 86_400_000));
    for (let n = 0; n < opened + 10; n += 1) {
      scenario.passes(1);
      scenario.receives(pagerduty(`k${n}`));
    }
    expect(storms(scenario)).toEqual([]);
    for (let n = 0; n < opened + 10; n += 1) scenario.receives(pagerduty(`m${n}`));
    expect(storms(scenario)).toHaveLength(1);
  });

  it('has as many alerts as a group lists at most; a thread that does not fit goes whole into a linked one', () => {
    const scenario = floodedScenario(opened + 1);
    const large = alertsOfLargeThread - 1;
    const createAlerts = (from: number) => Array.from({ length: large }, (_, n) => alertOf(`a${from + n}`));
    scenario.receives(alertmanager(createAlerts(0), { key: 'first' }));
    expect(storm(scenario).firing).toBe(large + 1);
    const first = storm(scenario).id;
    scenario.receives(alertmanager(createAlerts(large), { key: 'second' }));
    expect(lastItem(scenario)).toMatchObject({ outcome: 'opened', storm: { open: 1, follows: first } });
    expect(storms(scenario).map(({ firing }) => firing)).toEqual([large + 1, large]);
  });
});
