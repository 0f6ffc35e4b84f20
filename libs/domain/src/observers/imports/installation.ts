import type { Actor } from '@tocsin/contracts/envelope.js';
import * as policyLimits from '@tocsin/contracts/policies/limits.js';
import type { Message } from '@tocsin/kernel/decide/decider.js';
import { deriveId } from '@tocsin/kernel/ids.js';
import { systemActor } from '@tocsin/kernel/react/process.js';
import type { Domain } from '@tocsin/kernel/registry.js';
import { World } from '@tocsin/kernel/replay/world.js';
import type { StoredForm } from '@tocsin/kernel/replay/stored-form.js';
import { addMillis } from '@tocsin/kernel/time.js';
import type { ImportedAlert } from './shared/imported-alert.js';

export const importIdOf = (...parts: readonly (string | number)[]): string => deriveId('2024-01-01T00:00:00.000Z', 'import', ...parts);

export const importOwner = { email: 'owner@import.example', personId: importIdOf('owner'), passwordRef: 'import-password-hash' } as const;
export const importIntegration = importIdOf('integration');
export const importTeam = importIdOf('team');
export const nameKeyOf = (name: string): string => name.toLowerCase();
export const serviceIdOf = (name: string): string => importIdOf('service', nameKeyOf(name));
export const personIdOf = (name: string): string => importIdOf('person', nameKeyOf(name));

/** People in one command. */
const invitedTogether = 200;

/** The person for acknowledgements without a name. */
export const unnamed = 'Unknown responder';

const distinctNames = (names: readonly string[]): readonly string[] => [...new Map(names.map((name) => [nameKeyOf(name), name])).values()];

/** The different names of a table: each becomes a service, or a person. */
export const namesOf = (
  alerts: readonly ImportedAlert[],
): { readonly services: readonly string[]; readonly people: readonly string[] } => ({
  services: distinctNames(alerts.map(({ service }) => service)),
  people: distinctNames(alerts.flatMap(({ acknowledgedAt, person }) => (acknowledgedAt === null ? (person ?? []) : (person ?? unnamed)))),
});

export interface ImportOptions {
  readonly domain: Domain;
  readonly written: StoredForm;
  readonly format: number;
  /** `Imported history` when absent. */
  readonly organisation?: string;
}

/** One of the team is paged, another one each time: the table does not say who was on call, and nobody is paged from an import. */
const pageInTurn = (policyId: string) => ({
  teamId: importTeam,
  policyId,
  version: 1,
  name: 'Imported',
  steps: [
    {
      targets: [{ kind: 'team', teamId: importTeam }],
      waitMinutes: policyLimits.stepDelayMinutes.default,
      notifyOthersStill: false,
      oneInTurn: true,
    },
  ],
  repeats: policyLimits.repeatsDefault,
  climbLow: false,
});

/** Organisation, team, services and people, created by the deciders a minute before the first alert. */
export const installationOf = (
  alerts: readonly ImportedAlert[],
  { domain, written: storedForm, format, organisation }: ImportOptions,
): World => {
  const start = addMillis(alerts[0]!.openedAt, -60_000);
  const logOpened = { logId: importIdOf('log', start), format, clock: 'system', kind: 'import' };
  const world = new World({ ...domain, timers: [] }, { start, node: 'import', written: storedForm, logOpened });
  const owner: Actor = { kind: 'person', id: importOwner.personId, roles: ['owner'] };
  const does = (command: Message, actor = owner): void => {
    const outcome = world.run(command, { actor });
    if (outcome.kind !== 'done') throw new Error(`the import can’t ${command.type}: ${JSON.stringify(outcome)}`);
  };
  const { services, people } = namesOf(alerts);
  const policyId = importIdOf('policy');
  const setUp = {
    organisationId: importIdOf('organisation'),
    name: organisation ?? 'Imported history',
    timeZone: 'UTC',
    url: 'http://localhost:3000',
    owner: { name: 'Import', ...importOwner },
    team: { teamId: importTeam, name: 'Imported' },
    service: { serviceId: serviceIdOf(services[0]!), name: services[0]! },
    policy: { policyId, name: 'Imported' },
    integration: {
      integrationId: importIntegration,
      name: 'Import',
      kind: 'generic',
      keyHash: `import:${importIdOf('key')}`,
      keyRef: 'import-key',
    },
    contactMethodId: importIdOf('browser'),
    ruleIds: { high: importIdOf('rule-high'), low: importIdOf('rule-low') },
  };
  does({ type: 'SetUp', data: setUp }, systemActor);
  const fields = {
    description: '',
    runbook: null,
    policyId,
    urgencyRule: 'by_severity',
    ackTimeoutMinutes: null,
    reopenWindowMinutes: null,
  };
  for (const name of services.slice(1))
    does({ type: 'CreateService', data: { teamId: importTeam, serviceId: serviceIdOf(name), name, ...fields } });
  const expiresAt = addMillis(world.now, 7 * 86_400_000);
  const invitations = people.map((name) => {
    const personId = personIdOf(name);
    const email = `${personId}@import.example`;
    return { personId, name, email, role: 'member', timeZone: 'UTC', invitationHash: `import:${personId}`, expiresAt } as const;
  });
  // together, because each command looks at the addresses of all people
  for (let n = 0; n < invitations.length; n += invitedTogether)
    does({ type: 'InvitePeople', data: { people: invitations.slice(n, n + invitedTogether) } });
  for (const { personId } of invitations)
    does(
      { type: 'JoinPerson', data: { personId, passwordRef: `import-nobody/${personId}` } },
      { kind: 'person', id: personId, roles: ['member'] },
    );
  // whoever acknowledged could do so as a responder of the team
  for (const { personId } of invitations)
    does({ type: 'AddTeamMember', data: { teamId: importTeam, personId, role: 'responder' } }, systemActor);
  if (people.length === 0) return world;
  does({ type: 'ChangePolicy', data: pageInTurn(policyId) });
  does({ type: 'RemoveTeamMember', data: { teamId: importTeam, personId: importOwner.personId } });
  return world;
};
