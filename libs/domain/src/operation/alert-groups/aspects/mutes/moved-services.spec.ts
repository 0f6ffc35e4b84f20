import type { ServiceRow } from '@tocsin/contracts/services/noun.js';
import { idOf } from '../../../../configuration.fixture.js';
import { alertmanager, alertOf, serviceId } from '../../../routing/signals.fixture.js';
import { ana, serviceOf, teamId } from '../../groups.fixture.js';
import { named, QuietScenario } from './quiet.fixture.js';

const otherTeamId = idOf('7eb');

/** Another team takes the n-th service over. */
const moves = (scenario: QuietScenario, n: number): void => {
  const id = serviceOf(n);
  const service = { ...scenario.world.rows<ServiceRow>('services').get(id)!, teamId: otherTeamId };
  scenario.knows({
    type: 'TeamTookOver',
    data: { teamId: otherTeamId, fromTeamId: teamId, services: [service], integrations: [], policies: [] },
  });
  scenario.passes(0);
};

describe('a service that another team takes over', () => {
  it.each<[string, (scenario: QuietScenario) => void]>([
    ['silence', (scenario) => void scenario.silence(1, 600, named('Disk'))],
    ['maintenance window', (scenario) => void scenario.window(1, 600, { services: [serviceId] })],
    [
      'inhibition rule',
      (scenario) => {
        scenario.rule(1, named('ClusterDown'), named('Disk'));
        scenario.fires('source', 'ClusterDown');
      },
    ],
  ])('is no longer covered by the %s of its team: it pages five minutes later', (_kind, mutes) => {
    const scenario = new QuietScenario();
    mutes(scenario);
    scenario.fires('a', 'Disk');
    const row = () => scenario.rows().find(({ title }) => title.startsWith('Disk'))!;
    expect(row().status).toBe('suppressed');
    scenario.news();
    moves(scenario, 0);
    expect(row().suppressed?.settlesAt ?? null).not.toBeNull();
    scenario.passes(5);
    expect(row()).toMatchObject({ status: 'firing', paging: [ana] });
    scenario.expectSound();
  });

  it('is covered by what mutes in its new team, at once', () => {
    const scenario = new QuietScenario();
    scenario.fires('a', 'Disk');
    scenario.knows({
      type: 'SilenceStarted',
      data: {
        silenceId: idOf('511'),
        teamId: otherTeamId,
        matchers: [...named('Disk')],
        until: scenario.in(60),
        comment: '',
        exempt: [],
        untilResolved: false,
        confirmedGroups: null,
      },
    });
    expect(scenario.row().status).toBe('firing');
    moves(scenario, 0);
    expect(scenario.row().status).toBe('suppressed');
  });

  it('no longer inhibits in the team that it was of', () => {
    const scenario = new QuietScenario({ services: 2 });
    scenario.rule(1, named('ClusterDown'), named('Disk'));
    scenario.receives({ ...alertmanager([alertOf('ClusterDown')], { key: 'source' }), serviceId: serviceOf(1) });
    scenario.fires('a', 'Disk');
    expect(scenario.rowOf(2).status).toBe('suppressed');
    moves(scenario, 1);
    scenario.passes(5);
    expect(scenario.rowOf(2).status).toBe('firing');
    scenario.expectSound();
  });
});
