import type { Fact } from '@tocsin/contracts/catalogue.js';
import { idOf } from '../../../../configuration.fixture.js';
import { alertmanager, alertmanagerId, alertOf } from '../../../routing/signals.fixture.js';
import { teamId } from '../../groups.fixture.js';
import { is, named, QuietScenario } from './quiet.fixture.js';

const inCluster = (name: string, cluster: string, more: Readonly<Record<string, string>> = {}) =>
  alertOf(name, { labels: { alertname: name, cluster, ...more }, fingerprint: `${name} ${cluster}` });
const listed = (scenario: QuietScenario) =>
  scenario.all('MutesAppliedToOpenGroups').flatMap(({ data }) => (data.kind === 'inhibition' ? data.groups : []));
const causes = (scenario: QuietScenario): number => scenario.all('MuteCausesChanged').length;

const start = (more: object = {}): QuietScenario => {
  const scenario = new QuietScenario();
  scenario.rule(1, named('ClusterDown'), named('Slow'), { equal: ['cluster'], ...more });
  scenario.news();
  return scenario;
};

describe('a source that begins to fire', () => {
  it('has only groups asked again that it may mute: targets with its equal labels', () => {
    const scenario = start();
    for (const cluster of ['one', 'two', 'three']) scenario.fires(cluster, inCluster('Slow', cluster));
    scenario.fires('a', inCluster('ClusterDown', 'two'));
    expect(listed(scenario)).toEqual([scenario.rowOf(2).id]);
    expect([1, 2, 3].map((n) => scenario.rowOf(n).status)).toEqual(['firing', 'suppressed', 'firing']);
    scenario.ends('a', 'ClusterDown');
    scenario.passes(20);
    expect(listed(scenario)).toEqual([scenario.rowOf(2).id, scenario.rowOf(2).id]);
    expect(scenario.rowOf(2).status).toBe('firing');
    scenario.expectSound();
  });

  it('of a rule that is off has none asked', () => {
    const scenario = start({ isOn: false });
    scenario.fires('b', inCluster('Slow', 'one'));
    scenario.fires('a', inCluster('ClusterDown', 'one'));
    expect([causes(scenario), listed(scenario)]).toEqual([0, []]);
  });

  it('and has other labels now is asked about only where its rule sees them', () => {
    const scenario = start();
    scenario.fires('b', inCluster('Slow', 'one'));
    scenario.fires('a', inCluster('ClusterDown', 'one'));
    const before = causes(scenario);
    scenario.fires('a', inCluster('ClusterDown', 'one', { pod: 'p2' }));
    expect(causes(scenario)).toBe(before);
    scenario.fires('a', { ...inCluster('ClusterDown', 'two'), fingerprint: 'ClusterDown one' });
    expect(causes(scenario)).toBe(before + 1);
    expect(scenario.rowOf(1).suppressed?.settlesAt).not.toBeNull();
    scenario.expectSound();
  });
});

describe('a source that is recorded only', () => {
  const recording: Fact = {
    type: 'RoutesChanged',
    data: {
      teamId,
      integrationId: alertmanagerId,
      version: 1,
      rules: [{ ruleId: idOf('2a1'), rows: [[is('record', 'yes')]], outcome: { kind: 'record_only' }, isOn: true }],
    },
  };
  const only = (name: string) => inCluster(name, 'one', { record: 'yes' });
  const fanOuts = (scenario: QuietScenario): number => scenario.all('MutesAppliedToOpenGroups').length;
  const begin = (): QuietScenario => {
    const scenario = start();
    scenario.knows(recording);
    scenario.fires('b', inCluster('Slow', 'one'));
    return scenario;
  };

  it('mutes while it fires, and no longer', () => {
    const scenario = begin();
    scenario.fires('a', only('ClusterDown'));
    expect(scenario.rowOf(1).status).toBe('suppressed');
    scenario.fires('a', { ...only('ClusterDown'), state: 'resolved' });
    scenario.passes(20);
    expect(scenario.rowOf(1).status).toBe('firing');
    expect(scenario.rows()).toHaveLength(1);
    scenario.expectSound();
  });

  it('has no group asked again unless the source of a rule matches it', () => {
    const scenario = begin();
    // what is muted already would be asked again each time
    scenario.silence(1, 60, named('Slow'));
    const before = fanOuts(scenario);
    for (const name of ['Chatter', 'Noise', 'Other']) scenario.fires(name, only(name));
    scenario.fires('Noise', { ...only('Noise'), state: 'resolved' });
    const routed = scenario.all('SignalsRouted').flatMap(({ data }) => data.items);
    expect(routed.filter(({ reason }) => reason === 'recorded_only')).toHaveLength(4);
    expect(fanOuts(scenario)).toBe(before);
  });

  it('mutes nothing if it is a test', () => {
    const scenario = begin();
    scenario.receives(alertmanager([only('ClusterDown')], { key: 'a', test: true }));
    expect(scenario.rowOf(1).status).toBe('firing');
    scenario.expectSound();
  });
});
