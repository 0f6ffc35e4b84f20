import type { Fact } from '@tocsin/contracts/catalogue.js';
import { bySystem, idOf } from '../../../configuration.fixture.js';
import { alertmanager, alertOf } from '../../routing/signals.fixture.js';
import { endOfRest } from '../../../setup/schedules/shared/night.js';
import { Audit } from '../../../observers/auditor/audit.js';
import { ana, bo, Scenario, methodOf, mia, ola, pages, contactsOfPerson, type Setting } from '../groups.fixture.js';

/** The world begins on a Saturday at 03:12 UTC, which is everyone’s time zone. */
const planAway = (personId: string, to = '2026-12-01T00:00:00.000Z', from = '2026-11-21T03:12:00.000Z'): Fact => ({
  type: 'AwayPlanned',
  data: { personId, awayId: idOf(`a3${personId.slice(-2)}`), from, to },
});
const hours = (personId: string, pagesWhen: 'policy' | 'awake' | 'working'): Fact => ({
  type: 'LowUrgencyHoursChosen',
  data: {
    personId,
    pages: pagesWhen,
    sleep: { from: '23:30', to: '06:30' },
    working: { from: '09:00', to: '17:00', weekdays: [1, 2, 3, 4, 5] },
  },
});
const openScenario = (severity: 'warning' | 'critical', setting: Setting, ...facts: readonly Fact[]): Scenario => {
  const scenario = new Scenario(setting);
  scenario.knows(...facts);
  scenario.receives(alertmanager([alertOf('Disk', { severity })]));
  return scenario;
};
const notifiedPeople = (scenario: Scenario): readonly string[] => {
  const personOfPage = new Map(scenario.all('PageStarted').map(({ data }) => [data.pageId, data.personId]));
  return scenario.all('AttemptStarted').map(({ data }) => personOfPage.get(data.pageId)!);
};

