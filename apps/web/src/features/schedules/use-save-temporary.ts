import type { ScheduleRow } from '@tocsin/contracts/schedules/schedules.js';
import { fieldErrorsOf, wordsOf } from '../../data/cache/api.js';
import { say } from '../../data/toasts.js';
import { useCommand } from '../../data/cache/use-command.js';
import type { TemporaryFields } from './temporary-fields.js';
import type { PlanEdit } from './use-plan-edit.js';
import { stretchName } from '../../data/time/zone-times.js';

/** Saves the fields; resolves to the error, or null when done. */
export function useSaveTemporary({ id: scheduleId }: ScheduleRow, edit: PlanEdit, { of, from, to }: TemporaryFields, zone: string) {
  const add = useCommand('AddTemporarySchedule', 'add the temporary schedule', { inForm: true });
  const change = useCommand('ChangeTemporarySchedule', 'change the temporary schedule', { inForm: true });
  async function run(): Promise<string | null> {
    try {
      const [act] = await edit.actsToSave();
      if (act?.type === 'AddTemporarySchedule') await add.mutateAsync({ scheduleId, ...act.data });
      else if (act?.type === 'ChangeTemporarySchedule') await change.mutateAsync({ scheduleId, ...act.data });
      else return 'Who is on call then could not be read. Try again.';
    } catch (error) {
      return Object.values(fieldErrorsOf(error))[0] ?? wordsOf(error).says;
    }
    say({ kind: 'done', title: `Temporary schedule ${of ? 'changed' : 'added'}`, detail: stretchName(from, to, zone) });
    edit.close();
    return null;
  }
  return { run, isBusy: add.isPending || change.isPending };
}
