import type { CommandData, FactOf, RecordedFact } from '@tocsin/contracts/catalogue.js';
import { urgencies } from '@tocsin/contracts/contacts/events.js';
import * as policyLimits from '@tocsin/contracts/policies/limits.js';
import { integrationKinds } from '@tocsin/contracts/integrations/kinds.js';
import type { Process } from '@tocsin/kernel/react/process.js';
import type { ContactCommand } from '../contacts/commands.js';
import type { PeopleCommand } from '../people/commands.js';

type OfTeam = 'CreateTeam' | 'AddTeamMember' | 'CreatePolicy' | 'CreateService' | 'CreateIntegration';
type SetUpCommand = PeopleCommand | ContactCommand | { [T in OfTeam]: { readonly type: T; readonly data: CommandData<T> } }[OfTeam];

const createOwner = ({ owner, timeZone, contactMethodId, ruleIds }: FactOf<'OrganisationSetUp'>): readonly SetUpCommand[] => [
  { type: 'JoinFirstOwner', data: { ...owner, timeZone } },
  {
    type: 'AddContactMethod',
    data: {
      kind: 'browser',
      personId: owner.personId,
      contactMethodId,
      rules: urgencies.map((urgency) => ({ ruleId: ruleIds[urgency], urgency, delayMinutes: 0 })),
    },
  },
];

const createTeam = ({ owner, team, policy, service, integration }: FactOf<'OrganisationSetUp'>): readonly SetUpCommand[] => {
  const { teamId } = team;
  const { personId } = owner;
  const step = {
    targets: [{ kind: 'person' as const, personId }],
    waitMinutes: policyLimits.stepDelayMinutes.default,
    notifyOthersStill: false,
  };
  const settings = {
    description: '',
    runbook: null,
    urgencyRule: 'by_severity',
    ackTimeoutMinutes: null,
    reopenWindowMinutes: null,
  } as const;
  const kind = integrationKinds.find((knownKind) => knownKind === integration.kind) ?? 'generic';
  return [
    { type: 'CreateTeam', data: { ...team, description: '' } },
    { type: 'AddTeamMember', data: { teamId, personId, role: 'manager' } },
    { type: 'CreatePolicy', data: { teamId, ...policy, steps: [step], repeats: policyLimits.repeatsDefault, climbLow: false } },
    { type: 'CreateService', data: { teamId, ...service, policyId: policy.policyId, ...settings } },
    { type: 'CreateIntegration', data: { teamId, serviceId: service.serviceId, ...integration, kind } },
  ];
};

/**
 * Set-up is one fact, and everything else follows from it, so that a crash in between can’t leave half an organisation.
 */
export const setUpProcess: Process<RecordedFact> = {
  name: 'set-up',
  on: { OrganisationSetUp: { then: ({ data }) => [...createOwner(data), ...createTeam(data)] } },
};
