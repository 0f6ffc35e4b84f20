import type { ConfigStep } from '@tocsin/contracts/config-files/noun.js';
import type { PolicyRow } from '@tocsin/contracts/policies/noun.js';
import { refusals } from '@tocsin/contracts/refusals.js';
import type { Refusal } from '@tocsin/kernel/decide/refusal.js';
import type { ConfigurationReads } from '../../reads.js';
import { namedKey } from '../../rules/policies-naming.js';
import type { Invitation } from './plan.js';
import type { PlannedItem, PlanningInput } from './plan-item.js';
import { doesPageSomebody } from './reach.js';
import { Trial } from './trial.js';

const wordsOf = ({ code, params }: Refusal): string => {
  const { says, todo } = refusals[code as keyof typeof refusals];
  return `${says} ${todo}`.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ''));
};

/** The policies whose people a command may change. */
const touchedPolicies = (
  { type, data }: NonNullable<ConfigStep['command']>,
  reads: ConfigurationReads,
): readonly (PolicyRow | undefined)[] => {
  const id = (field: string): string => (data[field] as string | undefined) ?? '';
  if (type === 'CreateService' || type === 'ChangeService') return [reads.policies.get(id('policyId'))];
  if (type === 'ChangePolicy') return [reads.policies.get(id('policyId'))];
  if (type === 'ChangeSchedule') return reads.policies.where('named', namedKey('schedule', id('scheduleId')));
  return type === 'RemoveTeamMember' ? reads.policies.where('named', namedKey('team', id('teamId'))) : [];
};

const isUsed = (reads: ConfigurationReads, policyId: string): boolean =>
  reads.services.where('policyId', policyId).some(({ state }) => state === 'active');

interface TryInput extends PlanningInput {
  readonly planned: readonly PlannedItem[];
}

/** Tries every command in memory. After each one every service that it concerns still has a policy that pages somebody. */
export const tryPlan = (steps: readonly ConfigStep[], invitations: readonly Invitation[], input: TryInput): void => {
  const { domain, reads, now, actor, errors, planned } = input;
  const trial = new Trial(domain, reads, now, actor);
  for (const { personId, email, name, role, timeZone = 'UTC' } of invitations)
    trial.apply(
      { type: 'PersonInvited', data: { personId, name, email, role, timeZone, invitationHash: '', expiresAt: now } },
      'people-directory',
    );
  const placeOf = (about: string) => planned.find(({ item }) => `${item.placed.document.kind} ${item.label}` === about)?.item.placed.place;
  const report = (about: string, code: string, path: string, message: string): void => {
    const place = placeOf(about) ?? { file: '', line: 1, column: 1 };
    errors.all.push({ ...place, path, code, message: `${about}: ${message}` });
  };
  for (const [n, { command, about }] of steps.entries()) {
    if (command === null || command.type === 'SetExternalKey') continue;
    const refused = trial.take(command, n);
    if (refused)
      report(about, refused.code === 'permission.denied' ? 'config.permission' : refused.code, refused.path ?? '', wordsOf(refused));
    for (const policy of touchedPolicies(command, trial.reads)) {
      const isLost = policy && isUsed(trial.reads, policy.id) && !doesPageSomebody(trial.reads, policy);
      const didPage = policy && (!reads.policies.get(policy.id) || doesPageSomebody(reads, reads.policies.get(policy.id)));
      if (isLost && didPage)
        report(
          about,
          'config.nobody_left',
          '',
          `policy ${policy.name} would page nobody, and services use it. Name somebody in its steps first.`,
        );
    }
    if (errors.all.length > 0 && refused) return;
  }
};
