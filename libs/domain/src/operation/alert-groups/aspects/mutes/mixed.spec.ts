import { duration } from '@tocsin/contracts/duration.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { bySystem, idOf } from '../../../../configuration.fixture.js';
import { alertmanagerId, resolvedAlert } from '../../../routing/signals.fixture.js';
import { ana, bo, pages, teamId } from '../../groups.fixture.js';
import { is, named, QuietScenario, silenceIdOf, windowIdOf } from './quiet.fixture.js';

/** A rule of routes holds alerts of this name so long. */
const start = (holdMinutes: number, setting?: ConstructorParameters<typeof QuietScenario>[0]): QuietScenario => {
  const scenario = new QuietScenario(setting);
  const rows = [[is('alertname', 'Held')]];
  const rules = [{ ruleId: idOf('101'), rows, outcome: { kind: 'default' as const, holdMinutes }, isOn: true }];
  scenario.knows({ type: 'RoutesChanged', data: { teamId, integrationId: alertmanagerId, version: 1, rules } });
  scenario.news();
  return scenario;
};
const setBack = ({ world }: QuietScenario, minutes: number): void => {
  const from = world.now;
  world.now = addMillis(from, -minutes * duration.minute);
  world.run({ type: 'RecordClockStep', data: { from, to: world.now } }, { actor: bySystem });
  world.advance(0);
};

describe('a hold and a silence over one alert', () => {
  it('settle for five minutes when the silence ends last', () => {
    const scenario = start(5);
    scenario.silence(1, 60, named('Held'));
    scenario.fires('a', 'Held');
    expect(scenario.row().suppressed!.mutes.map(({ kind }) => kind)).toEqual(['silence', 'hold']);
    scenario.passes(6);
    expect(scenario.row().suppressed!.mutes.map(({ kind }) => kind)).toEqual(['silence']);
    scenario.passes(58);
    expect(scenario.row().suppressed?.settlesAt).not.toBeNull();
    expect(scenario.paged()).toEqual([]);
    scenario.passes(1);
    expect(scenario.paged()).toEqual([ana]);
    scenario.expectSound();
  });

  it.each([
    ['earlier', 2],
    ['in the same instant', 5],
  ])('page at once when the hold is over: the silence ends %s', (_when, minutes) => {
    const scenario = start(5);
    scenario.silence(1, minutes, named('Held'));
    scenario.fires('a', 'Held');
    scenario.passes(4);
    expect(scenario.row().suppressed).toMatchObject({ settlesAt: null });
    expect(scenario.paged()).toEqual([]);
    scenario.passes(1);
    expect(scenario.paged()).toEqual([ana]);
    scenario.passes(2);
    expect(scenario.all('EscalationStarted')).toHaveLength(1);
    expect(scenario.all('AlertGroupSettling')).toEqual([]);
    scenario.expectSound();
  });

  it('are each waited for by their own alert: the first that is free pages', () => {
    const scenario = start(12);
    scenario.silence(1, 10, named('Disk'));
    scenario.fires('a', 'Held', 'Disk');
    scenario.passes(11);
    expect(scenario.row().status).toBe('suppressed');
    scenario.passes(1);
    expect(scenario.paged()).toEqual([ana]);
    scenario.passes(4);
    expect(scenario.all('EscalationStarted')).toHaveLength(1);
    scenario.expectSound();
  });

  it('ring nobody afterwards for who has taken the group meanwhile', () => {
    const scenario = start(5, { service: { ackTimeoutMinutes: 0 } });
    scenario.silence(1, 10, named('Held'));
    scenario.fires('a', 'Held');
    scenario.act('AcknowledgeAlertGroup', {}, bo);
    scenario.passes(30);
    expect(scenario.row().status).toBe('acknowledged');
    expect(scenario.paged()).toEqual([]);
    scenario.expectSound();
  });

  it('are followed by the silence that begins in the hold', () => {
    const scenario = start(5);
    scenario.fires('a', 'Held');
    scenario.passes(3);
    scenario.silence(1, 30, named('Held'));
    scenario.passes(34);
    expect(scenario.paged()).toEqual([]);
    scenario.passes(1);
    expect(scenario.paged()).toEqual([ana]);
    scenario.expectSound();
  });
});

