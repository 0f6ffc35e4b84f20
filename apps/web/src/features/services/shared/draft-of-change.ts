import type { CommandInput } from '@tocsin/contracts/catalogue.js';
import type { ServiceRow } from '@tocsin/contracts/services/noun.js';
import type { StoredDraft } from '../../../data/session/use-stored-state.js';
import { fieldsOf, type Fields } from '../use-service-edit.js';

/** The change as an unsaved edit of the service as it is now. */
export const serviceDraft = (
  base: ServiceRow,
  change: CommandInput<'ChangeService'>,
): StoredDraft<{ base: ServiceRow; fields: Fields }> => ({
  name: `service:${base.id}`,
  value: { base, fields: fieldsOf({ ...base, ...change }) },
});
