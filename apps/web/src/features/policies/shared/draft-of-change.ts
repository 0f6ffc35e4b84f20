import type { CommandInput } from '@tocsin/contracts/catalogue.js';
import type { PolicyRow } from '@tocsin/contracts/policies/noun.js';
import type { StoredDraft } from '../../../data/session/use-stored-state.js';
import { draftOf } from '../draft.js';
import type { PolicyEdit } from '../use-policy-edit.js';

/** The change as an unsaved edit of the policy as it is now. */
export const policyDraft = (
  base: PolicyRow,
  { steps, ...change }: CommandInput<'ChangePolicy'>,
): StoredDraft<Pick<PolicyEdit, 'base' | 'draft'>> => ({
  name: `policy:${base.id}`,
  value: { base, draft: draftOf({ ...base, ...change, steps: steps as PolicyRow['steps'] }) },
});
