import { QuietScenario } from '../../operation/alert-groups/aspects/mutes/quiet.fixture.js';
import { ana, bo, contactsOfPerson, pages, policyId } from '../../operation/alert-groups/groups.fixture.js';
import type { GroupReads } from '../../operation/alert-groups/shared/reads.js';
import { serviceId } from '../../operation/routing/signals.fixture.js';
import { domain } from '../../registry.js';
import { drillPolicies } from './policy-drills.js';

const scenario = (externalKey: string): QuietScenario => {
  const made = new QuietScenario({
    steps: [pages([ana], { waitMinutes: 5 }), pages([bo])],
    repeats: 1,
    contacts: {
      [ana]: contactsOfPerson(
        ana,
        ['push', 'email'],
        [
          ['high', 0, 0],
          ['high', 1, 3],
        ],
      ),
      [bo]: contactsOfPerson(bo, [], []),
    },
  });
  made.knows({ type: 'ExternalKeySet', data: { kind: 'Policy', id: policyId, externalKey } });
  return made;
};
const drill = ({ world }: QuietScenario) => drillPolicies(domain, domain.reads(world.memory) as GroupReads, world.now);

describe('a drill of each policy that was moved in', () => {
  it('says whom its first round reaches, by what, after how many minutes, and who has nothing that would reach them', () => {
    const { drills, more } = drill(scenario('opsgenie:api.opsgenie.com:9'));
    expect(more).toBe(0);
    expect(drills).toEqual([
      {
        policyId,
        serviceId,
        reached: [
          { minute: 0, personId: ana, kinds: ['push'] },
          { minute: 3, personId: ana, kinds: ['email'] },
        ],
        unreached: [bo],
      },
    ]);
  });

  it('is of policies from other systems alone', () => {
    expect(drill(scenario('infra:payments')).drills).toEqual([]);
  });
});
