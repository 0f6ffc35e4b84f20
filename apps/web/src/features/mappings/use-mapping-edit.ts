import { sayFieldWords } from '@tocsin/contracts/field-words.js';
import type { IntegrationShown } from '@tocsin/contracts/integrations/noun.js';
import { mappedFields, type MappedField, type MappingFields, type MappingRow } from '@tocsin/contracts/mappings/noun.js';
import { useState } from 'react';
import { ApiError, fieldErrorsOf } from '../../data/cache/api.js';
import { useCommand } from '../../data/cache/use-command.js';
import { useStoredState } from '../../data/session/use-stored-state.js';
import { say } from '../../data/toasts.js';

sayFieldWords();

type Saved = Pick<MappingRow, 'version' | 'fields'>;
/** `base`: the version that is edited. */
interface Edit {
  readonly base: Saved;
  readonly fields: MappingFields;
}

const none: Saved = { version: 0, fields: {} };

/** Without empty fields, in the order of the form. */
export const writtenFields = (fields: MappingFields): MappingFields =>
  Object.fromEntries(mappedFields.flatMap((field) => (fields[field]?.trim() ? [[field, fields[field].trim()]] : [])));

const isDirty = ({ base, fields }: Edit): boolean => JSON.stringify(writtenFields(base.fields)) !== JSON.stringify(writtenFields(fields));

/** The draft of a mapping, kept until it is saved or discarded. */
export function useMappingEdit({ id, teamId }: Pick<IntegrationShown, 'id' | 'teamId'>, row: Saved = none) {
  const stored = useStoredState<Edit>(`mapping:${id}`, () => ({ base: row, fields: row.fields }));
  const edit = !isDirty(stored.value) && row.version > stored.value.base.version ? { base: row, fields: row.fields } : stored.value;
  const [errors, setErrors] = useState<Record<string, string>>({});
  const sent = useCommand('ChangeMapping', 'save the mapping; your expressions are still here', { inForm: true });

  const startFrom = (base: Saved) => {
    stored.set({ base, fields: base.fields });
    stored.forget();
    setErrors({});
  };
  const fields = writtenFields(edit.fields);
  const { version } = edit.base;
  return {
    ...edit,
    errors,
    isDirty: isDirty(edit),
    isSaving: sent.isPending,
    isConflict: sent.error instanceof ApiError && sent.error.code === 'conflict.revision' && row.version !== version,
    foundFrom: stored.foundFrom,
    put: (field: MappedField, text: string) => stored.set({ base: edit.base, fields: { ...edit.fields, [field]: text } }),
    startFrom,
    /** My expressions, on top of what someone else saved. */
    rebase: () => {
      stored.set({ base: row, fields: edit.fields });
      sent.reset();
    },
    reset: sent.reset,
    save: () =>
      sent.mutate(
        { teamId, integrationId: id, version, fields },
        {
          onSuccess: () => {
            startFrom({ version: version + 1, fields });
            say({ kind: 'done', title: 'Mapping saved', detail: 'It reads the next requests. Earlier ones stay as they are.' });
          },
          onError: (error: Error) => setErrors(fieldErrorsOf(error)),
        },
      ),
  };
}
export type MappingEdit = ReturnType<typeof useMappingEdit>;
