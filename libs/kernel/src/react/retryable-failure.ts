import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { Failure } from './failure.js';
import type { Plan, PlannedCommand } from './process.js';
import type { Step } from '../step.js';

/** The first fallback that works is used, for a command that can’t be made or decided. */
export type Fallback = Pick<Plan, 'commandId' | 'fallback'> & { readonly passedOver?: () => PlannedCommand | undefined };

export interface RetryableFailure extends Pick<Failure, 'kind' | 'what'> {
  readonly cause: Recorded;
  /** For an effect whose cause could not be read. */
  readonly stream?: string | null;
  readonly planned: PlannedCommand | null;
  /** The fallbacks of a reaction whose command could not be made, and of every run. */
  readonly plan?: Fallback;
  readonly fault: unknown;
  readonly retry: () => Step<readonly RetryableFailure[]>;
}
