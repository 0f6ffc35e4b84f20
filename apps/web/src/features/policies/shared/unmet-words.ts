import type { FactOf } from '@tocsin/contracts/catalogue.js';

type SkippedStep = Pick<FactOf<'EscalationStepSkipped'>, 'because' | 'judgedBy'>;
/** Why a step was skipped: `outside its hours`. */
const conditionWords: Record<SkippedStep['because'][number], (judgedBy: SkippedStep['judgedBy']) => string> = {
  urgency: ({ urgency }) => `the urgency was ${urgency}`,
  hours: ({ hours }) => `it was ${hours?.isInside ? 'inside' : 'outside'} the hours of the step`,
  labels: () => 'no firing alert matched its labels',
};
export const unmetWords = ({ because, judgedBy }: SkippedStep): string => because.map((one) => conditionWords[one](judgedBy)).join(' and ');
