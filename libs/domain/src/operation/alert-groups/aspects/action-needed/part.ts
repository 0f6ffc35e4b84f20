import type { ActionNeededAnswer } from '@tocsin/contracts/alert-groups/action-needed.js';

export interface ActionNeededPart {
  /** People who were notified in the present opening, or acted in it. */
  readonly wasThere: readonly string[];
  /** Their answers whether there was anything to do. */
  readonly actionNeeded: Readonly<Record<string, ActionNeededAnswer>>;
}
