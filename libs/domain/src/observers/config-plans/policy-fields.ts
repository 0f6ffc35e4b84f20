import type { DocumentOf } from '@tocsin/contracts/config-files/format.js';
import { matcherOperators, type LabelMatcher } from '@tocsin/contracts/conditions.js';
import * as policyLimits from '@tocsin/contracts/policies/limits.js';
import type { PolicyRow, PolicyTarget, TypedStep } from '@tocsin/contracts/policies/noun.js';
import { targetKey } from '@tocsin/contracts/policies/targets.js';
import { isSame, Unordered, type Fields } from './fields.js';
import type { FileReader } from './item-kind.js';
import { timesInOrder, toTimes } from './service-fields.js';

type FileStep = NonNullable<DocumentOf<'Policy'>['steps']>[number];
type FileTarget = FileStep['targets'][number];

const matcher = new RegExp(
  `^\\s*([^=!~\\s]+)\\s*(${matcherOperators.toSorted((a, b) => b.length - a.length).join('|')})\\s*"((?:[^"\\\\]|\\\\.)*)"\\s*$`,
);

/** `env="prod"`, as Prometheus writes it. */
export const readMatcher = (text: string, path: string, { report }: FileReader): readonly LabelMatcher[] => {
  const [, label, operator, value] = matcher.exec(text) ?? [];
  if (label !== undefined) return [{ label, operator: operator as LabelMatcher['operator'], value: value!.replaceAll(/\\(.)/g, '$1') }];
  report(path, 'config.value', `“${text}” is no matcher. Write a label, =, !=, =~ or !~, and a value in quotes: env="prod".`);
  return [];
};

const readTarget = (target: FileTarget, path: string, { find, person, webhook }: FileReader): PolicyTarget | undefined => {
  const [kind, text] = Object.entries(target)[0]!;
  const at = `${path}.${kind}`;
  const id =
    kind === 'person' ? person(text, at) : kind === 'webhook' ? webhook(text, at) : find(kind === 'team' ? 'Team' : 'Schedule', text, at);
  if (id === undefined) return undefined;
  if (kind === 'person') return { kind, personId: id };
  if (kind === 'team') return { kind, teamId: id };
  if (kind === 'webhook') return { kind, subscriptionId: id };
  return { kind: kind === 'schedule' ? 'schedule' : 'next_on_call', scheduleId: id };
};

const readConditions = ({ conditions }: FileStep, path: string, reader: FileReader): TypedStep['conditions'] => {
  if (!conditions) return undefined;
  const { urgency, hours, labels } = conditions;
  return {
    ...(urgency ? { urgency } : {}),
    ...(hours ? { hours: { when: hours.when, timeZone: hours.timeZone, times: toTimes(hours.times) } } : {}),
    ...(labels ? { labels: labels.flatMap((text, n) => readMatcher(text, `${path}.labels[${n}]`, reader)) } : {}),
  };
};

/** A step in the form of commands, without its id. */
const readStep = (step: FileStep, path: string, reader: FileReader): TypedStep => {
  const { waitMinutes, notifyOthersStill, oneInTurn } = step;
  const targets = step.targets.flatMap((target, n) => readTarget(target, `${path}.targets[${n}]`, reader) ?? []);
  const conditions = readConditions(step, `${path}.conditions`, reader);
  return { targets, waitMinutes, notifyOthersStill, ...(oneInTurn ? { oneInTurn } : {}), ...(conditions ? { conditions } : {}) };
};

/** As steps are compared. Targets have an order only where they take turns. */
const stepField = ({ targets, waitMinutes, notifyOthersStill, oneInTurn, conditions }: TypedStep) => ({
  targets: oneInTurn ? targets : Unordered.listing(...targets.toSorted((a, b) => (targetKey(a) < targetKey(b) ? -1 : 1))),
  waitMinutes,
  notifyOthersStill: notifyOthersStill ?? false,
  oneInTurn: oneInTurn ?? false,
  conditions: conditions
    ? { ...conditions, ...(conditions.hours ? { hours: { ...conditions.hours, times: timesInOrder(conditions.hours.times) } } : {}) }
    : null,
});

const putSteps = (fields: Map<string, unknown>, steps: readonly TypedStep[]): void => {
  fields.set('steps', steps.length);
  for (const [n, step] of steps.entries())
    for (const [field, value] of Object.entries(stepField(step))) fields.set(`steps[${n}].${field}`, value);
};

export const fieldsOfPolicy = ({ name, steps, repeats, climbLow, lowWaits, nightBudget }: PolicyRow): Fields => {
  const fields = new Map<string, unknown>([
    ['name', name],
    ['repeats', repeats],
    ['climbLow', climbLow],
    ['lowWaits', lowWaits ?? false],
    ['nightBudget', nightBudget ?? null],
  ]);
  putSteps(fields, steps);
  return fields;
};

export const stepsOf = (document: DocumentOf<'Policy'>, reader: FileReader): readonly TypedStep[] | undefined =>
  document.steps?.map((step, n) => readStep(step, `steps[${n}]`, reader));

export const readPolicy = (document: DocumentOf<'Policy'>, reader: FileReader): Fields => {
  const fields = new Map<string, unknown>([['name', document.name]]);
  const { repeats, climbLow, lowWaits, nightBudget } = document;
  if (repeats !== undefined) fields.set('repeats', repeats ?? policyLimits.repeatsDefault);
  if (climbLow !== undefined) fields.set('climbLow', climbLow ?? false);
  if (lowWaits !== undefined) fields.set('lowWaits', lowWaits ?? false);
  if (nightBudget !== undefined) fields.set('nightBudget', nightBudget);
  const steps = stepsOf(document, reader);
  if (steps) putSteps(fields, steps);
  return fields;
};

/** A step keeps the id of one with the same content, else of the one at its place: the pointer of a round-robin survives. */
export const withStepIds = (steps: readonly TypedStep[], before: PolicyRow['steps']): TypedStep[] => {
  const free = new Map(before.map((step) => [step.stepId, step]));
  const take = (found: { readonly stepId: string } | undefined): string | undefined => {
    if (!found || !free.delete(found.stepId)) return undefined;
    return found.stepId;
  };
  const byContent = steps.map((step) => take([...free.values()].find((other) => isSame(stepField(step), stepField(other)))));
  return steps.map((step, n) => {
    const stepId = byContent[n] ?? take(before[n] && free.get(before[n].stepId));
    return stepId === undefined ? step : { ...step, stepId };
  });
};
