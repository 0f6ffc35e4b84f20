import type { AlertGroupFact } from '@tocsin/contracts/alert-groups/events.js';
import type { Draft } from '../draft.js';
import type { AlertGroupState } from '../state.js';

/** What an aspect adds to a decision in which one of these facts was made. */
export interface Reaction {
  readonly on: ReadonlySet<AlertGroupFact['type']>;
  readonly react: (draft: Draft, facts: readonly AlertGroupFact[], before: AlertGroupState) => void;
}
