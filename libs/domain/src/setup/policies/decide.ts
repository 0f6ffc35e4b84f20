import * as policyLimits from '@tocsin/contracts/policies/limits.js';
import type { Messages } from '@tocsin/contracts/message.js';
import type { commands as policyCommands, PolicyFact, PolicyRow, TypedStep } from '@tocsin/contracts/policies/noun.js';
import { traitsOf } from '@tocsin/contracts/policies/targets.js';
import type { DataOf } from '@tocsin/kernel/decide/decider.js';
import { Nothing } from '@tocsin/kernel/decide/refusal.js';
import { patternProblemOf } from '../../rules/matchers.js';
import { refuseTakenKey } from '../../rules/external-key.js';
import { isNameHeld } from '../../rules/names.js';
import { refusePermission, isSystem } from '../../rules/permissions.js';
import type { ConfigurationContext } from '../../reads.js';
import { refuse, refuseFor } from '../../rules/refuse.js';
import { listRoutesNaming } from '../../rules/routes-naming.js';
import { evolveOf } from '../../rules/row-fold.js';
import { decideInTeam, policyWordOf, type DecideInTeam, type TeamState, type TeamTables } from '../teams/shared/state.js';
import { refuseForeignId } from '../../rules/foreign-id.js';
import { hasSameSettings } from '../../rules/same-settings.js';
import { hasZone } from '../schedules/shared/within-hours.js';
import { stepIdOf, withIds } from './step-ids.js';
import { isNamedIn, withReplacement } from './shared/policies-naming.js';
import { problemOfTarget } from './shared/targets.js';
import { sameFor, type InputsOf } from '../../inputs.js';
import { policyFold } from './views.js';

/** Follows from a person’s leaving; sent again until it decides nothing. */
export interface ReplaceInPolicies {
  readonly type: 'ReplaceInPolicies';
  readonly data: {
    readonly teamId: string;
    readonly policyIds: readonly string[];
    readonly personId: string;
    readonly replacementId: string;
  };
}
export type PolicyCommand = Messages<typeof policyCommands> | ReplaceInPolicies;
type Data<T extends PolicyCommand['type']> = DataOf<PolicyCommand, T>;

const problemOfConditions = ({ conditions }: TypedStep, path: string) => {
  const zone = conditions?.hours?.timeZone;
  if (zone !== undefined && !hasZone(zone)) return refuse('time_zone.unknown', { zone }, `${path}.hours.timeZone`);
  for (const [n, matcher] of (conditions?.labels ?? []).entries()) {
    const reason = patternProblemOf(matcher);
    if (reason !== null) return refuse('policy.pattern_invalid', { reason }, `${path}.labels.${n}.value`);
  }
  return null;
};

/**
 * The refusal for the first target that can’t be paged, at `steps.0.targets.1.personId`, or for a condition; null:
 * none.
 */
const refuseStep = ({ steps, teamId }: Pick<Data<'CreatePolicy'>, 'steps' | 'teamId'>, context: ConfigurationContext) => {
  for (const [s, step] of steps.entries()) {
    const refusal = problemOfConditions(step, `steps.${s}.conditions`);
    if (refusal) return refusal;
    for (const [t, target] of step.targets.entries()) {
      const problem = problemOfTarget(target, context, teamId);
      if (problem) return refuse(problem, {}, `steps.${s}.targets.${t}.${traitsOf(target)!.idField}`);
    }
  }
  return null;
};

/** The first problem of a submitted form; null: none. */
const refuseForm = (
  state: TeamState,
  data: Pick<Data<'CreatePolicy'>, 'name' | 'steps' | 'teamId'>,
  policyId: string,
  context: ConfigurationContext,
) => {
  const { name, steps } = data;
  if (isNameHeld(state.policies, name, policyId)) return refuse('policy.name_taken', {}, 'name');
  const limit = policyLimits.stepsPerPolicy;
  if (steps.length > limit) return refuse('limit.policy_steps', { limit }, 'steps');
  return refuseStep(data, context);
};

/** Waiting is recorded only when true. What is left out is none. */
const normaliseRules = <T extends Data<'CreatePolicy'> | Data<'ChangePolicy'>>({ lowWaits, nightBudget, ...formData }: T) => ({
  ...formData,
  nightBudget,
  lowWaits: lowWaits === true ? lowWaits : undefined,
});

