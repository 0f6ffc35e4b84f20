import type { LabelMatcher, StepConditions } from '@tocsin/contracts/conditions.js';
import { alertmanager, alertOf } from '../../routing/signals.fixture.js';
import { ana, bo, Scenario, mia, pages, stepIdOf } from '../groups.fixture.js';

/** The world begins at 03:12 UTC on a Saturday. */
const office: StepConditions = {
  hours: { when: 'inside', timeZone: 'UTC', times: [{ weekdays: [1, 2, 3, 4, 5], times: { from: '09:00', to: '17:00' } }] },
};
const atNight: StepConditions = { hours: { ...office.hours!, when: 'outside' } };
const labelConditions = (...labels: readonly LabelMatcher[]): StepConditions => ({ labels: [...labels] });
const team = (operator: LabelMatcher['operator'], value: string): LabelMatcher => ({ label: 'team', operator, value });

const openScenario = (
  steps: readonly ReturnType<typeof pages>[],
  labels: Record<string, string> = {},
  severity: 'critical' | 'warning' = 'critical',
) => {
  const scenario = new Scenario({ steps });
  scenario.receives(alertmanager([alertOf('Disk', { severity, labels })]));
  return scenario;
};

describe('a step with conditions', () => {
  it('is skipped in the decision that would take it, and the next one is taken', () => {
    const scenario = openScenario([pages([ana], { conditions: office }), pages([bo], { conditions: atNight })]);
    expect(scenario.all('EscalationStepSkipped').map(({ data }) => data)).toEqual([
      {
        groupId: scenario.row().id,
        round: 1,
        step: 1,
        stepId: stepIdOf(1),
        because: ['hours'],
        judgedBy: { hours: { isInside: false, zones: expect.any(String) } },
        persons: [ana],
      },
    ]);
    const [skipped, taken] = ['EscalationStepSkipped', 'EscalationStepTaken'].map(
      (type) => scenario.all(type as 'EscalationStepTaken')[0]!,
    );
    expect(taken!.meta.commandId).toBe(skipped!.meta.commandId);
    expect(taken!.data).toMatchObject({ step: 2, empty: false, judgedBy: { hours: { isInside: false } } });
    expect(scenario.paged()).toEqual([bo]);
  });

  it('is judged anew each time that it is due', () => {
    const scenario = openScenario([pages([bo], { waitMinutes: 600 }), pages([ana], { conditions: { urgency: 'high' } })]);
    scenario.passes(601);
    expect(scenario.paged()).toEqual([bo, ana]);
  });

  it('is not empty: a round in which all were skipped waits its delays, and managers hear of it', () => {
    const scenario = openScenario([pages([ana], { conditions: office }), pages([bo], { conditions: office })]);
    expect(scenario.paged()).toEqual([mia]);
    expect(scenario.all('EscalationStepTaken').map(({ data }) => data.step)).toEqual(['exhausted']);
    expect(scenario.row().next).toMatchObject({ round: 2, step: 1 });
    scenario.passes(9);
    expect(scenario.all('EscalationStepSkipped')).toHaveLength(2);
    scenario.passes(2);
    expect(scenario.all('EscalationStepSkipped')).toHaveLength(4);
  });

  it('ends the round at once where it is the last one and others were paged before it', () => {
    const scenario = openScenario([pages([bo]), pages([ana], { conditions: office })]);
    scenario.passes(5);
    expect(scenario.all('EscalationStepTaken').at(-1)).toMatchObject({ data: { round: 2, step: 1 }, meta: { at: scenario.world.now } });
  });

  it('by its urgency is passed over by the other', () => {
    const steps = [pages([ana], { conditions: { urgency: 'high' } }), pages([bo], { conditions: { urgency: 'low' } })];
    expect(openScenario(steps).paged()).toEqual([ana]);
    expect(openScenario(steps, {}, 'warning').paged()).toEqual([bo]);
  });

  it.each([
    [team('=', 'db'), true],
    [team('=', 'd'), false],
    [team('!=', 'web'), true],
    [team('=~', 'd|db'), true],
    [team('=~', 'd'), false],
    [team('!~', 'w.*'), true],
    [{ label: 'absent', operator: '=', value: '' } as const, true],
    [{ label: 'absent', operator: '!=', value: '' } as const, false],
    [{ label: 'absent', operator: '=~', value: '.+' } as const, false],
  ])('matches labels as Prometheus does: %j %s', (matcher, isTaken) => {
    const scenario = openScenario([pages([ana], { conditions: labelConditions(matcher) }), pages([bo])], { team: 'db' });
    expect(scenario.paged()).toEqual([isTaken ? ana : bo]);
  });

  it('needs one alert that matches all of its matchers, and that fires', () => {
    const steps = [
      pages([ana], { conditions: labelConditions(team('=', 'db'), { label: 'env', operator: '=', value: 'prod' }) }),
      pages([bo]),
    ];
    const scenario = new Scenario({ steps });
    scenario.receives(
      alertmanager([alertOf('a', { labels: { team: 'db', env: 'test' } }), alertOf('b', { labels: { team: 'web', env: 'prod' } })]),
    );
    expect(scenario.paged()).toEqual([bo]);
  });

  it('is taken where more alerts fire than are looked at: nobody goes unpaged for what is not known', () => {
    const scenario = new Scenario({ steps: [pages([ana], { conditions: labelConditions(team('=', 'db')) }), pages([bo])] });
    scenario.receives(alertmanager(Array.from({ length: 250 }, (_, n) => alertOf(`f${n}`, { labels: { team: `t${n}` } }))));
    expect(scenario.all('EscalationStepTaken')[0]!.data).toMatchObject({ step: 1, judgedBy: { labels: 'unknown' } });
  });

  it('is passed over by whoever escalates, to the next that is for now', () => {
    const scenario = openScenario([pages([bo]), pages([ana], { conditions: office })]);
    scenario.news();
    scenario.act('EscalateAlertGroup', {}, mia);
    expect(scenario.all('EscalationStepTaken').map(({ data }) => [data.round, data.step])).toEqual([
      [1, 1],
      [2, 1],
    ]);
  });

  it('that does not hold is nobody to escalate to', () => {
    const scenario = openScenario([pages([ana], { conditions: office })]);
    expect(scenario.refusal(scenario.act('EscalateAlertGroup', {}, mia))).toBe('alert_group.nobody_to_escalate_to');
  });

  it('leaves the step that was reached where it was, for whoever gives the group back', () => {
    const scenario = openScenario([pages([bo]), pages([ana], { conditions: office }), pages([mia])]);
    scenario.passes(5);
    scenario.act('AcknowledgeAlertGroup', {}, mia);
    scenario.act('UnacknowledgeAlertGroup', {}, mia);
    expect(scenario.row().next).toMatchObject({ round: 1, step: 3 });
  });
});