describe('somebody who is away', () => {
  it('is skipped by low urgency, and the step says why: the next is paged at once', () => {
    const scenario = openScenario('warning', { steps: [pages([ana]), pages([bo])] }, planAway(ana));
    expect(notifiedPeople(scenario)).toEqual([bo]);
    expect(scenario.all('EscalationStepTaken')[0]!.data).toMatchObject({
      empty: true,
      targets: [{ persons: [{ personId: ana, outcome: 'not_reachable', reason: 'delivery.person_away' }] }],
    });
  });

  it('is paged by high urgency as always', () => {
    expect(notifiedPeople(openScenario('critical', {}, planAway(ana)))).toEqual([ana]);
  });

  it('is paged at once when the urgency rises', () => {
    const scenario = openScenario('warning', { steps: [pages([ana])] }, planAway(ana));
    expect(notifiedPeople(scenario)).not.toContain(ana);
    scenario.receives(alertmanager([alertOf('Disk', { severity: 'warning' }), alertOf('Fire')]));
    expect(notifiedPeople(scenario)).toContain(ana);
  });

  it('leaves the managers to be told where nobody else is in the policy', () => {
    expect(notifiedPeople(openScenario('warning', { steps: [pages([ana])] }, planAway(ana)))).toEqual([mia]);
  });

  it('is paged again once they are back, by what nobody else could take', () => {
    const scenario = openScenario(
      'warning',
      { steps: [pages([ana])], noManager: true },
      planAway(ana, '2026-11-21T05:00:00.000Z'),
      planAway(ola),
    );
    scenario.passes(60);
    expect(notifiedPeople(scenario)).toEqual([]);
    scenario.passes(120);
    expect(notifiedPeople(scenario)).toEqual([ana]);
  });

  it('is rung no more by a rule that was planned before they went', () => {
    const contacts = { [ana]: contactsOfPerson(ana, ['email', 'webhook'], [['low', 0, 0], ['low', 1, 30]]) }; // prettier-ignore
    const scenario = openScenario(
      'warning',
      { steps: [pages([ana])], contacts },
      planAway(ana, '2026-12-01T00:00:00.000Z', '2026-11-21T03:20:00.000Z'),
    );
    scenario.passes(60);
    expect(notifiedPeople(scenario)).toEqual([ana]);
    expect(scenario.all('PageCancelled').map(({ data }) => data.reason)).toEqual(['delivery.person_away']);
  });

  it('is passed over where people are paged in turn', () => {
    const scenario = openScenario('warning', { steps: [pages([ana, bo], { oneInTurn: true })] }, planAway(ana));
    expect(notifiedPeople(scenario)).toEqual([bo]);
  });

  it('is asked whether they are still on it, and by whoever asks for them', () => {
    const scenario = openScenario('critical', { steps: [pages([ana])] }, planAway(ana), planAway(bo));
    scenario.act('AcknowledgeAlertGroup', {}, ana);
    scenario.act('AddResponder', { personId: bo }, ana);
    scenario.passes(21);
    const causes = scenario.all('PageStarted').map(({ data }) => [data.personId, data.cause.kind]);
    expect(causes).toContainEqual([bo, 'person']);
    expect(causes).toContainEqual([ana, 'reminder']);
  });

  it.each([
    ['AddResponders', { targets: [{ kind: 'person', personId: bo }] }],
    ['ReassignAlertGroup', { personId: bo }],
  ])('is paged by whoever asks for them by name, for low urgency too: %s', (type, data) => {
    const scenario = openScenario('warning', { steps: [pages([ana])] }, planAway(bo));
    scenario.act('AcknowledgeAlertGroup', {}, ana);
    scenario.act(type, data, ana);
    expect(notifiedPeople(scenario)).toEqual([ana, bo]);
  });

  it('is skipped where the page would wait for hours that they spend away', () => {
    const absence = planAway(ana, '2026-12-01T00:00:00.000Z', '2026-11-22T00:00:00.000Z');
    const inTurn = { steps: [pages([ana, bo], { oneInTurn: true })] };
    expect(notifiedPeople(openScenario('warning', inTurn, hours(ana, 'working'), absence))).toEqual([bo]);
    expect(notifiedPeople(openScenario('warning', inTurn, absence))).toEqual([ana]);
  });

  it('is rung before they go by whoever escalates now, though their page would wait', () => {
    const absence = planAway(bo, '2026-12-01T00:00:00.000Z', '2026-11-22T00:00:00.000Z');
    const scenario = openScenario('warning', { steps: [pages([ana]), pages([bo])] }, hours(bo, 'working'), absence);
    scenario.act('EscalateAlertGroup', {}, ana);
    expect(notifiedPeople(scenario)).toEqual([ana, bo]);
  });

  it('leaves a page that waits for their morning to the next, where they go before it', () => {
    const scenario = openScenario('warning', { steps: [pages([ana]), pages([bo])] }, hours(ana, 'working'));
    scenario.knows(planAway(ana, '2026-12-01T00:00:00.000Z', '2026-11-22T00:00:00.000Z'));
    scenario.passes(3 * 24 * 60);
    expect(notifiedPeople(scenario)).toEqual([bo]);
    expect(scenario.all('AttemptStarted')[0]!.meta.at).toBe('2026-11-23T09:00:00.000Z');
  });
});