describe('a hold in a maintenance window', () => {
  it('is over before the window: what opened in it settles, and begins at step 1', () => {
    const scenario = start(5);
    scenario.window(1, 60);
    scenario.fires('a', 'Held');
    scenario.passes(6);
    expect(scenario.row().suppressed).toMatchObject({ mutes: [{ kind: 'maintenance', id: windowIdOf(1) }] });
    scenario.passes(58);
    expect(scenario.paged()).toEqual([]);
    scenario.passes(1);
    expect(scenario.paged()).toEqual([ana]);
    scenario.expectSound();
  });

  it('outlasts the window: what it held pages step 1, also in a group that fired before', () => {
    const scenario = start(8, { steps: [pages([ana], { waitMinutes: 30 }), pages([bo])] });
    scenario.fires('a', 'Disk');
    scenario.passes(5);
    scenario.window(1, 60);
    scenario.passes(56);
    scenario.fires('a', 'Disk', 'Held');
    scenario.news();
    // the window is over since four minutes: the old alert still settles
    scenario.passes(7);
    expect(scenario.paged()).toEqual([]);
    scenario.passes(1);
    expect(scenario.paged()).toEqual([ana]);
    scenario.passes(5);
    expect(scenario.all('EscalationStarted').at(-1)!.data.because).toBe('unsuppressed');
    scenario.expectSound();
  });

  it('of low urgency pages with it', () => {
    const scenario = start(5);
    scenario.window(1, 60, { behaviour: 'low_urgency' });
    scenario.fires('a', 'Held');
    expect(scenario.row()).toMatchObject({ status: 'suppressed', urgency: 'low' });
    scenario.passes(5);
    expect(scenario.row()).toMatchObject({ status: 'firing', urgency: 'low' });
    scenario.passes(55);
    expect(scenario.row()).toMatchObject({ status: 'firing', urgency: 'high' });
    scenario.expectSound();
  });
});

describe('a held alert that joins a group that fires', () => {
  it('is no news, neither then nor when its hold ends: the one run of the escalation goes on', () => {
    const scenario = start(3, { steps: [pages([ana], { waitMinutes: 10 }), pages([bo])] });
    scenario.fires('a', 'Disk');
    scenario.passes(2);
    scenario.news();
    scenario.fires('a', 'Disk', 'Held');
    expect(scenario.row().status).toBe('firing');
    scenario.passes(7);
    expect(scenario.paged()).toEqual([]);
    scenario.passes(1);
    expect(scenario.paged()).toEqual([bo]);
    scenario.expectSound();
  });

  it('suppresses the group when the other one resolves in the hold', () => {
    const scenario = start(10);
    scenario.fires('a', 'Disk');
    scenario.fires('a', 'Disk', 'Held');
    scenario.news();
    scenario.fires('a', 'Held', resolvedAlert('Disk'));
    expect(scenario.row()).toMatchObject({ status: 'suppressed', suppressed: { mutes: [{ kind: 'hold' }] } });
    scenario.passes(9);
    expect(scenario.paged()).toEqual([]);
    scenario.passes(1);
    expect(scenario.paged()).toEqual([ana]);
    scenario.expectSound();
  });
});

describe('a hold and an inhibition', () => {
  it('of a target that fires before its source: it pages nobody, then or later', () => {
    const scenario = start(1);
    scenario.rule(1, named('Source'), named('Held'));
    scenario.fires('a', 'Held');
    scenario.fires('b', 'Source');
    scenario.passes(2);
    expect(scenario.rowOf(1).suppressed).toMatchObject({ mutes: [{ kind: 'inhibition' }] });
    scenario.ends('b', 'Source');
    scenario.passes(4);
    expect(scenario.rowOf(1).status).toBe('suppressed');
    scenario.passes(1);
    expect(scenario.rowOf(1).status).toBe('firing');
    scenario.expectSound();
  });

  it('of a source: it inhibits from its firing, held or not', () => {
    const scenario = start(5);
    scenario.rule(1, named('Held'), named('Target'));
    scenario.fires('a', 'Held');
    scenario.fires('b', 'Target');
    expect(scenario.rowOf(2).suppressed).toMatchObject({ mutes: [{ kind: 'inhibition' }] });
    scenario.passes(6);
    expect([1, 2].map((number) => scenario.rowOf(number).status)).toEqual(['firing', 'suppressed']);
    scenario.expectSound();
  });
});

describe('a clock that is set back in a hold', () => {
  it('ends the hold at once: nobody waits longer for it', () => {
    const scenario = start(5);
    scenario.fires('a', 'Held');
    scenario.passes(2);
    setBack(scenario, 60);
    scenario.passes(0);
    expect(scenario.paged()).toEqual([ana]);
    scenario.expectSound();
  });

  it('leaves the silence over it, which ends by the clock of the wall', () => {
    const scenario = start(5);
    scenario.silence(1, 30, named('Held'));
    scenario.fires('a', 'Held');
    scenario.passes(2);
    setBack(scenario, 60);
    expect(scenario.row().suppressed).toMatchObject({ mutes: [{ kind: 'silence', id: silenceIdOf(1) }] });
    scenario.passes(60);
    expect(scenario.paged()).toEqual([]);
    scenario.passes(33);
    expect(scenario.paged()).toEqual([ana]);
    scenario.expectSound();
  });
});
