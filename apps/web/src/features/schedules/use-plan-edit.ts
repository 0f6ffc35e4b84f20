import type { OverrideSetting, TemporarySetting } from '@tocsin/contracts/schedules/overrides.js';
import type { ScheduleRow } from '@tocsin/contracts/schedules/schedules.js';
import { useState } from 'react';
import { useShifts } from './shared/use-shifts.js';
import { useStoredState } from '../../data/session/use-stored-state.js';
import { fieldsOf, newOverride, overrideActs, type DraftActs, type OverrideFields } from './override-fields.js';
import { newTemporary, temporaryActs, temporaryFieldsOf, type TemporaryFields } from './temporary-fields.js';
import type { Stretch } from './use-override-drag.js';

/** The open editor of an override or temporary schedule; one at a time. */
type Open =
  { readonly kind: 'override'; readonly fields: OverrideFields } | { readonly kind: 'temporary'; readonly fields: TemporaryFields };

/** The removal to confirm. */
export type Removal = { readonly overrideId: string } | { readonly temporaryId: string };

const none: DraftActs = [];

/** Unsaved overrides and temporary schedules, stored in this tab until they are saved or closed. `acts`: the commands of a save. */
export function usePlanEdit(schedule: ScheduleRow, me: string, isManager: boolean) {
  const stored = useStoredState<Open | null>(`plan:${schedule.id}`, () => null);
  const [removal, setRemoval] = useState<Removal | null>(null);
  const open = stored.value;
  const stretch: Stretch = open?.fields ?? { from: 0, to: 0 };
  const reading = useShifts(schedule, stretch, stretch.to > stretch.from);
  const put = (next: Open | null) => {
    setRemoval(null);
    stored.set(next);
    if (next === null) stored.forget();
  };
  return {
    override: open?.kind === 'override' ? open.fields : null,
    temporary: open?.kind === 'temporary' ? open.fields : null,
    removal,
    /** The planned shifts of the edited time; while loading, those of the previous time. */
    planned: reading.data,
    acts: removal ? removalActs(removal) : open ? actsOf(open, reading.data) : none,
    /** The commands to save, computed from the current plan of these times. Throws an `ApiError` if that can’t be read. */
    actsToSave: async (): Promise<DraftActs> => {
      if (!open) return none;
      const { data } = await reading.refetch({ cancelRefetch: false, throwOnError: true });
      return actsOf(open, data);
    },
    newOverride: (within: Stretch) => put({ kind: 'override', fields: newOverride(within, isManager ? '' : me) }),
    changeOverride: (of: OverrideSetting, within?: Stretch) => put({ kind: 'override', fields: { ...fieldsOf(of), ...within } }),
    putOverride: (fields: OverrideFields) => put({ kind: 'override', fields }),
    newTemporary: (within: Stretch) => put({ kind: 'temporary', fields: newTemporary(within) }),
    changeTemporary: (of: TemporarySetting) => put({ kind: 'temporary', fields: temporaryFieldsOf(of) }),
    putTemporary: (fields: TemporaryFields) => put({ kind: 'temporary', fields }),
    remove: (what: Removal) => {
      put(null);
      setRemoval(what);
    },
    close: () => put(null),
  };
}
export type PlanEdit = ReturnType<typeof usePlanEdit>;

const actsOf = (open: Open, planned: ReturnType<typeof useShifts>['data']): DraftActs =>
  open.kind === 'override' ? overrideActs(open.fields, planned) : temporaryActs(open.fields, planned);

const removalActs = (removal: Removal): DraftActs =>
  'overrideId' in removal ? [{ type: 'RemoveOverride', data: removal }] : [{ type: 'RemoveTemporarySchedule', data: removal }];
