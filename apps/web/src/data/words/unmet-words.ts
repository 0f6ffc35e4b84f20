import type { FactOf } from '@tocsin/contracts/catalogue.js';

type Skipped = Pick<FactOf<'EscalationStepSkipped'>, 'because' | 'judgedBy'>;
/** Why a step was skipped: `outside its hours`. */
const unmet: Record<Skipped['because'][number], (judgedBy: Skipped['judgedBy']) => string> = {
  urgency: ({ urgency }) => `the urgency was ${urgency}`,
  hours: ({ hours }) => `it was ${hours?.isInside ? 'inside' : 'outside'} the hours of the step`,
  labels: () => 'no firing alert matched its labels',
};
export const unmetWords = ({ because, judgedBy }: Skipped): string => because.map((one) => unmet[one](judgedBy)).join(' and ');
