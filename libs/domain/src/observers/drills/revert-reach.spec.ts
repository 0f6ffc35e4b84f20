import { isRefused } from '@tocsin/kernel/decide/refusal.js';
import type { RevertReachRequest } from '@tocsin/contracts/revert-reach.js';
import { domainReads } from '../../domain-reads.js';
import { domain } from '../../registry.js';
import {
  ana,
  as,
  bo,
  ola,
  pages,
  policyId,
  sam,
  Scenario,
  serviceOf,
  teamId,
  toPolicySteps,
} from '../../operation/alert-groups/groups.fixture.js';
import { comparePaged, servicesConcerned } from './revert-reach.js';

const compare = (scenario: Scenario, request: RevertReachRequest, by = ola) => {
  const { world } = scenario;
  const before = world.events.length;
  const found = comparePaged({ domain, reads: domainReads(world.memory), now: world.now, actor: as(by) }, request);
  // nothing of it is stored
  expect(world.events).toHaveLength(before);
  return found;
};
const policy = (steps: readonly string[][], version = 1): RevertReachRequest => ({
  type: 'ChangePolicy',
  data: {
    teamId,
    policyId,
    version,
    name: 'Primary',
    steps: toPolicySteps(steps.map((people) => pages(people))),
    repeats: 0,
    climbLow: false,
  },
});

describe('what a revert changes from now on', () => {
  const scenario = new Scenario({ steps: [pages([ana]), pages([bo])], services: 2, noManager: true });

  it('is whom each service of the policy would page instead', () => {
    const found = compare(scenario, policy([[bo], [ana]]));
    expect(found).toMatchObject({ compared: 2, uncompared: 0 });
    const { services } = found as Exclude<typeof found, { code: unknown }>;
    expect(services.map(({ serviceId }) => serviceId)).toEqual([serviceOf(0), serviceOf(1)].toSorted());
    expect(services.map(({ was, becomes }) => [was.slice(0, 2), becomes.slice(0, 2)])).toEqual([
      [
        [ana, bo],
        [bo, ana],
      ],
      [
        [ana, bo],
        [bo, ana],
      ],
    ]);
  });

  it('is nothing where the same people are paged', () => {
    expect(compare(scenario, policy([[ana], [bo]]))).toMatchObject({ services: [], compared: 2 });
  });

  it('is refused as the command would be: to who may not, and at the number of an older version', () => {
    const refusalOf = (found: ReturnType<typeof compare>) => (isRefused(found) ? found.code : null);
    expect(refusalOf(compare(scenario, policy([[bo]]), sam))).toBe('permission.denied');
    expect(refusalOf(compare(scenario, policy([[bo]], 7)))).toBe('conflict.revision');
  });

  it('is about the services that a setting decides about', () => {
    const reads = domainReads(scenario.world.memory);
    const about = (type: RevertReachRequest['type'], data: object) => servicesConcerned(reads, { type, data: { ...data } });
    expect(about('ChangeService', { serviceId: serviceOf(1) })).toEqual([serviceOf(1)]);
    expect(about('ChangeSilenceEnd', { silenceId: policyId })).toEqual([]);
    expect(about('ChangeSchedule', { scheduleId: policyId })).toEqual([]);
  });
});
