import type { LabelMatcher } from '@tocsin/contracts/conditions.js';
import type { Actor } from '@tocsin/contracts/envelope.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { reenact } from '@tocsin/kernel/replay/reenact.js';
import { GroupWhy } from '../../../../observers/why/why.js';
import { idOf } from '../../../../configuration.fixture.js';
import { domain } from '../../../../registry.js';
import { alertmanager, alertOf, resolvedAlert } from '../../../routing/signals.fixture.js';
import { ana, as, bo, pages, policyId, sam, Scenario, teamId, toPolicySteps, type Setting } from '../../groups.fixture.js';

const disk: readonly LabelMatcher[] = [{ label: 'alertname', operator: '=', value: 'Disk' }];

const run = (scenario: Scenario, type: string, data: object, actor: Actor) => {
  const outcome = scenario.world.run({ type, data }, { actor });
  scenario.passes(0);
  return outcome;
};

interface More {
  readonly matchers?: readonly LabelMatcher[];
  readonly exempt?: readonly string[];
  readonly by?: string;
}
/** Silence number `n`, for some minutes. */
const silence = (scenario: Scenario, n: number, minutes: number, { matchers = disk, exempt = [], by = ana }: More = {}) => {
  const until = addMillis(scenario.world.now, minutes * 60_000);
  const data = {
    silenceId: idOf(`51${n}`),
    teamId,
    matchers,
    until,
    comment: 'db move',
    exempt,
    untilResolved: false,
    confirmedGroups: null,
  };
  return run(scenario, 'StartSilence', data, as(by));
};
const endSilence = (scenario: Scenario, n: number) => run(scenario, 'EndSilence', { silenceId: idOf(`51${n}`) }, as(ana));

const critical = { severity: 'critical' } as const;
const fires = (scenario: Scenario, ...names: readonly string[]): void =>
  scenario.receives(alertmanager(names.map((name) => alertOf(name, critical))));

const start = (setting?: Setting): Scenario => {
  const scenario = new Scenario(setting);
  scenario.news();
  return scenario;
};

/** The log, decided again, is the same; and no timer waits for nothing. */
const expectSound = (scenario: Scenario): void => {
  const { differences } = reenact(domain, scenario.world.events);
  // the configuration was recorded, not decided
  expect(differences.filter(({ stream }) => stream !== 'configuration')).toEqual([]);
  expect(scenario.idleTimers()).toEqual([]);
};

describe('a group that opens while a silence covers all its alerts', () => {
  it('is suppressed, says until when, and pages nobody', () => {
    const scenario = start();
    silence(scenario, 1, 60);
    fires(scenario, 'Disk');
    const { until } = scenario.all('SilenceStarted')[0]!.data;
    expect(scenario.row()).toMatchObject({ status: 'suppressed', urgency: 'high', next: null, suppressed: { mutes: [{ until }] } });
    scenario.passes(59);
    expect(scenario.paged()).toEqual([]);
    expectSound(scenario);
  });

  it('settles for five minutes when the silence ends, and then begins at step 1', () => {
    const scenario = start();
    silence(scenario, 1, 60);
    fires(scenario, 'Disk');
    scenario.passes(64);
    expect(scenario.row().suppressed?.settlesAt).not.toBeNull();
    expect(scenario.paged()).toEqual([]);
    scenario.passes(1);
    expect(scenario.row()).toMatchObject({ status: 'firing' });
    expect(scenario.row().suppressed).toBeUndefined();
    expect(scenario.paged()).toEqual([ana]);
    scenario.passes(5);
    expect(scenario.paged()).toEqual([bo]);
    expectSound(scenario);
  });

  it('pages nobody when it is resolved while it settles', () => {
    const scenario = start();
    silence(scenario, 1, 60);
    fires(scenario, 'Disk');
    scenario.passes(62);
    scenario.receives(alertmanager([resolvedAlert('Disk')], { action: 'resolve' }));
    scenario.passes(60);
    expect(scenario.row().status).toBe('resolved');
    expect(scenario.paged()).toEqual([]);
  });

  it('fires at once when an alert joins it that no silence covers', () => {
    const scenario = start();
    silence(scenario, 1, 60);
    fires(scenario, 'Disk');
    fires(scenario, 'Disk', 'Memory');
    expect(scenario.row().status).toBe('firing');
    expect(scenario.paged()).toEqual([ana]);
    expectSound(scenario);
  });

  it('fires when its sender leaves alerts out of its list: of these nothing is known', () => {
    const scenario = start();
    silence(scenario, 1, 60);
    fires(scenario, 'Disk');
    scenario.receives(alertmanager([alertOf('Disk', critical)], { complete: false, cutList: { listed: 1, of: 5 } }));
    expect(scenario.row()).toMatchObject({ status: 'firing', urgency: 'high' });
    expect(scenario.paged()).toEqual([ana]);
  });

  it('is not covered by the silence of another team, or by one with another value', () => {
    const scenario = start();
    silence(scenario, 1, 60, { matchers: [{ label: 'alertname', operator: '=', value: 'Memory' }] });
    fires(scenario, 'Disk');
    expect(scenario.paged()).toEqual([ana]);
  });

  it('tells who asks why they were not paged', () => {
    const scenario = start();
    silence(scenario, 1, 60);
    fires(scenario, 'Disk');
    const why = new GroupWhy(ana);
    for (const event of scenario.world.events) if (event.stream === `alertGroup-${scenario.row().id}`) why.take(event);
    expect(why.answer).toMatchObject({ status: 'suppressed', verdict: 'stopped' });
    expect(why.answer?.events.map(({ type }) => type)).toContain('AlertGroupSuppressed');
  });
});

