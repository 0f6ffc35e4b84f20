import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { PolicyRow, Step } from '@tocsin/contracts/policies.js';
import { stepIdOf } from './step-ids.js';

/** From before steps had ids. */
type StepV1 = Omit<Step, 'stepId'>;
type WithoutIds<T extends { readonly steps: unknown }> = Omit<T, 'steps'> & { readonly steps: readonly StepV1[] };
type PolicyRowV1 = WithoutIds<Omit<PolicyRow, 'versions'>> & { readonly versions: readonly WithoutIds<PolicyRow['versions'][number]>[] };

const withStepIds = (policyId: string, steps: readonly StepV1[]): Step[] =>
  steps.map((step, place) => ({ stepId: stepIdOf(policyId, place), ...step }));

const rowOf = (row: PolicyRowV1): PolicyRow => ({
  ...row,
  steps: withStepIds(row.id, row.steps),
  versions: row.versions.map((version) => ({ ...version, steps: withStepIds(row.id, version.steps) })),
});

type TeamTookOverV1 = Omit<FactOf<'TeamTookOver'>, 'policies'> & { readonly policies: readonly PolicyRowV1[] };

export const upcasters = {
  'PolicyCreated@1': (data: WithoutIds<FactOf<'PolicyCreated'>>): FactOf<'PolicyCreated'> => ({
    ...data,
    steps: withStepIds(data.policyId, data.steps),
  }),
  'PolicyChanged@1': (data: WithoutIds<FactOf<'PolicyChanged'>>): FactOf<'PolicyChanged'> => ({
    ...data,
    steps: withStepIds(data.policyId, data.steps),
  }),
  'TeamTookOver@1': ({ policies, ...data }: TeamTookOverV1): FactOf<'TeamTookOver'> => ({ ...data, policies: policies.map(rowOf) }),
};
