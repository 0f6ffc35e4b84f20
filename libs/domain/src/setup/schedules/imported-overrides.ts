import type { ImportedShift } from '@tocsin/contracts/schedules/imported-shifts.js';
import type { OverrideSetting } from '@tocsin/contracts/schedules/overrides.js';
import { laterOf } from '@tocsin/kernel/time.js';

export type ImportMode = 'add' | 'replace';

export interface CalendarImport {
  readonly calendar: string;
  readonly how: ImportMode;
  readonly shifts: readonly ImportedShift[];
}

type ImportedOverride = OverrideSetting & { readonly imported: NonNullable<OverrideSetting['imported']> };

const isOf =
  (calendar: string) =>
  (override: OverrideSetting): override is ImportedOverride =>
    override.imported?.calendar === calendar;

/** For a shift that replaces everyone, a removal of all sorts first, so that it does not remove people whom the import puts on call. */
const clearingUidOf = (uid: string): string => `${uid}-`;
const isClearing = ({ kind }: OverrideSetting): boolean => kind === 'remove_everybody';

type PlannedOverride = Omit<ImportedOverride, 'overrideId'>;

function planOverrides({ calendar, how: importMode, shifts }: CalendarImport, now: string): PlannedOverride[] {
  const ahead = shifts.filter(({ to }) => to > now);
  const toOverride = ({ uid, personId, from, to }: ImportedShift): PlannedOverride => ({
    kind: 'add',
    personId,
    replacesId: null,
    from,
    to,
    reason: '',
    imported: { calendar, uid },
  });
  const clearings = ahead.map((shift): PlannedOverride => ({
    ...toOverride(shift),
    kind: 'remove_everybody',
    personId: null,
    imported: { calendar, uid: clearingUidOf(shift.uid) },
  }));
  return [...(importMode === 'replace' ? clearings : []), ...ahead.map(toOverride)];
}

/**
 * The overrides of an imported calendar from now on. A shift is recognised by its event, so it is moved, not doubled.
 * What is no longer in the calendar is removed, unless it has begun; past shifts are left out.
 */
export function mergeImported(
  currentOverrides: readonly OverrideSetting[],
  importing: CalendarImport,
  { now, newId }: { readonly now: string; readonly newId: (purpose: string) => string },
): readonly OverrideSetting[] {
  const before = new Map(currentOverrides.filter(isOf(importing.calendar)).map((override) => [override.imported.uid, override]));
  const newOverrides = planOverrides(importing, now).map((one): OverrideSetting => {
    const existingOverride = before.get(one.imported.uid);
    before.delete(one.imported.uid);
    // its past effect stays: it counts from now on, unless the start did not change
    const from =
      existingOverride && (one.from === existingOverride.from || (one.from <= now && existingOverride.from <= now))
        ? existingOverride.from
        : laterOf(one.from, now);
    return { ...one, overrideId: existingOverride?.overrideId ?? newId(`override ${one.imported.uid}`), from };
  });
  const startedOverrides = [...before.values()].filter(({ from }) => from <= now);
  const all = [...startedOverrides, ...newOverrides];
  return [...all.filter(isClearing), ...all.filter((override) => !isClearing(override))];
}

/** All overrides; those of the calendar together at the position of its first one, else at the end. */
export function withImported(
  overrides: readonly OverrideSetting[],
  calendar: string,
  importedList: readonly OverrideSetting[],
): readonly OverrideSetting[] {
  const isImported = isOf(calendar);
  const place = overrides.findIndex(isImported);
  const withoutImported = (some: readonly OverrideSetting[]) => some.filter((one) => !isImported(one));
  if (place < 0) return [...overrides, ...importedList];
  return [...withoutImported(overrides.slice(0, place)), ...importedList, ...withoutImported(overrides.slice(place))];
}

/**
 * How many shifts are new, moved, removed and unchanged. For a shift that replaces everyone, only the person put on
 * call is counted.
 */
export function differenceOf(currentOverrides: readonly OverrideSetting[], calendar: string, importedList: readonly OverrideSetting[]) {
  const withoutClearings = (some: readonly OverrideSetting[]) => some.filter((one) => !isClearing(one));
  const before = new Map(
    withoutClearings(currentOverrides.filter(isOf(calendar))).map((one) => [one.overrideId, JSON.stringify(timesOf(one))]),
  );
  const after = withoutClearings(importedList);
  const addedCount = after.filter(({ overrideId }) => !before.has(overrideId)).length;
  const unchangedCount = after.filter((one) => before.get(one.overrideId) === JSON.stringify(timesOf(one))).length;
  return {
    added: addedCount,
    unchanged: unchangedCount,
    changed: after.length - addedCount - unchangedCount,
    removed: before.size - (after.length - addedCount),
  };
}

const timesOf = ({ personId, from, to }: OverrideSetting) => ({ personId, from, to });
