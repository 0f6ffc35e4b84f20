import type { CommandInput } from '@tocsin/contracts/catalogue.js';
import type { ScheduleRow } from '@tocsin/contracts/schedules/schedules.js';
import type { StoredDraft } from '../../../data/session/use-stored-state.js';
import { newestOf, type ScheduleDraft } from '../use-schedule-edit.js';

/** The change as an unsaved edit of the schedule as it is now. */
export function scheduleDraft(
  row: ScheduleRow,
  change: CommandInput<'ChangeSchedule'>,
): StoredDraft<{ version: number; base: ScheduleDraft; draft: ScheduleDraft }> {
  const base = newestOf(row);
  const layers = change.layers as ScheduleDraft['layers'];
  return {
    name: `schedule:${row.id}`,
    value: { version: row.version, base, draft: { timeZone: change.timeZone ?? base.timeZone, layers, effectiveFrom: null } },
  };
}
