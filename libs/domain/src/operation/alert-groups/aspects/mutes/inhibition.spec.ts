import { idOf } from '../../../../configuration.fixture.js';
import { alertmanagerId, alertOf } from '../../../routing/signals.fixture.js';
import { ana, bo, teamId } from '../../groups.fixture.js';
import { is, named, QuietScenario, ruleIdOf } from './quiet.fixture.js';

const start = (setting?: ConstructorParameters<typeof QuietScenario>[0]): QuietScenario => new QuietScenario(setting);
const inCluster = (name: string, cluster: string) =>
  alertOf(name, { labels: { alertname: name, cluster }, fingerprint: `${name} ${cluster}` });
const status = (scenario: QuietScenario, number: number) => scenario.rowOf(number).status;

describe('an inhibition rule', () => {
  it('mutes its targets with equal labels while a source fires, and says for which group', () => {
    const scenario = start();
    scenario.rule(1, named('ClusterDown'), named('Slow'), { equal: ['cluster'] });
    scenario.fires('a', inCluster('ClusterDown', 'one'));
    scenario.fires('b', inCluster('Slow', 'one'));
    scenario.fires('c', inCluster('Slow', 'two'));
    expect([1, 2, 3].map((n) => status(scenario, n))).toEqual(['firing', 'suppressed', 'firing']);
    expect(scenario.rowOf(2).suppressed!.mutes).toEqual([
      { kind: 'inhibition', id: ruleIdOf(1), until: null, by: { groupId: scenario.rowOf(1).id, number: 1 } },
    ]);
    scenario.expectSound();
  });

  it('suppresses what fired before its source, and lets it page five minutes after the end of that', () => {
    const scenario = start();
    scenario.rule(1, named('ClusterDown'), named('Slow'));
    scenario.fires('b', 'Slow');
    scenario.fires('a', 'ClusterDown');
    expect(status(scenario, 1)).toBe('suppressed');
    scenario.ends('a', 'ClusterDown');
    expect(scenario.rowOf(1).suppressed?.settlesAt).not.toBeNull();
    scenario.news();
    scenario.passes(5);
    expect(status(scenario, 1)).toBe('firing');
    expect(scenario.paged()).toEqual([ana]);
    scenario.expectSound();
  });

  it('goes by what a route only records, too: from its firing until its sender ends it', () => {
    const scenario = start();
    const rules = [
      { ruleId: idOf('101'), rows: [[is('alertname', 'ClusterDown')]], outcome: { kind: 'record_only' as const }, isOn: true },
    ];
    scenario.knows({ type: 'RoutesChanged', data: { teamId, integrationId: alertmanagerId, version: 1, rules } });
    scenario.rule(1, named('ClusterDown'), named('Slow'));
    scenario.fires('b', 'Slow');
    scenario.fires('a', 'ClusterDown');
    expect(scenario.rows()).toHaveLength(1);
    expect(scenario.row()).toMatchObject({
      status: 'suppressed',
      suppressed: { mutes: [{ kind: 'inhibition', id: ruleIdOf(1), until: null }] },
    });
    scenario.fires('c', alertOf('Slow', { fingerprint: 'other' }));
    expect(status(scenario, 2)).toBe('suppressed');
    scenario.news();
    scenario.ends('a', 'ClusterDown');
    scenario.passes(5);
    expect([1, 2].map((n) => status(scenario, n))).toEqual(['firing', 'firing']);
    expect(scenario.paged()).toContain(ana);
    scenario.expectSound();
  });

  it('takes a label that both lack as equal', () => {
    const scenario = start();
    scenario.rule(1, named('ClusterDown'), named('Slow'), { equal: ['cluster'] });
    scenario.fires('a', 'ClusterDown');
    scenario.fires('b', 'Slow');
    expect(status(scenario, 2)).toBe('suppressed');
  });

  it('goes on while its source is acknowledged or muted itself, until a person resolves that', () => {
    const scenario = start();
    scenario.rule(1, named('ClusterDown'), named('Slow'));
    scenario.silence(1, 60, named('ClusterDown'));
    scenario.fires('a', 'ClusterDown');
    scenario.fires('b', 'Slow');
    expect([1, 2].map((n) => status(scenario, n))).toEqual(['suppressed', 'suppressed']);
    scenario.act('ResolveAlertGroup', { groupId: scenario.rowOf(1).id }, ana);
    scenario.passes(5);
    expect(status(scenario, 2)).toBe('firing');
  });

  it('mutes neither alerts that would inhibit each other, nor one by itself', () => {
    const scenario = start();
    scenario.rule(1, named('A'), named('B'));
    scenario.rule(2, named('B'), named('C'));
    scenario.rule(3, named('C'), named('A'));
    scenario.rule(4, [is('kind', 'self')], [is('kind', 'self')]);
    scenario.fires('a', 'A');
    scenario.fires('b', 'B');
    expect([1, 2].map((n) => status(scenario, n))).toEqual(['firing', 'suppressed']);
    scenario.fires('c', 'C');
    scenario.passes(6);
    expect([1, 2, 3].map((n) => status(scenario, n))).toEqual(['firing', 'firing', 'firing']);
    scenario.fires('d', alertOf('Self', { labels: { alertname: 'Self', kind: 'self' } }));
    expect(status(scenario, 4)).toBe('firing');
  });

  it('lets a snoozed target be, and holds its end until five minutes after the source', () => {
    const scenario = start();
    scenario.rule(1, named('ClusterDown'), named('Slow'));
    scenario.fires('b', 'Slow');
    scenario.act('SnoozeAlertGroup', { minutes: 30 }, bo);
    scenario.fires('a', 'ClusterDown');
    scenario.passes(31);
    expect(status(scenario, 1)).toBe('suppressed');
    scenario.ends('a', 'ClusterDown');
    scenario.news();
    scenario.passes(5);
    expect(status(scenario, 1)).toBe('firing');
    // who had snoozed it is paged first
    expect(scenario.rowOf(1).paging).toEqual([bo]);
  });

  it('that is turned off, or removed, mutes nothing any more', () => {
    const scenario = start();
    scenario.rule(1, named('ClusterDown'), named('Slow'));
    scenario.fires('a', 'ClusterDown');
    scenario.fires('b', 'Slow');
    scenario.run('RemoveInhibitionRule', { ruleId: ruleIdOf(1) });
    scenario.passes(5);
    expect(status(scenario, 2)).toBe('firing');
    scenario.expectSound();
  });

  it('refuses to escalate what is inhibited, and names the alert group that fires', () => {
    const scenario = start();
    scenario.rule(1, named('ClusterDown'), named('Slow'));
    scenario.fires('a', 'ClusterDown');
    scenario.fires('b', 'Slow');
    const { id: groupId } = scenario.rowOf(2);
    expect(scenario.refusal(scenario.act('EscalateAlertGroup', { groupId }))).toBe('alert_group.inhibited');
  });
});