describe('a group that fires when a silence begins', () => {
  it('is suppressed: the pages that wait are cancelled, and no step follows', () => {
    const scenario = start();
    fires(scenario, 'Disk');
    expect(scenario.paged()).toEqual([ana]);
    silence(scenario, 1, 60);
    expect(scenario.row()).toMatchObject({ status: 'suppressed', paging: [] });
    expect(scenario.all('PageCancelled').map(({ data }) => data.reason)).toEqual(['delivery.suppressed_by_silence']);
    scenario.passes(59);
    expect(scenario.paged()).toEqual([]);
    expectSound(scenario);
  });

  it('is no longer paged for by a step that keeps paging after an acknowledgement, either', () => {
    const scenario = start({ steps: [pages([ana], { notifyOthersStill: true }), pages([bo])] });
    fires(scenario, 'Disk');
    silence(scenario, 1, 60);
    expect(scenario.row()).toMatchObject({ status: 'suppressed', paging: [] });
    scenario.act('AddResponder', { personId: sam }, ana);
    expect(scenario.row()).toMatchObject({ status: 'suppressed', paging: [sam] });
  });

  it('goes on as it was when it is exempted', () => {
    const scenario = start();
    fires(scenario, 'Disk');
    silence(scenario, 1, 60, { exempt: [scenario.row().id] });
    scenario.passes(5);
    expect(scenario.row().status).toBe('firing');
    expect(scenario.paged()).toEqual([ana, bo]);
  });

  it('keeps its holder: acknowledged, it stays so when the silence ends', () => {
    const scenario = start({ service: { ackTimeoutMinutes: 0 } });
    fires(scenario, 'Disk');
    silence(scenario, 1, 60);
    scenario.act('AcknowledgeAlertGroup', {}, ana);
    scenario.news();
    scenario.passes(120);
    expect(scenario.row()).toMatchObject({ status: 'acknowledged', holder: { personId: ana } });
    expect(scenario.paged()).toEqual([]);
  });

  it('is suppressed when its last alert that counted is resolved', () => {
    const scenario = start();
    silence(scenario, 1, 60);
    fires(scenario, 'Disk', 'Memory');
    expect(scenario.row().status).toBe('firing');
    scenario.receives(alertmanager([alertOf('Disk', critical), resolvedAlert('Memory')]));
    expect(scenario.row().status).toBe('suppressed');
    expectSound(scenario);
  });
});

describe('the acknowledgement of a group whose alerts are all muted', () => {
  it('times out into the suppression, and its holder is paged first afterwards', () => {
    const scenario = start();
    fires(scenario, 'Disk');
    scenario.act('AcknowledgeAlertGroup', {}, bo);
    silence(scenario, 1, 60);
    scenario.news();
    scenario.passes(31);
    expect(scenario.row().status).toBe('suppressed');
    scenario.passes(33);
    expect(scenario.paged().filter((personId) => personId !== bo)).toEqual([]);
    scenario.news();
    scenario.passes(2);
    expect(scenario.all('EscalationStepTaken').at(-1)!.data.step).toBe(0);
    expect(scenario.row().paging).toEqual([bo]);
    expectSound(scenario);
  });

  it('given back pages nobody while the silence lasts', () => {
    const scenario = start();
    fires(scenario, 'Disk');
    scenario.act('AcknowledgeAlertGroup', {}, bo);
    silence(scenario, 1, 60);
    scenario.news();
    scenario.act('UnacknowledgeAlertGroup', {}, bo);
    scenario.passes(10);
    expect(scenario.row().status).toBe('suppressed');
    expect(scenario.paged()).toEqual([]);
  });
});

