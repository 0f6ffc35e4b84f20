import type { Fact } from '@tocsin/contracts/catalogue.js';
import type { AnyProcess } from '@tocsin/kernel/react/process.js';
import { idOf } from '../../../configuration.fixture.js';
import { domain } from '../../../registry.js';
import { alertmanager, alertOf } from '../../routing/signals.fixture.js';
import { ana, as, bo, Scenario, mia, pages, sam, teamId, type Setting } from '../groups.fixture.js';
import type { HolderRow } from '../shared/held.js';

const scenarioHeldByBo = (): Scenario => {
  const scenario = new Scenario();
  scenario.receives(alertmanager([alertOf('Disk', { severity: 'critical' })]));
  scenario.act('TakeOverAlertGroup', {}, bo);
  scenario.news();
  return scenario;
};

/** As the decider of people records it. */
const disable = (scenario: Scenario, personId: string = bo, replacementId: string | null = null): void => {
  scenario.knows({ type: 'PersonDisabled', data: { personId, replacementId, standsIn: [] } });
  scenario.passes(0);
};

describe('somebody who is disabled while they have an alert group in hand', () => {
  it('is named with it, and it fires again', () => {
    const scenario = scenarioHeldByBo();
    const groupId = scenario.row().id;
    expect(scenario.world.memory.rows<HolderRow>('held').where('holderId', bo)).toEqual([{ groupId, holderId: bo }]);
    disable(scenario);
    expect(scenario.all('AlertGroupReturnedToFiring').at(-1)!.data).toMatchObject({ because: 'holder_disabled', from: { personId: bo } });
    expect(scenario.row()).toMatchObject({ status: 'firing', holder: null });
  });

  it('is not rung: step 1 begins at once', () => {
    const scenario = scenarioHeldByBo();
    disable(scenario);
    expect(scenario.all('EscalationStepTaken').at(-1)!.data.step).toBe(1);
    expect(scenario.row().paging).toContain(ana);
    expect(scenario.row().paging).not.toContain(bo);
  });

  it('leaves what others have in hand alone', () => {
    const scenario = scenarioHeldByBo();
    scenario.act('TakeOverAlertGroup', {}, as(ana));
    disable(scenario);
    expect(scenario.row()).toMatchObject({ status: 'acknowledged', holder: { personId: ana } });
  });
});

describe('somebody who is disabled while they are being paged', () => {
  const pagedScenario = (setting: Setting = {}, severity: 'critical' | 'warning' = 'critical'): Scenario => {
    const scenario = new Scenario({ steps: [pages([ana]), pages([bo])], repeats: 0, ...setting });
    scenario.receives(alertmanager([alertOf('Disk', { severity })]));
    return scenario;
  };
  const steps = (scenario: Scenario) =>
    scenario.all('EscalationStepTaken').map(({ data }) => ({
      step: data.step,
      empty: data.empty,
      paged: data.targets.flatMap((one) => one.persons.map(({ personId }) => personId)),
    }));

  it('has their page cancelled with its reason; the step is taken again, found empty, and the next is called at once', () => {
    const scenario = pagedScenario();
    disable(scenario, ana);
    expect(scenario.all('PageCancelled').map(({ data }) => [data.personId, data.reason])).toEqual([[ana, 'delivery.person_disabled']]);
    expect(steps(scenario)).toEqual([
      { step: 1, empty: false, paged: [ana] },
      { step: 1, empty: true, paged: [ana] },
      { step: 2, empty: false, paged: [bo] },
    ]);
    expect(scenario.row().paging).toEqual([bo]);
  });

  it('is followed by whoever takes their place, although the climb is pinned to a version that names them', () => {
    const scenario = pagedScenario();
    disable(scenario, ana, sam);
    expect(steps(scenario).at(-1)).toEqual({ step: 1, empty: false, paged: [sam] });
    expect(scenario.row()).toMatchObject({ paging: [sam], next: { step: 2 } });
    scenario.passes(5);
    expect(scenario.row().paging).toContain(bo);
  });

  it('does not take back a climb that has gone on: only the one in their place is paged for that step', () => {
    const scenario = pagedScenario({ steps: [pages([ana], { waitMinutes: 1 }), pages([bo], { waitMinutes: 30 })] });
    scenario.passes(1);
    const before = steps(scenario).length;
    const { next } = scenario.row();
    disable(scenario, ana, sam);
    expect(steps(scenario)).toHaveLength(before);
    expect(scenario.row().paging).toContain(sam);
    expect(scenario.row().next).toEqual(next);
  });

  it('leaves others of the same step ringing, not twice', () => {
    const scenario = pagedScenario({ steps: [pages([ana, bo])] });
    disable(scenario, ana);
    expect(scenario.all('PageStarted').filter(({ data }) => data.personId === bo)).toHaveLength(1);
  });

  it('has the next called now when they alone were called for the rest', () => {
    const scenario = pagedScenario({ steps: [pages([ana])] });
    scenario.passes(5);
    expect(scenario.row().paging).toContain(mia);
    disable(scenario, ana);
    disable(scenario, mia);
    expect(steps(scenario).at(-1)).toMatchObject({ step: 'owners' });
  });

  it('goes on to the next for low urgency too, where nobody climbs', () => {
    const scenario = pagedScenario({}, 'warning');
    disable(scenario, ana);
    expect(scenario.row().paging).toEqual([bo]);
    expect(scenario.idleTimers()).toEqual([]);
  });

  it('is no more reminded of what somebody else has', () => {
    const scenario = pagedScenario();
    scenario.act('AddResponder', { personId: sam }, ana);
    scenario.act('AcknowledgeAlertGroup', {}, ana);
    disable(scenario, sam);
    expect(scenario.row()).toMatchObject({ status: 'acknowledged', paging: [] });
  });
});

describe('somebody who is being paged because they are on call, and leaves', () => {
  const scheduleId = idOf('5c');
  const slots = [ana, bo].map((personId, n) => ({ slotId: idOf(`5${n}`), people: [personId] }));
  const rotation = {
    slots,
    length: { unit: 'hours', count: 168 },
    anchor: '2026-11-21T00:00:00.000Z',
    countsCoveredTimeOnly: false,
  } as const;
  const layer = { layerId: idOf('1a'), name: 'Primary', timeZone: null, priority: 0, from: null, rotation, restrictions: [] };
  const scheduleCreated: Fact = {
    type: 'ScheduleCreated',
    data: { teamId, scheduleId, name: 'Primary', externalKey: null, timeZone: 'UTC', zones: '2026c', layers: [layer] },
  };
  const inOrder = domain.processes;
  const arrange = (processes: readonly AnyProcess[]): unknown => Object.assign(domain, { processes });
  afterEach(() => arrange(inOrder));

  it.each([
    ['as they are listed', inOrder],
    ['the other way round', inOrder.toReversed()],
  ])('is followed by whoever is on call then, in whatever order processes react: %s', (_order, processes) => {
    arrange(processes);
    const scenario = new Scenario({ steps: [{ ...pages([]), targets: [{ kind: 'schedule', scheduleId }] }] });
    scenario.knows(scheduleCreated);
    scenario.receives(alertmanager([alertOf('Disk', { severity: 'critical' })]));
    expect(scenario.row().paging).toEqual([ana]);
    scenario.knows({
      type: 'PersonDisabled',
      data: { personId: ana, replacementId: null, standsIn: [], schedules: [scheduleId] },
    });
    scenario.passes(0);
    expect(scenario.row().paging).toEqual([bo]);
  });
});
