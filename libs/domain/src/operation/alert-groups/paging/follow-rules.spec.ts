import type { Fact } from '@tocsin/contracts/catalogue.js';
import { idOf } from '../../../configuration.fixture.js';
import { alertmanager, alertOf } from '../../routing/signals.fixture.js';
import { ana, bo, calmService, Scenario, methodOf, pages, contactsOfPerson } from '../groups.fixture.js';

const openedAt = '2026-11-21T03:12:00.000Z';
const pagingScenario = (...contacts: Parameters<typeof contactsOfPerson> extends [string, ...infer Rest] ? Rest : never): Scenario => {
  const scenario = new Scenario({
    steps: [pages([ana], { waitMinutes: 90 }), pages([bo])],
    contacts: { [ana]: contactsOfPerson(ana, ...contacts) },
  });
  scenario.receives(alertmanager([alertOf('Disk')]));
  return scenario;
};
const ruleOf = (n: number): string => idOf(`${ana.slice(-6)}e${n}`);
const ruleRemoved = (n: number): Fact => ({ type: 'NotificationRuleRemoved', data: { personId: ana, ruleId: ruleOf(n) } });
const ruleDelayed = (n: number, delayMinutes: number): Fact => ({
  type: 'NotificationRuleChanged',
  data: { personId: ana, ruleId: ruleOf(n), delayMinutes },
});
const ruleAdded = (method: number, delayMinutes: number): Fact => ({
  type: 'NotificationRuleAdded',
  data: { personId: ana, ruleId: idOf('4e9'), urgency: 'high', contactMethodId: methodOf(ana, method), delayMinutes },
});
const methodRemoved = (method: number): Fact => ({
  type: 'ContactMethodRemoved',
  data: { personId: ana, contactMethodId: methodOf(ana, method) },
});
const subscriptionGone = (method: number): Fact => ({
  type: 'ContactMethodDisabled',
  data: { personId: ana, contactMethodId: methodOf(ana, method), reason: 'delivery.subscription_gone' },
});
const switchMethod = (direction: 'Off' | 'On', method: number): Fact => ({
  type: `ContactMethodSwitched${direction}`,
  data: { personId: ana, contactMethodId: methodOf(ana, method) },
});
/** Messages to Ana: method and minutes after the start of the page. */
const rings = (scenario: Scenario): readonly string[] =>
  scenario
    .all('AttemptStarted')
    .filter(({ data }) => scenario.group().pages[0]!.attempts[data.slot])
    .map(({ data, meta }) => {
      const { kind } = scenario.group().pages[0]!.attempts[data.slot]!;
      return `${kind} ${(Date.parse(meta.at) - Date.parse(openedAt)) / 60_000}`;
    });

const emailThenPhone = () =>
  pagingScenario(
    ['email', 'webhook'],
    [
      ['high', 0, 0],
      ['high', 1, 20],
    ],
  );