const create: DecideInTeam<Data<'CreatePolicy'>> = (data, state, context) => {
  const policyId = data.policyId ?? context.newId('policy');
  const { externalKey, ...formData } = normaliseRules(data);
  const rules = { ...formData, policyId, steps: withIds(data.steps, [], (place) => stepIdOf(policyId, place)) };
  const existingPolicy = state.policies.get(policyId);
  if (existingPolicy)
    return hasSameSettings({ ...existingPolicy, policyId }, rules)
      ? new Nothing({ policyId })
      : refuse('conflict.revision', { name: existingPolicy.name });
  return (
    refuseForeignId(context.reads.policies, policyId) ??
    refuseForm(state, data, policyId, context) ??
    refuseTakenKey(context, 'Policy', externalKey) ?? [
      { type: 'PolicyCreated', data: { ...rules, version: 1, ...(externalKey === undefined ? {} : { externalKey }) } },
    ]
  );
};

const change: DecideInTeam<Data<'ChangePolicy'>> = (data, state, context) => {
  const { policyId, version, applyToOpen, ...formData } = normaliseRules(data);
  const applies = applyToOpen ? { appliesToOpen: true as const } : {};
  const policy = state.policies.get(policyId);
  if (!policy || policy.removed) return refuse('policy.not_found');
  const rules = { ...formData, steps: withIds(formData.steps, policy.steps, (place) => context.newId('step', place)) };
  if (hasSameSettings(policy, rules)) return new Nothing({ version: policy.version });
  if (version !== policy.version) return refuse('conflict.revision', { name: policy.name });
  return (
    refuseForm(state, data, policyId, context) ?? [
      { type: 'PolicyChanged', data: { ...rules, policyId, version: version + 1, ...applies } },
    ]
  );
};

const remove: DecideInTeam<Data<'RemovePolicy'>> = (data, { policies, services }, { reads }) => {
  const policy = policies.get(data.policyId);
  if (!policy) return refuse('policy.not_found');
  if (policy.removed) return new Nothing();
  // Archived services count too: when restored they need the policy.
  const users = services.keysWithWord(policyWordOf(data.policyId)).map((id) => services.get(id)!);
  const ofServices = users.map(({ id, teamId, name }) => ({ kind: 'service' as const, id, teamId, name }));
  const inTheWay = [
    ...ofServices,
    ...listRoutesNaming(reads, (outcome) => outcome.kind !== 'record_only' && outcome.policyId === data.policyId),
  ];
  if (inTheWay.length > 0) return refuseFor('policy.in_use', inTheWay);
  return [{ type: 'PolicyRemoved', data }];
};

const replace = (
  { teamId, policyIds, personId, replacementId }: Data<'ReplaceInPolicies'>,
  { policies: rows }: TeamState,
  context: ConfigurationContext,
) => {
  if (!isSystem(context)) return refusePermission('Tocsin itself');
  return rows
    .inOrder(policyIds)
    .map((id) => rows.get(id)!)
    .filter(({ removed, steps }) => !removed && isNamedIn(steps, personId))
    .slice(0, policyLimits.policiesReplacedTogether)
    .flatMap((policy): readonly PolicyFact[] => {
      const steps = withReplacement(policy, personId, replacementId);
      const { id: policyId, name, repeats, climbLow, lowWaits, nightBudget, version } = policy;
      const data = { teamId, policyId, version: version + 1, name, repeats, climbLow, lowWaits, nightBudget };
      return steps ? [{ type: 'PolicyChanged', data: { ...data, steps: [...steps] } }] : [];
    });
};

export const policies: TeamTables<PolicyCommand, PolicyFact> = {
  decide: {
    CreatePolicy: decideInTeam('service.configure', create),
    ChangePolicy: decideInTeam('service.configure', change),
    RemovePolicy: decideInTeam('service.configure', remove),
    ReplaceInPolicies: replace,
  },
  evolve: evolveOf<TeamState, PolicyRow, PolicyFact>(
    policyFold,
    (state, id) => state.policies.get(id),
    (state, id, row) => ({ ...state, policies: state.policies.with(id, row) }),
  ),
};

const sameInput = sameFor<PolicyCommand>();

export const inputs: InputsOf<PolicyFact, PolicyCommand> = {
  PolicyCreated: ({ version: _first, ...rules }) => ({ type: 'CreatePolicy', data: rules }),
  PolicyChanged: ({ appliesToOpen: applyToOpen, ...data }) => ({
    type: 'ChangePolicy',
    data: { ...data, version: data.version - 1, ...(applyToOpen ? { applyToOpen } : {}) },
  }),
  PolicyRemoved: sameInput('RemovePolicy'),
};
