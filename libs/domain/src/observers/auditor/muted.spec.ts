import { ana, pages, sam } from '../../operation/alert-groups/groups.fixture.js';
import { named, QuietScenario, silenceIdOf } from '../../operation/alert-groups/aspects/mutes/quiet.fixture.js';
import { Audit } from './audit.js';

const begin = (): QuietScenario => new QuietScenario({ steps: [pages([ana], { waitMinutes: 5 }), pages([sam], { waitMinutes: 5 })] });
const reportOf = ({ world }: QuietScenario) => {
  const audit = new Audit();
  for (const event of world.events) audit.take(event);
  return audit.report(world.now);
};

describe('a step that is muted', () => {
  it('counts as done: of what a silence covers nothing is late or missed, before its end and after', () => {
    const scenario = begin();
    scenario.fires('disk', 'Disk');
    scenario.passes(2);
    scenario.silence(1, 120, named('Disk'));
    scenario.passes(90);
    expect(reportOf(scenario)).toMatchObject({ all: { never: 0 }, overdue: [], findings: [] });
    scenario.run('EndSilence', { silenceId: silenceIdOf(1) });
    scenario.passes(30);
    expect(reportOf(scenario)).toMatchObject({ all: { never: 0 }, overdue: [], findings: [] });
    expect(scenario.all('AlertGroupUnsuppressed')).toHaveLength(1);
  });

  it('counts as done in a window and while another alert inhibits it', () => {
    const scenario = begin();
    scenario.window(1, 60);
    scenario.rule(1, named('Cluster'), named('Node'));
    scenario.fires('disk', 'Disk');
    scenario.passes(90);
    scenario.fires('cluster', 'Cluster');
    scenario.fires('node', 'Node');
    scenario.passes(60);
    expect(scenario.rowOf(3).suppressed).toBeTruthy();
    expect(reportOf(scenario)).toMatchObject({ all: { never: 0 }, overdue: [], findings: [] });
  });
});