describe('a page that is under way', () => {
  it('does not ring by a rule that was removed', () => {
    const scenario = emailThenPhone();
    scenario.passes(5);
    scenario.knows(ruleRemoved(1));
    scenario.passes(60);
    expect(rings(scenario)).toEqual(['email 0']);
    expect(scenario.ladder().pages[0]!.attempts.at(-1)).toMatchObject({ state: 'cancelled', reason: 'delivery.rule_removed' });
  });

  it('does not ring by a removed rule whose method failed and is to be tried again', () => {
    const scenario = pagingScenario(['email'], [['high', 0, 1]]);
    scenario.provider = () => ({ ok: false, reason: 'delivery.provider_unreachable', detail: '', retry: true });
    scenario.passes(1);
    scenario.provider = () => ({ ok: true, state: 'sent', providerId: null });
    scenario.knows(ruleAdded(0, 60), ruleRemoved(0));
    scenario.passes(30);
    expect(rings(scenario)).toEqual(['email 1']);
  });

  it.each([
    ['later', 40, ['email 0', 'webhook 40']],
    ['sooner', 12, ['email 0', 'webhook 12']],
    ['so that it is overdue', 3, ['email 0', 'webhook 5']],
  ])('counts a changed delay from its start: %s', (_, delay, expectedRings) => {
    const scenario = emailThenPhone();
    scenario.passes(5);
    scenario.knows(ruleDelayed(1, delay));
    scenario.passes(60);
    expect(rings(scenario)).toEqual(expectedRings);
  });

  it('does not ring again by a rule that rang before its delay was changed', () => {
    const scenario = emailThenPhone();
    scenario.passes(5);
    scenario.knows(ruleDelayed(0, 10));
    scenario.passes(60);
    expect(rings(scenario)).toEqual(['email 0', 'webhook 20']);
  });

  it('rings by a rule that was added', () => {
    const scenario = emailThenPhone();
    scenario.passes(5);
    scenario.knows(ruleAdded(0, 10));
    scenario.passes(60);
    expect(rings(scenario)).toEqual(['email 0', 'email 10', 'webhook 20']);
  });

  it('rings at once by an added rule that would have been due, but not by a method that rang', () => {
    const scenario = pagingScenario(['email', 'webhook'], [['high', 0, 0]]);
    scenario.passes(5);
    scenario.knows(ruleAdded(1, 2));
    scenario.passes(5);
    expect(rings(scenario)).toEqual(['email 0', 'webhook 5']);
    const secondScenario = pagingScenario(['email', 'webhook'], [['high', 0, 0]]);
    secondScenario.passes(5);
    secondScenario.knows(ruleAdded(0, 2));
    secondScenario.passes(5);
    expect(rings(secondScenario)).toEqual(['email 0']);
  });

  it('rings by a method that was verified meanwhile', () => {
    const scenario = pagingScenario(
      ['email', '?webhook'],
      [
        ['high', 0, 0],
        ['high', 1, 1],
      ],
    );
    scenario.passes(5);
    scenario.knows({ type: 'ContactMethodVerified', data: { personId: ana, contactMethodId: methodOf(ana, 1) } });
    scenario.passes(1);
    expect(rings(scenario)).toEqual(['email 0', 'webhook 5']);
  });

  it.each([
    ['removed', methodRemoved(1)],
    ['disabled', subscriptionGone(1)],
    ['switched off', switchMethod('Off', 1)],
  ])('does not ring by a method that was %s', (_, fact) => {
    const scenario = emailThenPhone();
    scenario.passes(5);
    scenario.knows(fact);
    scenario.passes(60);
    expect(rings(scenario)).toEqual(['email 0']);
  });

  it('rings by a method that was switched on again, at once where its time has passed', () => {
    const scenario = emailThenPhone();
    scenario.passes(5);
    scenario.knows(switchMethod('Off', 1));
    expect(scenario.ladder().pages[0]!.attempts.at(-1)).toMatchObject({ state: 'cancelled', reason: 'delivery.method_switched_off' });
    scenario.passes(20);
    scenario.knows(switchMethod('On', 1));
    scenario.passes(0);
    expect(rings(scenario)).toEqual(['email 0', 'webhook 25']);
  });

  it.each([
    ['high', 'email 0'],
    ['low', 'email 0'],
  ] as const)('of %s urgency never begins by a method that is switched off', (urgency, onlyRule) => {
    const contacts = contactsOfPerson(ana, ['webhook', 'email'], [[urgency, 0, 0]]);
    const scenario = new Scenario({ steps: [pages([ana])], contacts: { [ana]: [...contacts, switchMethod('Off', 0)] } });
    scenario.receives(alertmanager([alertOf('Disk', urgency === 'low' ? { severity: 'info' } : {})]));
    scenario.passes(0);
    expect(rings(scenario)).toEqual([onlyRule]);
    expect(new Set(scenario.all('AttemptPlanned').map(({ data }) => data.kind))).toEqual(new Set(['email']));
  });

  it('takes every verified method at once when the last rule went before any rang', () => {
    const scenario = pagingScenario(['email', 'webhook'], [['high', 0, 20]]);
    scenario.passes(5);
    scenario.knows(ruleRemoved(0));
    scenario.passes(0);
    expect(rings(scenario)).toEqual(['email 5', 'webhook 5']);
  });

  it('has come to nothing when the last method went before it rang, and the next step does not wait', () => {
    const scenario = pagingScenario(['email'], [['high', 0, 20]]);
    scenario.passes(5);
    scenario.knows(methodRemoved(0));
    expect(scenario.all('PageFailed').map(({ data }) => data.reason)).toEqual(['delivery.method_removed']);
    scenario.passes(0);
    expect(scenario.row().paging).toEqual([bo]);
  });

  it('of every method at once, and one that has ended, change nothing', () => {
    const scenario = pagingScenario(['email', 'webhook']);
    scenario.knows(ruleAdded(1, 10));
    scenario.passes(20);
    expect(rings(scenario)).toEqual(['email 0', 'webhook 0']);
    const emailScenario = emailThenPhone();
    emailScenario.act('AcknowledgeAlertGroup', {}, bo);
    emailScenario.knows(ruleAdded(0, 10));
    emailScenario.passes(60);
    expect(rings(emailScenario)).toEqual(['email 0']);
  });

  it('is told of in facts of bounded size', () => {
    const scenario = new Scenario({
      steps: [pages([ana], { waitMinutes: 90 })],
      contacts: { [ana]: contactsOfPerson(ana, ['email'], [['high', 0, 20]]) },
      services: 5,
    });
    for (let n = 0; n < 205; n += 1) scenario.receives({ ...alertmanager([alertOf(`Disk${n}`)], { key: `g${n}` }), ...calmService(n) });
    scenario.passes(5);
    scenario.knows(ruleRemoved(0));
    expect(scenario.all('ContactsChangedWhilePaged').map(({ data }) => data.groups.length)).toEqual([200, 5]);
    expect(new Set(scenario.all('AttemptCancelled').map(({ data }) => data.groupId)).size).toBe(205);
  });
});

describe('one method with several rules, after a time in which nobody was there', () => {
  it('rings once', () => {
    const delays = [1, 2, 5, 10].map((delay): ['high', number, number] => ['high', 0, delay]);
    const scenario = pagingScenario(['email', 'webhook'], [...delays, ['high', 1, 3]]);
    scenario.world.awayUntil('2026-11-21T04:12:00.000Z');
    scenario.world.advance(0);
    expect(rings(scenario)).toEqual(['email 60', 'webhook 60']);
    expect(scenario.all('AttemptCancelled').map(({ data }) => data.reason)).toEqual(Array(3).fill('delivery.joined'));
    scenario.passes(5);
    expect(rings(scenario)).toHaveLength(2);
  });
});
