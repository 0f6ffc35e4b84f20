import type { ConfigStep } from '@tocsin/contracts/config-files/noun.js';
import type { ConfigChange } from '@tocsin/contracts/config-files/plan.js';
import type { PolicyRow } from '@tocsin/contracts/policies/noun.js';
import { refusals } from '@tocsin/contracts/refusals.js';
import type { Refusal } from '@tocsin/kernel/decide/refusal.js';
import type { ConfigurationReads } from '../../reads.js';
import { namedKey } from '../../rules/policies-naming.js';
import type { Invitation, PlanningInput } from './input.js';
import { doesPageSomebody } from './reach.js';
import { Trial } from './shared/trial.js';

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
  readonly changes: readonly ConfigChange[];
}

/** Policies that paged somebody before this command, and page nobody after it, while services use them. */
const lostPolicies = (
  command: NonNullable<ConfigStep['command']>,
  before: ConfigurationReads,
  after: ConfigurationReads,
): readonly string[] =>
  touchedPolicies(command, after).flatMap((policy) => {
    if (!policy || !isUsed(after, policy.id) || doesPageSomebody(after, policy)) return [];
    const earlier = before.policies.get(policy.id);
    return !earlier || doesPageSomebody(before, earlier) ? [policy.name] : [];
  });

const inviteAll = (trial: Trial, invitations: readonly Invitation[], now: string): void => {
  for (const { personId, email, name, role, timeZone = 'UTC' } of invitations) {
    const data = { personId, name, email, role, timeZone, invitationHash: '', expiresAt: now };
    trial.apply({ type: 'PersonInvited', data }, 'people-directory');
  }
};

const nowhere = { file: '', line: 1, column: 1 };

/** Tries every command in memory. After each one every service that it concerns still has a policy that pages somebody. */
export const tryPlan = (steps: readonly ConfigStep[], invitations: readonly Invitation[], input: TryInput): void => {
  const { domain, reads, now, actor, errors, changes } = input;
  const trial = new Trial(domain, reads, now, actor);
  inviteAll(trial, invitations, now);
  const places = new Map(changes.map(({ kind, name, at }) => [`${kind} ${name}`, at]));
  const report = (about: string, code: string, path: string, message: string): void =>
    void errors.all.push({ ...(places.get(about) ?? nowhere), path, code, message: `${about}: ${message}` });
  for (const [n, { command, about }] of steps.entries()) {
    if (command === null || command.type === 'SetExternalKey') continue;
    const refused = trial.take(command, n);
    for (const name of lostPolicies(command, reads, trial.reads))
      report(about, 'config.nobody_left', '', `policy ${name} would page nobody, and services use it. Name somebody in its steps first.`);
    if (!refused) continue;
    const code = refused.code === 'permission.denied' ? 'config.permission' : refused.code;
    // what follows is decided on what this one would have left
    return report(about, code, refused.path ?? '', wordsOf(refused));
  }
};
