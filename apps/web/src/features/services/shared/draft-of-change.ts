import type { CommandInput } from '@tocsin/contracts/catalogue.js';
import type { ServiceRow } from '@tocsin/contracts/services/noun.js';
import type { StoredDraft } from '../../../data/session/use-stored-state.js';
import { fieldsOf, type Fields } from '../use-service-edit.js';

/** The change as an unsaved edit of the service as it is now. */
export const serviceDraft = (
  base: ServiceRow,
  {
    description,
    urgencyRule,
    supportHours,
    flapDetection = base.flapDetection,
    labels,
    grouping,
    ...change
  }: CommandInput<'ChangeService'>,
): StoredDraft<{ base: ServiceRow; fields: Fields }> => {
  const before = fieldsOf(base);
  const changed = { description: description ?? before.description, urgencyRule: urgencyRule ?? before.urgencyRule };
  const hours = supportHours === undefined ? before.supportHours : (supportHours ?? undefined);
  return {
    name: `service:${base.id}`,
    value: {
      base,
      fields: {
        ...fieldsOf({ ...base, ...change }),
        ...changed,
        supportHours: hours,
        flapDetection: flapDetection || undefined,
        ...(labels ? { labels } : {}),
        ...(grouping === undefined ? {} : { grouping }),
      },
    },
  };
};
