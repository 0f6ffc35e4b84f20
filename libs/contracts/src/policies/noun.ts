import { z } from 'zod';
import { stepConditions } from '../conditions.js';
import { event, command, type Messages } from '../message.js';
import { externalKey, id, instant, name, typedName } from '../ids.js';
import * as policyLimits from './limits.js';
import { exampleIds as ids, type Examples } from '../examples.js';

export { refusals } from './refusals.js';

/** Targets that a step pages: resolved when the step is due. */
export const target = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('person'), personId: id }),
  /** The person on call in it. */
  z.strictObject({ kind: z.literal('schedule'), scheduleId: id }),
  /** The next person on call in it. */
  z.strictObject({ kind: z.literal('next_on_call'), scheduleId: id }),
  /** All its members. */
  z.strictObject({ kind: z.literal('team'), teamId: id }),
]);
export type Target = z.infer<typeof target>;

/** A webhook that a step calls in addition to its people: an event subscription, with its signing secret. */
const webhookTarget = z.strictObject({ kind: z.literal('webhook'), subscriptionId: id });

/** Possible targets of a step. */
export const policyTarget = z.discriminatedUnion('kind', [...target.options, webhookTarget]);
export type PolicyTarget = z.infer<typeof policyTarget>;

type KeyOf<T> = T extends unknown ? keyof T : never;
export type IdField = Exclude<KeyOf<PolicyTarget>, 'kind'>;

/** Fields of a target as events record it, with none for a role. */
export const recordedTarget = z.object({
  kind: z.string(),
  ...(Object.fromEntries(
    policyTarget.options.flatMap(({ shape: { kind: _kind, ...ids } }) => Object.keys(ids).map((field) => [field, id.optional()])),
  ) as Record<IdField, z.ZodOptional<typeof id>>),
});

const stepFields = {
  targets: z.array(policyTarget).min(1).max(policyLimits.targetsPerStep),
  /** Minutes to wait for an acknowledgement before the next step. */
  waitMinutes: z.number().int().min(policyLimits.stepDelayMinutes.min).max(policyLimits.stepDelayMinutes.max),
  /** Pages continue after someone else acknowledges. */
  notifyOthersStill: z.boolean().default(false),
  /** Round-robin: one of its people is paged, a different one each time. Absent: everyone is paged. */
  oneInTurn: z.boolean().optional(),
  /** Conditions at its due time; if they are not met, the next step runs. Absent: always. */
  conditions: stepConditions.optional(),
};

/** A step keeps its id through versions, at any position. */
const step = z.strictObject({ stepId: id, ...stepFields });
export type Step = z.infer<typeof step>;

/** Without an id: the step at this position, or a new one. */
const typedStep = z.strictObject({ stepId: id.optional(), ...stepFields });
export type TypedStep = z.infer<typeof typedStep>;

const rules = {
  name,
  steps: z.array(step).min(1).max(policyLimits.stepsPerPolicy),
  /** Number of repeats before the policy is exhausted. */
  repeats: z.number().int().min(0).max(policyLimits.repeatsMax),
  /** Low urgency is escalated, too. */
  climbLow: z.boolean(),
  /** Low-urgency pages wait for the morning of each person, in their own zone. Absent: they don’t. */
  lowWaits: z.boolean().optional(),
  /** At most so many night pages a person a week: the managers are told of more. It stops no page. Absent: no budget. */
  nightBudget: z.number().int().min(policyLimits.nightBudget.min).max(policyLimits.nightBudget.max).optional(),
};

/**
 * Facts about escalation policies, in the stream of the team that owns them. Each event contains the whole version, because
 * alert groups refer to one.
 */
export const events = {
  PolicyCreated: event(
    1,
    ['teams', 'Escalation policy created'],
    'An escalation policy was created.',
    z.object({ teamId: id, policyId: id, version: z.literal(1), ...rules, externalKey: externalKey.optional() }),
  ),
  PolicyChanged: event(
    1,
    ['teams', 'Escalation policy changed'],
    'An escalation policy got a new version.',
    z.object({
      teamId: id,
      policyId: id,
      version: z.number().int(),
      ...rules,
      /** Open alert groups with an older version continue with this one. */
      appliesToOpen: z.literal(true).optional(),
    }),
  ),
  PolicyRemoved: event(
    1,
    ['teams', 'Escalation policy removed'],
    'An escalation policy was removed.',
    z.object({ teamId: id, policyId: id }),
  ),
};
export type PolicyFact = Messages<typeof events>;

const areApart = (steps: readonly TypedStep[]): boolean => {
  const ids = steps.flatMap(({ stepId }) => (stepId === undefined ? [] : [stepId]));
  return new Set(ids).size === ids.length;
};

/** Whether open alert groups continue with the saved version, too. */
export const applyToOpen = z.boolean().optional();

const editable = {
  name: typedName,
  steps: z.array(typedStep).min(1).max(policyLimits.stepsPerPolicy).refine(areApart, 'Two steps have the same id.'),
  repeats: rules.repeats.default(policyLimits.repeatsDefault),
  climbLow: rules.climbLow.default(false),
  lowWaits: rules.lowWaits,
  nightBudget: rules.nightBudget,
};

export const commands = {
  CreatePolicy: command(
    'Create an escalation policy',
    'service.configure',
    z.strictObject({ teamId: id, policyId: id.optional(), ...editable, externalKey: externalKey.optional() }),
  ),
  ChangePolicy: command(
    'Change an escalation policy',
    'service.configure',
    z.strictObject({ teamId: id, policyId: id, /** The version that was edited. */ version: z.number().int(), ...editable, applyToOpen }),
  ),
  RemovePolicy: command('Remove an escalation policy', 'service.configure', z.strictObject({ teamId: id, policyId: id })),
};

const pagingSteps = [{ targets: [{ kind: 'person' as const, personId: ids.colleague }], waitMinutes: 5, notifyOthersStill: false }];

export const examples: Examples<typeof commands> = {
  CreatePolicy: { body: { teamId: ids.team, name: 'Day and night', steps: pagingSteps } },
  ChangePolicy: { body: { teamId: ids.team, policyId: ids.policy, version: 1, name: 'Day and night', steps: pagingSteps } },
  RemovePolicy: { body: { teamId: ids.team, policyId: ids.policy }, refusedAs: 'policy.in_use' },
};

export const policyVersion = z.object({ version: z.number().int(), since: instant, ...rules });
export type PolicyVersion = z.infer<typeof policyVersion>;

/** The newest version and all versions: an open group escalates by the one it was opened with. */
export const policyRow = z.object({
  id,
  teamId: id,
  version: z.number().int(),
  ...rules,
  removed: z.boolean(),
  versions: z.array(policyVersion),
});
export type PolicyRow = z.infer<typeof policyRow>;

/** Response rows by view name. */
export const views = { policies: policyRow };