describe('two silences over one alert', () => {
  it.each([
    ['the later ends first', 2, 1],
    ['the earlier ends first', 1, 2],
  ])('mute until both have ended: %s', (_which, first, second) => {
    const scenario = start();
    silence(scenario, 1, 30);
    silence(scenario, 2, 60);
    fires(scenario, 'Disk');
    endSilence(scenario, first);
    scenario.passes(6);
    expect(scenario.row().status).toBe('suppressed');
    expect(scenario.row().suppressed).toMatchObject({ mutes: [{ id: idOf(`51${second}`) }], settlesAt: null });
    expect(scenario.paged()).toEqual([]);
    endSilence(scenario, second);
    scenario.passes(5);
    expect(scenario.paged()).toEqual([ana]);
    expectSound(scenario);
  });

  it('a new one while it settles suppresses it again', () => {
    const scenario = start();
    silence(scenario, 1, 30);
    fires(scenario, 'Disk');
    scenario.passes(31);
    silence(scenario, 2, 60);
    scenario.passes(30);
    expect(scenario.row().status).toBe('suppressed');
    expect(scenario.paged()).toEqual([]);
    expectSound(scenario);
  });
});

describe('a muted alert in a group that counts', () => {
  it('is no news, and is news when the silence ends and nobody took the group since', () => {
    const scenario = start({ service: { ackTimeoutMinutes: 0 } });
    fires(scenario, 'Memory');
    scenario.act('AcknowledgeAlertGroup', {}, ana);
    silence(scenario, 1, 30);
    scenario.news();
    fires(scenario, 'Memory', 'Disk');
    expect(scenario.row().status).toBe('acknowledged');
    expect(scenario.paged()).toEqual([]);
    scenario.passes(34);
    expect(scenario.row().status).toBe('acknowledged');
    scenario.passes(1);
    expect(scenario.row().status).toBe('firing');
    expect(scenario.row().paging).toEqual([ana]);
    expectSound(scenario);
  });

  it('is no longer new to whoever acknowledged after it fired', () => {
    const scenario = start({ service: { ackTimeoutMinutes: 0 } });
    silence(scenario, 1, 30);
    fires(scenario, 'Memory', 'Disk');
    scenario.act('AcknowledgeAlertGroup', {}, ana);
    scenario.news();
    scenario.passes(40);
    expect(scenario.row().status).toBe('acknowledged');
    expect(scenario.paged()).toEqual([]);
  });

  it('raises the urgency only when it comes out of the silence, and pages then', () => {
    const scenario = start();
    silence(scenario, 1, 30);
    scenario.receives(alertmanager([alertOf('Memory', { severity: 'warning' }), alertOf('Disk', critical)]));
    expect(scenario.row()).toMatchObject({ status: 'firing', urgency: 'low' });
    scenario.passes(35);
    expect(scenario.row()).toMatchObject({ urgency: 'high' });
    expect(scenario.all('EscalationStarted').at(-1)!.data.because).toBe('news');
    expectSound(scenario);
  });
});

describe('people and a suppressed group', () => {
  const suppressedScenario = (): Scenario => {
    const scenario = start();
    silence(scenario, 1, 60);
    fires(scenario, 'Disk');
    return scenario;
  };

  it('escalate it in vain, and are told until when; whom they page by hand is paged', () => {
    const scenario = suppressedScenario();
    expect(scenario.refusal(scenario.act('EscalateAlertGroup'))).toBe('alert_group.suppressed');
    scenario.act('AddResponder', { personId: sam }, ana);
    expect(scenario.paged()).toEqual([sam]);
  });

  it('apply a policy to it without a page', () => {
    const scenario = suppressedScenario();
    scenario.knows({
      type: 'PolicyChanged',
      data: {
        teamId,
        policyId,
        version: 2,
        name: 'Primary',
        steps: toPolicySteps([pages([sam])]),
        repeats: 1,
        climbLow: true,
        appliesToOpen: true,
      },
    });
    scenario.passes(10);
    expect(scenario.paged()).toEqual([]);
  });

  it('resolve it, and nobody is told', () => {
    const scenario = suppressedScenario();
    scenario.act('ResolveAlertGroup', {}, ana);
    scenario.passes(120);
    expect(scenario.row()).toMatchObject({ status: 'resolved' });
    expect(scenario.row().suppressed).toBeUndefined();
    expect(scenario.paged()).toEqual([]);
  });
});
