import type { DuePlan } from '../../due-plan.js';

/** Closing by age: the group is reviewed or closed then, unless a person acts on it or its sender reports it. */
export type ClosingPlan = DuePlan & { readonly act: 'review' | 'close' };

export interface ClosingPart {
  /** When a person acted on it last, or its sender reported something new. */
  readonly touched: string;
  readonly closing: ClosingPlan | null;
}
