// unit: full, more than one fact lists; parts.spec.ts and handover in decider.spec.ts have less
import * as policyLimits from '@tocsin/contracts/policies/limits.js';
import type { PolicyRow } from '@tocsin/contracts/policies/noun.js';
import type { ServiceRow } from '@tocsin/contracts/services/noun.js';
import type { IntegrationRow } from '@tocsin/contracts/integrations/noun.js';
import { personJoined, integration, policyChanged, policyCreated, serviceCreated, teamCreated } from '@tocsin/testing/largest/facts.js';
import { LargeWorld, many, nth, team } from '@tocsin/testing/largest/large-world.js';
import { teamDecider } from '../team-stream/decider.js';

const [from, to] = [team(0), team(1)] as const;

const twoTeams = (): LargeWorld => {
  const large = new LargeWorld().has('people-directory', personJoined(0, 'owner'));
  return large.has(`team-${from}`, teamCreated(from, 'Old')).has(`team-${to}`, teamCreated(to, 'New'));
};

describe('a team that hands over more than one fact lists', () => {
  const large = twoTeams();
  const policyEdits = many(70, (n) => policyChanged(from, 0, n + 2));
  large.has(`team-${from}`, ...many(30, (n) => policyCreated(from, n)), ...policyEdits);
  large.has(`team-${from}`, ...many(350, (n) => serviceCreated(from, n)), ...many(60, (n) => integration(from, n)).flat());
  large.does({ type: 'MoveAllToTeam', data: { teamId: from, toTeamId: to } });
  const { memory } = large.world;

  it('does so in parts: policies first, what brings signals last', () => {
    const handovers = large.all('TeamHandedOver');
    expect(handovers.map(({ policies, services, integrations }) => [policies.length, services.length, integrations.length])).toEqual([
      [30, 170, 0],
      [0, 180, 20],
      [0, 0, 40],
    ]);
    expect(large.size()).toBe('fits');
  });

  it('owns nothing in the end, and the other has everything', () => {
    const sizes = (id: string) => {
      const { policies, services, integrations } = large.world.state(teamDecider, id);
      return [policies.size, services.size, integrations.size];
    };
    expect([sizes(from), sizes(to)]).toEqual([
      [0, 0, 0],
      [30, 350, 60],
    ]);
    for (const view of ['policies', 'services', 'integrations'])
      expect(memory.rows<PolicyRow | ServiceRow | IntegrationRow>(view).where('teamId', from)).toEqual([]);
  });

  it('keeps the versions of a policy where open groups look for theirs', () => {
    expect(large.all('TeamTookOver').find(({ policies }) => policies[0]?.id === nth('90', 0))!.policies[0]!.versions).toHaveLength(10);
    const { versions } = memory.rows<PolicyRow>('policies').get(nth('90', 0))!;
    expect(versions.map(({ version }) => version)).toEqual(many(policyLimits.policyVersionsKept, (n) => n + 22));
  });

  it('is decided again the same, and nothing is missing', () => expect(large.replay()).toEqual([]));
});

describe('more services of one policy than one fact lists', () => {
  const large = twoTeams();
  large.has(`team-${from}`, policyCreated(from, 0), policyCreated(from, 1), ...many(450, (n) => serviceCreated(from, n)));
  large.does({ type: 'MoveAllToPolicy', data: { teamId: from, policyId: nth('90', 0), toPolicyId: nth('90', 1) } });

  it('get the other one in parts, all of them', () => {
    expect(large.all('ServicesMovedToPolicy').map(({ serviceIds, more = false }) => [serviceIds.length, more])).toEqual([
      [200, true],
      [200, true],
      [50, false],
    ]);
    expect(large.world.memory.rows<ServiceRow>('services').where('policyId', nth('90', 0))).toEqual([]);
    expect(large.replay()).toEqual([]);
  });
});