describe('hours of one’s own for low urgency', () => {
  const due = (scenario: Scenario) => scenario.all('PageStarted')[0]!.data.waits?.until;

  it('let somebody sleep whose policy would wake them', () => {
    expect(due(openScenario('warning', {}, hours(ana, 'awake')))).toBe('2026-11-21T06:30:00.000Z');
    expect(due(openScenario('warning', {}, hours(ana, 'policy')))).toBeUndefined();
  });

  it('count in place of those that a policy takes for everybody', () => {
    expect(due(openScenario('warning', { lowWaits: true }, hours(ana, 'policy')))).toBe('2026-11-21T06:30:00.000Z');
  });

  it('wait for the next working day', () => {
    expect(due(openScenario('warning', {}, hours(ana, 'working')))).toBe('2026-11-23T09:00:00.000Z');
  });

  it('wait another week where a clock leaves out the only hour of this one', () => {
    const [sunday, berlin] = [{ from: '02:00', to: '03:00', weekdays: [7] }, 'Europe/Berlin'];
    const person = { timeZone: berlin, lowUrgency: { pages: 'working' as const, sleep: { from: '22:00', to: '08:00' }, working: sunday } };
    expect(endOfRest(person, '2027-03-22T12:00:00.000Z', false)?.until).toBe('2027-04-04T00:00:00.000Z');
  });

  it('delay nothing of high urgency', () => {
    expect(due(openScenario('critical', { lowWaits: true }, hours(ana, 'working')))).toBeUndefined();
  });

  describe('and rules that are due later', () => {
    const contacts = { [ana]: contactsOfPerson(ana, ['email', 'webhook'], [['low', 0, 0], ['low', 1, 60], ['high', 1, 60]]) }; // prettier-ignore
    /** Opened on Saturday at 22:52, an hour before Ana goes to sleep. */
    const lateScenario = (severity: 'warning' | 'critical'): Scenario => {
      const scenario = new Scenario({ steps: [pages([ana], { waitMinutes: 600 })], contacts });
      scenario.knows(hours(ana, 'awake'));
      scenario.passes((19 * 60) + 40); // prettier-ignore
      scenario.receives(alertmanager([alertOf('Disk', { severity })]));
      return scenario;
    };
    const ringTimes = (scenario: Scenario): readonly string[] => scenario.all('AttemptStarted').map(({ meta }) => meta.at.slice(8, 16));

    it('ring in the morning where they fall into the night', () => {
      const scenario = lateScenario('warning');
      scenario.passes(120);
      expect(ringTimes(scenario)).toEqual(['21T22:52']);
      expect(scenario.ladder().pages[0]!.attempts.at(-1)).toMatchObject({ state: 'queued', dueAt: '2026-11-22T06:30:00.000Z' });
      scenario.passes(600);
      expect(ringTimes(scenario)).toEqual(['21T22:52', '22T06:30']);
      expect(scenario.idleTimers()).toEqual([]);
      const audit = new Audit();
      for (const event of scenario.world.events) audit.take(event);
      expect([...audit.report(scenario.world.now).findings, ...audit.report(scenario.world.now).overdue]).toEqual([]);
    });

    it('ring in the morning also where their person changes them meanwhile', () => {
      const scenario = lateScenario('warning');
      scenario.passes(120);
      scenario.world.run(
        { type: 'FollowRules', data: { groupId: scenario.row().id, personId: ana } },
        { actor: { kind: 'system', id: 'reactor', roles: [] } },
      );
      scenario.passes(60);
      expect(ringTimes(scenario)).toEqual(['21T22:52']);
      scenario.passes(600);
      expect(ringTimes(scenario)).toEqual(['21T22:52', '22T06:30']);
    });

    it('ring at night for high urgency, and for whom somebody asks at night', () => {
      const high = lateScenario('critical');
      high.passes(120);
      expect(ringTimes(high)).toEqual(['21T23:52']);
      const byHandScenario = lateScenario('warning');
      byHandScenario.passes(120);
      byHandScenario.act('EscalateAlertGroup', {}, bo);
      expect(ringTimes(byHandScenario).length).toBeGreaterThan(1);
      const addedScenario = new Scenario({ steps: [pages([bo])], contacts });
      addedScenario.knows(hours(ana, 'awake'));
      addedScenario.receives(alertmanager([alertOf('Disk', { severity: 'warning' })]));
      expect(addedScenario.act('AddResponder', { personId: ana }, bo).kind).toBe('done');
      addedScenario.passes(61);
      expect(notifiedPeople(addedScenario)).toEqual([bo, ana]);
    });

    /** Opened on Saturday at 21:30, with two rules that come due after 22:00, when Ana goes to sleep. */
    const nightScenario = (delays: readonly [number, number], pagesWhen: 'awake' | 'working' = 'awake'): Scenario => {
      const [second, third] = delays;
      const methods = contactsOfPerson(ana, ['email', 'webhook', 'push'], [['low', 0, 0], ['low', 1, second], ['low', 2, third]]); // prettier-ignore
      const scenario = new Scenario({ steps: [pages([ana], { waitMinutes: 600 })], contacts: { [ana]: methods } });
      scenario.passes((18 * 60) + 18); // prettier-ignore
      scenario.knows({
        type: 'LowUrgencyHoursChosen',
        data: {
          personId: ana,
          pages: pagesWhen,
          sleep: { from: '22:00', to: '06:30' },
          working: { from: '06:30', to: '22:00', weekdays: [1, 2, 3, 4, 5, 6, 7] },
        },
      });
      scenario.receives(alertmanager([alertOf('Disk', { severity: 'warning' })]));
      return scenario;
    };
    const queuedAttempts = (scenario: Scenario): readonly string[] =>
      Object.values(scenario.group().pages[0]!.attempts)
        .filter(({ state }) => state === 'queued')
        .map(({ kind, dueAt }) => `${kind} ${dueAt.slice(8, 16)}`);
    const followRules = (scenario: Scenario): void => {
      scenario.world.run({ type: 'FollowRules', data: { groupId: scenario.row().id, personId: ana } }, { actor: bySystem });
    };
    const rule = (n: number): string => idOf(`${ana.slice(-6)}e${n}`);

    it.each([
      ['one after the other', [60, 90], 'awake'],
      ['at once', [60, 60], 'awake'],
      ['one after the other, outside working hours', [60, 90], 'working'],
    ] as const)('ring in the morning where two of them fall into the night, and are planned anew once: %s', (_, delays, pagesWhen) => {
      const scenario = nightScenario(delays, pagesWhen);
      for (let n = 0; n < 6; n += 1) {
        scenario.passes(30);
        followRules(scenario);
      }
      expect(queuedAttempts(scenario)).toEqual(['webhook 22T06:30', 'push 22T06:30']);
      // by its page, and for the end of the night
      expect(scenario.all('AttemptPlanned')).toHaveLength(3 + 2);
      scenario.passes(600);
      expect(ringTimes(scenario)).toEqual(['21T21:30', '22T06:30', '22T06:30']);
      expect(scenario.all('AttemptPlanned')).toHaveLength(3 + 2);
      expect(scenario.idleTimers()).toEqual([]);
    });

    it('follow a change of their rule while they wait for the morning', () => {
      const scenario = nightScenario([60, 90]);
      scenario.passes(120);
      scenario.knows({ type: 'NotificationRuleChanged', data: { personId: ana, ruleId: rule(1), delayMinutes: 600 } });
      expect(queuedAttempts(scenario)).toEqual(['webhook 22T07:30', 'push 22T06:30']);
      scenario.knows({ type: 'NotificationRuleChanged', data: { personId: ana, ruleId: rule(1), delayMinutes: 70 } });
      expect(queuedAttempts(scenario)).toEqual(['webhook 22T06:30', 'push 22T06:30']);
      scenario.knows({ type: 'NotificationRuleRemoved', data: { personId: ana, ruleId: rule(2) } });
      expect(queuedAttempts(scenario)).toEqual(['webhook 22T06:30']);
      expect(scenario.all('AttemptPlanned')).toHaveLength(3 + 2 + 2);
    });

    it('ring at once where their person sleeps at other hours from now on', () => {
      const scenario = nightScenario([60, 90]);
      scenario.passes(120);
      scenario.knows(hours(ana, 'policy'));
      followRules(scenario);
      scenario.passes(0);
      expect(ringTimes(scenario)).toEqual(['21T21:30', '21T23:30', '21T23:30']);
    });

    it('that were held by a throttle until the night ring in the morning', () => {
      const scenario = new Scenario({
        steps: [pages([ana], { waitMinutes: 600 })],
        contacts: { [ana]: contactsOfPerson(ana, ['webhook']) },
      });
      scenario.knows(hours(ana, 'awake'), {
        type: 'WebhookRelayChosen',
        data: { personId: ana, contactMethodId: methodOf(ana, 0), relaysAs: 'sms' },
      });
      // five messages from 23:20 on, and one more for which there is room at 23:35
      scenario.passes((20 * 60) + 8); // prettier-ignore
      for (let n = 0; n < 6; n += 1) {
        scenario.receives(alertmanager([alertOf(`Disk${n}`, { severity: 'warning' })], { key: `g${n}` }));
        scenario.passes(1.8);
      }
      scenario.passes(300);
      expect(ringTimes(scenario)).toHaveLength(5);
      scenario.passes(180);
      expect(ringTimes(scenario).slice(5)).toEqual(['22T06:30']);
      expect(scenario.idleTimers()).toEqual([]);
    });
  });
});
