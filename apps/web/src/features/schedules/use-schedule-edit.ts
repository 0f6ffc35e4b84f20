import type { LayerSetting } from '@tocsin/contracts/schedules/layers.js';
import type { ScheduleRow } from '@tocsin/contracts/schedules/schedules.js';
import type { DraftChange } from './shared/use-shifts.js';
import { useStoredState } from '../../data/session/use-stored-state.js';

/** The layers of a schedule while they are edited. */
export interface ScheduleDraft {
  readonly timeZone: string;
  readonly layers: readonly LayerSetting[];
  /** When it takes effect; null: now. */
  readonly effectiveFrom: string | null;
}

interface StoredDraft {
  /** The newest version that was seen. */
  readonly version: number;
  readonly base: ScheduleDraft;
  readonly draft: ScheduleDraft;
}

/** The newest version of a row: what an edit begins with. */
export function newestOf({ versions, timeZone }: Pick<ScheduleRow, 'versions' | 'timeZone'>): ScheduleDraft {
  const newest = versions.toSorted((one, other) => one.version - other.version).at(-1);
  return { timeZone: newest?.timeZone ?? timeZone, layers: newest?.layers ?? [], effectiveFrom: null };
}

/** An edit that is stored in this tab until it is saved or discarded. */
export function useScheduleEdit(schedule: ScheduleRow) {
  const stored = useStoredState<StoredDraft>(`schedule:${schedule.id}`, () => {
    const base = newestOf(schedule);
    return { version: schedule.version, base, draft: base };
  });
  const { version, base, draft } = stored.value;
  const isDirty = JSON.stringify(draft) !== JSON.stringify(base);
  // someone else saved, and there is no draft here: edit the saved version
  const isBehind = version < schedule.version;
  const startFrom = (row: ScheduleRow): void => {
    const next = newestOf(row);
    stored.set({ version: row.version, base: next, draft: next });
    stored.forget();
  };
  if (isBehind && !isDirty) startFrom(schedule);
  return {
    base,
    draft,
    isDirty,
    version,
    isConflict: isBehind && isDirty,
    foundFrom: stored.foundFrom,
    put: (part: Partial<ScheduleDraft>) => stored.set({ version, base, draft: { ...draft, ...part } }),
    startFrom,
    /** My draft, on top of what someone else saved. */
    rebase: () => stored.set({ version: schedule.version, base: newestOf(schedule), draft }),
    /** The draft is saved as this version; edits made while saving stay unsaved. */
    saved: (draft: ScheduleDraft, version: number) => {
      const now = stored.now().draft;
      const next = { ...draft, effectiveFrom: null };
      stored.set({ version, base: next, draft: now === draft ? next : now });
      if (now === draft) stored.forget();
    },
  };
}
export type ScheduleEdit = ReturnType<typeof useScheduleEdit>;

export const layersChanged = ({ timeZone, layers, effectiveFrom }: ScheduleDraft): DraftChange => ({
  timeZone,
  layers: [...layers],
  ...(effectiveFrom === null ? {} : { effectiveFrom }),
});
