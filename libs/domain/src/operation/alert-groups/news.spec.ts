import { alertmanager, alertOf, resolvedAlert } from '../routing/signals.fixture.js';
import { ana, Scenario, pages } from './groups.fixture.js';

const warning = { severity: 'warning' } as const;
const report = (scenario: Scenario, ...alerts: Parameters<typeof alertmanager>[0][number][]): void =>
  scenario.receives(alertmanager(alerts));

describe('an alert that newly fires in a held group', () => {
  const heldScenario = (more = {}): Scenario => {
    const scenario = new Scenario();
    report(scenario, alertOf('Disk', more));
    scenario.act('AcknowledgeAlertGroup');
    scenario.news();
    return scenario;
  };

  it('is news by a name new to the group: it fires again, the holder first', () => {
    const scenario = heldScenario();
    report(scenario, alertOf('Disk'), alertOf('Cpu'));
    expect(scenario.all('AlertsFired')[0]!.data.news).toBe('new_name');
    expect(scenario.row()).toMatchObject({ status: 'firing', holder: null });
    expect(scenario.paged()).toEqual([ana]);
    expect(scenario.all('PageStarted').at(-1)!.data.cause).toEqual({ kind: 'holder_first', because: 'news' });
    expect(scenario.all('EscalationStepTaken').at(-1)!.data.step).toBe(0);
  });

  it('is news by raising the urgency', () => {
    const scenario = heldScenario(warning);
    report(scenario, alertOf('Disk', warning), alertOf('Disk', { fingerprint: 'Disk2' }));
    expect(scenario.all('AlertsFired')[0]!.data).toMatchObject({ news: 'raises_urgency', urgency: 'high' });
    expect(scenario.row()).toMatchObject({ status: 'firing', urgency: 'high' });
  });

  it('is no news when its name was in the group before, though resolved since', () => {
    const scenario = new Scenario();
    report(scenario, alertOf('Disk'), alertOf('Cpu'));
    report(scenario, alertOf('Disk'), resolvedAlert('Cpu'));
    scenario.act('AcknowledgeAlertGroup');
    report(scenario, alertOf('Disk'), alertOf('Cpu'));
    expect(scenario.row().status).toBe('acknowledged');
  });

  it('else is told to the holder once, bundled and quietly, five minutes later', () => {
    const scenario = heldScenario();
    report(scenario, alertOf('Disk'), alertOf('Disk', { fingerprint: 'b' }));
    scenario.passes(3);
    report(scenario, alertOf('Disk'), alertOf('Disk', { fingerprint: 'b' }), alertOf('Disk', { fingerprint: 'c' }));
    scenario.passes(1.9);
    expect(scenario.types()).not.toContain('PageStarted');
    scenario.passes(0.1);
    const quietPages = scenario.all('PageStarted').filter(({ data }) => data.quiet);
    expect(quietPages.map(({ data }) => [data.personId, data.cause])).toEqual([[ana, { kind: 'update', fingerprints: ['b', 'c'] }]]);
    scenario.passes(10);
    expect(scenario.all('UpdateSent')).toHaveLength(1);
    expect(scenario.row().status).toBe('acknowledged');
  });

  it('is a repeat when it fired already: nothing is recorded on the group', () => {
    const scenario = heldScenario();
    report(scenario, alertOf('Disk'));
    expect(scenario.types()).toEqual(['SignalReceived', 'SignalsRouted']);
  });
});

describe('news while it fires', () => {
  it('begins the climb when a group that rang nobody becomes high', () => {
    const scenario = new Scenario({ steps: [pages([ana])] });
    report(scenario, alertOf('Disk', warning));
    scenario.passes(1);
    expect(scenario.row().next).toBeNull();
    scenario.news();
    report(scenario, alertOf('Disk'));
    expect(scenario.paged()).toEqual([ana]);
    expect(scenario.row().next).not.toBeNull();
  });

  it('rings by the high rules somebody whose quiet page still waits', () => {
    const scenario = new Scenario({ steps: [pages([ana])] });
    scenario.provider = () => null;
    report(scenario, alertOf('Disk', warning));
    scenario.news();
    report(scenario, alertOf('Disk'));
    expect(scenario.paged()).toEqual([ana]);
    expect(scenario.row().paging).toEqual([ana]);
  });

  it('does not wait for the restart when everybody had been paged in vain', () => {
    const scenario = new Scenario({ steps: [pages([ana])], repeats: 0 });
    report(scenario, alertOf('Disk'));
    scenario.passes(11);
    expect(scenario.row().nobodyHasIt).toBe(true);
    scenario.news();
    report(scenario, alertOf('Disk'), alertOf('Cpu'));
    expect(scenario.paged()).toEqual([ana]);
    expect(scenario.row().nobodyHasIt).toBe(false);
  });

  it('leaves a climb alone that is on its way', () => {
    const scenario = new Scenario();
    report(scenario, alertOf('Disk'));
    const { next } = scenario.row();
    report(scenario, alertOf('Disk'), alertOf('Cpu'));
    expect(scenario.row().next).toEqual(next);
  });
});

describe('urgency', () => {
  it('rises, and never sinks while the group is open', () => {
    const scenario = new Scenario();
    report(scenario, alertOf('Disk', warning), alertOf('Cpu', warning));
    expect(scenario.row().urgency).toBe('low');
    report(scenario, alertOf('Disk', warning), alertOf('Cpu'));
    expect(scenario.row().urgency).toBe('high');
    report(scenario, alertOf('Disk', warning), resolvedAlert('Cpu'));
    expect(scenario.row().urgency).toBe('high');
  });

  it('begins a new opening with what fires', () => {
    const scenario = new Scenario();
    report(scenario, alertOf('Disk'));
    scenario.receives(alertmanager([resolvedAlert('Disk')], { action: 'resolve' }));
    report(scenario, alertOf('Disk', warning));
    expect(scenario.row()).toMatchObject({ opening: 2, urgency: 'low' });
  });

  it.each([
    ['always_high', 'info', 'high'],
    ['always_low', 'critical', 'low'],
    ['by_severity', 'error', 'high'],
    ['by_severity', 'info', 'low'],
  ] as const)('follows the rule of the service: %s makes %s %s', (urgencyRule, severity, urgency) => {
    const scenario = new Scenario({ service: { urgencyRule } });
    report(scenario, alertOf('Disk', { severity }));
    expect(scenario.row().urgency).toBe(urgency);
  });
});

describe('the title', () => {
  const labelledAlert = (fingerprint: string, host: string) =>
    alertOf('Disk', { fingerprint, summary: `${host} is full`, labels: { alertname: 'Disk', host } });

  it('is the common summary, else the name with what differs, and follows what fires', () => {
    const scenario = new Scenario();
    report(scenario, labelledAlert('a', 'db1'));
    expect(scenario.row().title).toBe('db1 is full');
    report(scenario, labelledAlert('a', 'db1'), labelledAlert('b', 'db2'));
    expect(scenario.row().title).toBe('Disk (db1, db2)');
    report(scenario, labelledAlert('b', 'db2'), { ...labelledAlert('a', 'db1'), state: 'resolved' });
    expect(scenario.row().title).toBe('db2 is full');
  });
});
