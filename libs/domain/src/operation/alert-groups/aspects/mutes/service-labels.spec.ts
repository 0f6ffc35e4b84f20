import type { Fact } from '@tocsin/contracts/catalogue.js';
import type { RouteRule } from '@tocsin/contracts/route-rules/noun.js';
import { idOf } from '../../../../configuration.fixture.js';
import { alertmanagerId, alertOf, serviceId } from '../../../routing/signals.fixture.js';
import { ana, bo, pages, policyId, serviceOf, teamId } from '../../groups.fixture.js';
import { is, named, QuietScenario } from './quiet.fixture.js';

const gold = is('service.tier', 'gold');
const withTier = (tier: string, more = {}): QuietScenario => new QuietScenario({ service: { labels: { tier } }, ...more });
const statusOf = (scenario: QuietScenario, number = 1): string => scenario.rowOf(number).status;
const relabel = (scenario: QuietScenario, labels: Record<string, string> | undefined): void => {
  const settings = { name: 'Checkout', description: '', runbook: null, policyId, urgencyRule: 'by_severity' as const };
  const rest = { ackTimeoutMinutes: null, reopenWindowMinutes: null, relabelled: true as const };
  scenario.knows({ type: 'ServiceChanged', data: { teamId, serviceId, version: 2, ...settings, ...rest, ...(labels ? { labels } : {}) } });
  scenario.passes(0);
};

describe('the labels of the alert’s service', () => {
  it.each(['gold', 'silver'])('are seen by silences, windows and inhibition rules (%s)', (tier) => {
    const muted = tier === 'gold' ? 'suppressed' : 'firing';
    const silenced = withTier(tier);
    silenced.silence(1, 60, [gold]);
    silenced.fires('a', 'Disk');
    expect(statusOf(silenced)).toBe(muted);
    silenced.expectSound();
    const inWindow = withTier(tier);
    inWindow.window(1, 60, { matchers: [gold] });
    inWindow.fires('a', 'Disk');
    expect(statusOf(inWindow)).toBe(muted);
    const inhibited = withTier(tier);
    inhibited.rule(1, named('ClusterDown'), [...named('Disk'), gold], { equal: ['service.tier'] });
    inhibited.fires('c', 'ClusterDown');
    inhibited.fires('a', 'Disk');
    expect(statusOf(inhibited, 2)).toBe(muted);
    inhibited.expectSound();
  });

  it('are seen by the conditions of a step', () => {
    const steps = [pages([ana], { conditions: { labels: [gold] } }), pages([bo])];
    const scenario = withTier('gold', { steps });
    scenario.fires('a', 'Disk');
    expect(scenario.paged()).toEqual([ana]);
    const other = withTier('silver', { steps });
    other.fires('a', 'Disk');
    expect(other.paged()).toEqual([bo]);
  });

  it('are hidden by a label of the alert with the same name', () => {
    const scenario = withTier('gold');
    scenario.silence(1, 60, [gold]);
    scenario.fires('a', alertOf('Disk', { labels: { alertname: 'Disk', 'service.tier': 'none' } }));
    expect(statusOf(scenario)).toBe('firing');
  });

  it('mute nothing where the alert’s own labels are not known', () => {
    const scenario = withTier('gold');
    scenario.silence(1, 60, [gold]);
    scenario.fires('a', alertOf('Disk', { labels: {} }));
    expect(statusOf(scenario)).toBe('firing');
  });

  it('that change are asked again in open groups, and what was decided stays', () => {
    const scenario = withTier('silver');
    scenario.silence(1, 60, [gold]);
    scenario.fires('a', 'Disk');
    relabel(scenario, { tier: 'gold' });
    expect(statusOf(scenario)).toBe('suppressed');
    relabel(scenario, undefined);
    scenario.passes(6);
    expect(statusOf(scenario)).toBe('firing');
    expect(scenario.all('MutesAppliedToOpenGroups').length).toBeGreaterThan(1);
    scenario.expectSound();
  });

  it('are those of the integration’s service in routes', () => {
    const rule: RouteRule = { ruleId: idOf('101'), rows: [[gold]], outcome: { kind: 'service', serviceId: serviceOf(1) }, isOn: true };
    const routes: Fact = { type: 'RoutesChanged', data: { teamId, integrationId: alertmanagerId, version: 1, rules: [rule] } };
    const scenario = withTier('gold', { services: 2 });
    scenario.knows(routes);
    scenario.fires('a', 'Disk');
    expect(scenario.rowOf(1).serviceId).toBe(serviceOf(1));
    const other = withTier('silver', { services: 2 });
    other.knows(routes);
    other.fires('a', 'Disk');
    expect(other.rowOf(1).serviceId).toBe(serviceOf(0));
  });
});
