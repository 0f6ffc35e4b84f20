import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { Failure } from './failure.js';
import type { Plan, Planned } from './process.js';
import type { Step } from '../step.js';

/** What is done where a command can’t be made or decided: the first of the two that can be. */
export type Simpler = Pick<Plan, 'commandId' | 'instead'> & { readonly passedOver?: () => Planned | undefined };

/** Something that has failed by its own fault, and how it is tried again. */
export interface Failing extends Pick<Failure, 'kind' | 'what'> {
  readonly cause: Recorded;
  /** Of an effect whose cause could not be read. */
  readonly stream?: string | null;
  readonly planned: Planned | null;
  /** Of a reaction whose command could not be worked out, and of every run. */
  readonly plan?: Simpler;
  readonly fault: unknown;
  readonly again: () => Step<readonly Failing[]>;
}
