import { idOf } from '../../../../configuration.fixture.js';
import { alertmanagerId, alertOf, generic, pagerduty, serviceId } from '../../../routing/signals.fixture.js';
import { ana, bo, pages, teamId } from '../../groups.fixture.js';
import { groupReads } from '../../shared/reads.js';
import { unmutedOf } from './judge-mutes.js';
import { is, named, QuietScenario } from './quiet.fixture.js';

const begin = (): QuietScenario => new QuietScenario();
const disk = alertOf('Disk', { summary: 'Disk full on a', severityWord: 'page' });
const statusOf = (scenario: QuietScenario, number = 1): string => scenario.rowOf(number).status;

describe('a field of the signal in a condition', () => {
  it.each([
    ['summary', 'Disk full on a'],
    ['name', 'Disk'],
    ['severity', 'page'],
    ['service', 'Checkout'],
  ])('%s is seen by silences, windows and inhibition rules', (field, value) => {
    for (const [wanted, status] of [
      [value, 'suppressed'],
      [`not ${value}`, 'firing'],
    ] as const) {
      const silenced = begin();
      silenced.silence(1, 60, [is(field, wanted)]);
      silenced.fires('a', disk);
      expect(statusOf(silenced)).toBe(status);
      silenced.expectSound();
      const inWindow = begin();
      inWindow.window(1, 60, { matchers: [is(field, wanted)] });
      inWindow.fires('a', disk);
      expect(statusOf(inWindow)).toBe(status);
      const inhibited = begin();
      inhibited.rule(1, named('ClusterDown'), [...named('Disk'), is(field, wanted)]);
      inhibited.fires('c', 'ClusterDown');
      inhibited.fires('a', disk);
      expect(statusOf(inhibited, 2)).toBe(status);
      inhibited.expectSound();
    }
  });

  it('is seen in the source of a rule, and among what both have in common', () => {
    const scenario = begin();
    scenario.rule(1, [is('summary', 'Cluster down')], named('Disk'), { equal: ['severity'] });
    scenario.fires('c', alertOf('Cluster', { summary: 'Cluster down', severityWord: 'page' }));
    scenario.fires('a', disk);
    scenario.fires('b', alertOf('Disk', { fingerprint: 'b', severityWord: 'warning', severity: 'warning' }));
    expect([1, 2, 3].map((number) => statusOf(scenario, number))).toEqual(['firing', 'suppressed', 'firing']);
    scenario.expectSound();
  });

  it('does not count where the alert has a label of that name', () => {
    const scenario = begin();
    scenario.silence(1, 60, [is('service', 'Checkout')]);
    scenario.fires('a', alertOf('Disk', { labels: { alertname: 'Disk', service: 'ledger' } }));
    expect(statusOf(scenario)).toBe('firing');
  });

  it('mutes an alert that has no labels', () => {
    const scenario = begin();
    scenario.silence(1, 60, [is('summary', 'no labels')]);
    scenario.receives(generic('a', 'trigger', { labels: {}, summary: 'no labels' }));
    expect(statusOf(scenario)).toBe('suppressed');
    scenario.expectSound();
  });

  it('mutes no shortened alert, though one without labels looks the same', () => {
    const scenario = begin();
    scenario.silence(1, 60, [is('summary', 'no labels')]);
    const bare = { labels: {}, name: 'Disk', summary: 'no labels', severityWord: 'page' };
    const [known, shortened] = [bare, { ...bare, shortened: true as const }];
    const origin = { kind: 'signal', integrationId: alertmanagerId, thread: 'a' } as never;
    const group = { groupId: idOf('a1'), number: 1, origin, test: false, serviceId, teamId, alerts: [known, shortened] };
    const { memory, now } = scenario.world;
    for (const alerts of [
      [known, shortened],
      [shortened, known],
    ])
      expect(unmutedOf(group, alerts, { reads: groupReads(memory), now })).toEqual([shortened]);
  });

  it('makes a silence ask again about an alert whose sender says something else', () => {
    const scenario = begin();
    scenario.silence(1, 600, [is('summary', 'Disk full on a')], { untilResolved: true });
    scenario.receives(pagerduty('a', 'trigger', { summary: 'Disk full on a' }));
    expect(statusOf(scenario)).toBe('suppressed');
    scenario.receives(pagerduty('a', 'trigger', { summary: 'Disk all right' }));
    scenario.passes(20);
    expect(scenario.all('SilenceEnded')).toHaveLength(1);
    scenario.expectSound();
  });

  it('is seen by the conditions of a step', () => {
    const steps = [pages([ana], { conditions: { labels: [is('summary', 'Disk full on a')] } }), pages([bo])];
    const scenario = new QuietScenario({ steps });
    scenario.fires('a', disk);
    expect(scenario.paged()).toEqual([ana]);
    const other = new QuietScenario({ steps });
    other.fires('a', 'Net');
    expect(other.paged()).toEqual([bo]);
  });

  it('that no condition names makes no alert a different one: of many with their own words all are muted', () => {
    const scenario = begin();
    scenario.silence(1, 60, [is('job', 'backup')]);
    const alerts = Array.from({ length: 300 }, (_, n) =>
      alertOf(`Job`, { fingerprint: `f${n}`, summary: `words ${n}`, labels: { alertname: 'Job', job: 'backup' } }),
    );
    scenario.fires('a', ...alerts);
    expect(statusOf(scenario)).toBe('suppressed');
  });
});
