import type { Actor } from '@tocsin/contracts/envelope.js';
import type { LargeWorld } from './large-world.js';

/** A command at the largest that it may be, about the largest state that there may be. */
export interface LargestCase {
  readonly large: LargeWorld;
  readonly data: object;
  /** The owner when left out. */
  readonly actor?: Actor;
}

/** By the command’s name. Made when it is asked for: some are large. */
export type LargestCases = Readonly<Record<string, () => LargestCase>>;
