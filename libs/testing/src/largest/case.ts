import type { Actor } from '@tocsin/contracts/envelope.js';
import type { LargeWorld } from './large-world.js';

/** A command of maximum size, on a state of maximum size. */
export interface LargestCase {
  readonly large: LargeWorld;
  readonly data: object;
  /** The owner when left out. */
  readonly actor?: Actor;
}

/** By command name. Created on demand, because some are large. */
export type LargestCases = Readonly<Record<string, () => LargestCase>>;
