import type { ImportedShift } from '@tocsin/contracts/imported-shifts.js';
import type { OverrideSetting } from '@tocsin/contracts/overrides.js';
import { later } from '@tocsin/kernel/time.js';

export type ImportHow = 'add' | 'replace';

export interface Importing {
  readonly calendar: string;
  readonly how: ImportHow;
  readonly shifts: readonly ImportedShift[];
}

type Imported = OverrideSetting & { readonly imported: NonNullable<OverrideSetting['imported']> };

const isOf =
  (calendar: string) =>
  (override: OverrideSetting): override is Imported =>
    override.imported?.calendar === calendar;

/** For a shift that replaces everyone, a removal of all sorts first, so that it does not remove people whom the import puts on call. */
const clearing = (uid: string): string => `${uid}-`;
const isClearing = ({ kind }: OverrideSetting): boolean => kind === 'remove_everybody';

type PlannedOverride = Omit<Imported, 'overrideId'>;

function plannedOverrides({ calendar, how, shifts }: Importing, now: string): PlannedOverride[] {
  const ahead = shifts.filter(({ to }) => to > now);
  const put = ({ uid, personId, from, to }: ImportedShift): PlannedOverride => ({
    kind: 'add',
    personId,
    replacesId: null,
    from,
    to,
    reason: '',
    imported: { calendar, uid },
  });
  const cleared = ahead.map((shift): PlannedOverride => ({
    ...put(shift),
    kind: 'remove_everybody',
    personId: null,
    imported: { calendar, uid: clearing(shift.uid) },
  }));
  return [...(how === 'replace' ? cleared : []), ...ahead.map(put)];
}

/**
 * The overrides of an imported calendar from now on. A shift is recognised by its event, so it is moved, not doubled.
 * What is no longer in the calendar is removed, unless it has begun; past shifts are left out.
 */
export function importedOverrides(
  known: readonly OverrideSetting[],
  importing: Importing,
  { now, newId }: { readonly now: string; readonly newId: (purpose: string) => string },
): readonly OverrideSetting[] {
  const before = new Map(known.filter(isOf(importing.calendar)).map((override) => [override.imported.uid, override]));
  const planned = plannedOverrides(importing, now).map((one): OverrideSetting => {
    const there = before.get(one.imported.uid);
    before.delete(one.imported.uid);
    // its past effect stays: it counts from now on, unless the start did not change
    const from = there && (one.from === there.from || (one.from <= now && there.from <= now)) ? there.from : later(one.from, now);
    return { ...one, overrideId: there?.overrideId ?? newId(`override ${one.imported.uid}`), from };
  });
  const started = [...before.values()].filter(({ from }) => from <= now);
  const all = [...started, ...planned];
  return [...all.filter(isClearing), ...all.filter((override) => !isClearing(override))];
}

/** All overrides; those of the calendar together at the position of its first one, else at the end. */
export function withImported(
  overrides: readonly OverrideSetting[],
  calendar: string,
  imported: readonly OverrideSetting[],
): readonly OverrideSetting[] {
  const isImported = isOf(calendar);
  const place = overrides.findIndex(isImported);
  const others = (some: readonly OverrideSetting[]) => some.filter((one) => !isImported(one));
  if (place < 0) return [...overrides, ...imported];
  return [...others(overrides.slice(0, place)), ...imported, ...others(overrides.slice(place))];
}

/**
 * How many shifts are new, moved, removed and unchanged. For a shift that replaces everyone, only the person put on
 * call is counted.
 */
export function differenceOf(known: readonly OverrideSetting[], calendar: string, imported: readonly OverrideSetting[]) {
  const shifts = (some: readonly OverrideSetting[]) => some.filter((one) => !isClearing(one));
  const before = new Map(shifts(known.filter(isOf(calendar))).map((one) => [one.overrideId, JSON.stringify(places(one))]));
  const after = shifts(imported);
  const added = after.filter(({ overrideId }) => !before.has(overrideId)).length;
  const unchanged = after.filter((one) => before.get(one.overrideId) === JSON.stringify(places(one))).length;
  return { added, unchanged, changed: after.length - added - unchanged, removed: before.size - (after.length - added) };
}

const places = ({ personId, from, to }: OverrideSetting) => ({ personId, from, to });
