import type { Fact } from '@tocsin/contracts/catalogue.js';
import { decide, evolve, isFacts, streamOf, metaOfDecision, type AnyDecider } from '@tocsin/kernel/decide/decider.js';
import { contextOf } from '@tocsin/kernel/decide/given.js';
import { react } from '@tocsin/kernel/react/process.js';
import { ownersOfCommands } from '@tocsin/kernel/registry.js';
import { ana, bySystem, readsAfter, recordedFacts } from '../../configuration.fixture.js';
import { contactsDecider } from '../contacts/decider.js';
import { peopleDecider } from '../people/decider.js';
import { teamDecider } from '../team-stream/decider.js';
import { organisationDecider } from './decider.js';
import { setUp, setUpData } from './facts.fixture.js';
import { setUpProcess } from './set-up.process.js';

const table = ownersOfCommands([organisationDecider, peopleDecider, contactsDecider, teamDecider]);

/** Runs everything that follows from set-up, `times` over; memory has folded only the cause. */
const run = (times: number): readonly Fact[] => {
  const plannedCommands = react([setUpProcess], recordedFacts([setUp])[0]!, new Map());
  const states = new Map<string, unknown>();
  const facts: Fact[] = [];
  for (const { command, commandId } of Array.from({ length: times }, () => plannedCommands).flat()) {
    const decider: AnyDecider = table.get(command.type)!;
    const context = contextOf({ actor: bySystem, commandId, reads: readsAfter(setUp) });
    const stream = streamOf(decider, command, context);
    const decision = decide(decider, states.get(stream) ?? decider.initial, command, context);
    for (const fact of isFacts(decision) ? decision : []) {
      states.set(stream, evolve(decider, states.get(stream) ?? decider.initial, fact, metaOfDecision(context)));
      facts.push(fact as Fact);
    }
  }
  return facts;
};

describe('set-up', () => {
  it('makes a whole organisation of one fact, in an order in which each part finds what it needs', () => {
    expect(run(1).map(({ type }) => type)).toEqual([
      'PersonJoined',
      'ContactMethodAdded',
      'NotificationRuleAdded',
      'NotificationRuleAdded',
      'TeamCreated',
      'TeamMemberAdded',
      'PolicyCreated',
      'ServiceCreated',
      'IntegrationCreated',
      'IntegrationKeyIssued',
    ]);
  });

  it('makes nothing the second time, even when it gets to decide', () => {
    expect(run(2)).toEqual(run(1));
  });

  it('leaves an owner who is rung, and a policy that pages them', () => {
    const reads = readsAfter(setUp, ...run(1));
    expect(reads.people.get(ana)).toMatchObject({ state: 'active', role: 'owner' });
    expect(reads.contacts.get(ana)?.rules).toEqual([
      { ruleId: setUpData.ruleIds.high, urgency: 'high', contactMethodId: setUpData.contactMethodId, delayMinutes: 0 },
      { ruleId: setUpData.ruleIds.low, urgency: 'low', contactMethodId: setUpData.contactMethodId, delayMinutes: 0 },
    ]);
    expect(reads.teams.get(setUpData.team.teamId)?.members).toEqual([{ personId: ana, role: 'manager' }]);
    expect(reads.policies.get(setUpData.policy.policyId)).toMatchObject({
      repeats: 3,
      steps: [{ targets: [{ kind: 'person', personId: ana }], waitMinutes: 5 }],
    });
    expect(reads.services.get(setUpData.service.serviceId)).toMatchObject({
      policyId: setUpData.policy.policyId,
      urgencyRule: 'by_severity',
    });
    expect(reads.integrations.get(setUpData.integration.integrationId)?.keys).toMatchObject([{ keyHash: 'hash-1', keyRef: 'key/1' }]);
  });
});
