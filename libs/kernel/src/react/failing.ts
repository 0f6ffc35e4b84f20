import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { Failure } from './failure.js';
import type { Plan, Planned } from './process.js';
import type { Step } from '../step.js';

/** Fallbacks for a command that can’t be made or decided: the first one that works is used. */
export type Simpler = Pick<Plan, 'commandId' | 'instead'> & { readonly passedOver?: () => Planned | undefined };

/** Something that failed by its own fault, and how to try it again. */
export interface Failing extends Pick<Failure, 'kind' | 'what'> {
  readonly cause: Recorded;
  /** For an effect whose cause could not be read. */
  readonly stream?: string | null;
  readonly planned: Planned | null;
  /** The fallbacks of a reaction whose command could not be made, and of every run. */
  readonly plan?: Simpler;
  readonly fault: unknown;
  readonly again: () => Step<readonly Failing[]>;
}
