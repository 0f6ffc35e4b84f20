import { commands } from '@tocsin/contracts/schedules/noun.js';
import { sayFieldWords } from '@tocsin/contracts/field-words.js';
import type { ScheduleRow } from '@tocsin/contracts/schedules/schedules.js';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, fieldErrorsOf } from '../../data/cache/api.js';
import { keys } from '../../data/cache/keys.js';
import { useCommand } from '../../data/cache/use-command.js';
import { say } from '../../data/toasts.js';
import type { ScheduleEdit } from './use-schedule-edit.js';

sayFieldWords();

/** Saves the draft of a schedule; `errors`: what is wrong, by path. */
export function useSaveRotations(schedule: ScheduleRow, edit: ScheduleEdit) {
  const client = useQueryClient();
  const [errors, setErrors] = useState<Record<string, string>>({});
  const change = useCommand('ChangeSchedule', 'save the rotations; what you changed is still there', { inForm: true });
  const { draft } = edit;
  const requestOf = () => ({
    scheduleId: schedule.id,
    version: edit.version,
    timeZone: draft.timeZone,
    layers: [...draft.layers],
    ...(draft.effectiveFrom === null ? {} : { effectiveFrom: draft.effectiveFrom }),
  });
  /** The validated request, or null after showing the field errors. */
  const validated = () => {
    const parsed = commands.ChangeSchedule.data.safeParse(requestOf());
    setErrors(parsed.success ? {} : Object.fromEntries(parsed.error.issues.map((issue) => [issue.path.join('.'), issue.message])));
    return parsed.success ? parsed.data : null;
  };
  const changeOf = () => {
    const data = validated();
    return data && { type: 'ChangeSchedule' as const, data };
  };

  function save() {
    if (!validated()) return;
    change.mutate(requestOf(), {
      onSuccess: ({ says: { version } }) => {
        // someone else saved the same: nothing to do
        edit.saved(draft, typeof version === 'number' ? version : edit.version + 1);
        say({ kind: 'done', title: 'Rotations saved', detail: 'The past stays unchanged.' });
      },
      onError: (error) => {
        setErrors(fieldErrorsOf(error));
        // read what others saved, whether or not the socket delivered it
        if (error instanceof ApiError && error.code === 'conflict.revision')
          void client.invalidateQueries({ queryKey: keys.row('schedules', schedule.id) });
      },
    });
  }

  return { errors, changeOf, save, isSaving: change.isPending, reset: change.reset };
}
export type SaveRotations = ReturnType<typeof useSaveRotations>;
