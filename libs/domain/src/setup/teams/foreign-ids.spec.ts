import type { Fact } from '@tocsin/contracts/catalogue.js';
import { given } from '@tocsin/kernel/decide/given.js';
import { byOwner, idOf, readsAfter } from '../../configuration.fixture.js';
import { integrationCreated } from '../integrations/facts.fixture.js';
import { policyCreated } from '../policies/facts.fixture.js';
import { serviceCreated } from '../services/facts.fixture.js';
import { teamDecider } from '../team-stream/decider.js';
import { teamCreated } from './facts.fixture.js';

const otherTeamFacts: readonly Fact[] = [teamCreated, policyCreated, serviceCreated, integrationCreated];
const [teamId, policyId, otherService] = [idOf('7e'), idOf('7f'), idOf('80')] as const;
const factOfTeam = <F extends Fact>(fact: F, more: object): F => {
  const data: object = fact.data;
  return Object.assign({}, fact, { data: { ...data, teamId, ...more } });
};
const ours = given(teamDecider, [
  factOfTeam(teamCreated, {}),
  factOfTeam(policyCreated, { policyId }),
  factOfTeam(serviceCreated, { policyId, serviceId: otherService }),
]);
const context = { actor: byOwner, reads: readsAfter(...otherTeamFacts) };

describe('an id that another team’s thing has', () => {
  it.each<[string, Fact, object]>([
    ['CreateService', serviceCreated, { policyId, name: 'Ours' }],
    ['CreatePolicy', policyCreated, { name: 'Ours', steps: [] }],
    ['CreateIntegration', integrationCreated, { serviceId: otherService, keyHash: 'h', keyRef: 'r' }],
  ])('is refused to %s: the thing would be taken from its team', (type, fact, more) => {
    const { data } = factOfTeam(fact, more);
    expect(ours.when({ type, data }, context).refusal()).toBe('conflict.revision');
    expect(ours.when({ type, data }, { ...context, reads: readsAfter() }).types()[0]).toBe(fact.type);
  });
});
