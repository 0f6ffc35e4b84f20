import { reenact } from '@tocsin/kernel/replay/reenact.js';
import { domain } from '../../registry.js';
import { QuietScenario } from '../../operation/alert-groups/aspects/mutes/quiet.fixture.js';
import { alertmanager, alertOf } from '../../operation/routing/signals.fixture.js';
import { ana, as, bo, ola, pages, policyId, serviceOf, teamId, zoe } from '../../operation/alert-groups/groups.fixture.js';
import { idOf } from '../../configuration.fixture.js';
import { Audit } from './audit.js';

const serviceId = serviceOf(1);
const settings = {
  description: '',
  runbook: null,
  policyId,
  urgencyRule: 'by_severity',
  ackTimeoutMinutes: null,
  reopenWindowMinutes: null,
} as const;
const rehearsed = (): QuietScenario => {
  const scenario = new QuietScenario({ steps: [pages([ana]), pages([bo])] });
  scenario.knows({ type: 'ServiceCreated', data: { teamId, serviceId, name: 'Moved in', ...settings, rehearses: true } });
  return scenario;
};
const fires = (scenario: QuietScenario, name: string): void =>
  scenario.receives({ ...alertmanager([alertOf(name)], { key: name }), serviceId });

describe('a rehearsal', () => {
  it('is done in time for the auditor, and decided again as it was', () => {
    const scenario = rehearsed();
    fires(scenario, 'Disk');
    scenario.passes(240);
    const audit = new Audit();
    for (const event of scenario.world.events) audit.take(event);
    expect(audit.report(scenario.world.now)).toMatchObject({ all: { never: 0 }, overdue: [], findings: [] });
    expect(scenario.all('AttemptCancelled').length).toBeGreaterThan(2);
    expect(reenact(domain, scenario.world.events).differences.filter(({ stream }) => stream !== 'configuration')).toEqual([]);
  });

  it('is told to no follower of its service, and to no receiver of events', () => {
    const scenario = rehearsed();
    scenario.run('FollowService', { personId: zoe, serviceId, contactMethodId: null }, as(zoe));
    const receiver = {
      subscriptionId: idOf('5ab'),
      teamId: null,
      name: 'Tickets',
      host: 'https://t.example.org',
      addressRef: 'a',
      secretRef: 's',
    };
    scenario.run('CreateEventSubscription', { ...receiver, kinds: ['opened', 'escalated'] }, as(ola));
    fires(scenario, 'Disk');
    scenario.passes(30);
    expect([scenario.all('FollowerNotified'), scenario.all('EventDeliveryStarted')]).toEqual([[], []]);
    scenario.knows({ type: 'ServiceWentLive', data: { teamId, serviceId } });
    fires(scenario, 'Fan');
    scenario.passes(30);
    expect([scenario.all('FollowerNotified').length, scenario.all('EventDeliveryStarted').length].every((count) => count > 0)).toBe(true);
  });
});
