import { alertOf } from '../../../routing/signals.fixture.js';
import { named, QuietScenario } from './quiet.fixture.js';

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
