import type { CoverFact } from '@tocsin/contracts/schedules/covers.js';
import type { ScheduleFact, ScheduleRow, ScheduleVersionShown } from '@tocsin/contracts/schedules/schedules.js';
import { withImported } from './imported-overrides.js';
import type { DataOf } from '@tocsin/kernel/decide/decider.js';

/** The part of a schedule that determines who is on call. Its stream decides on the same fields that its row shows. */
export type ScheduleRules = Pick<ScheduleRow, 'version' | 'timeZone' | 'zones' | 'versions' | 'overrides' | 'temporary' | 'shares'>;

const byEffect = (one: ScheduleVersionShown, other: ScheduleVersionShown): number =>
  one.effectiveFrom < other.effectiveFrom ? -1 : one.effectiveFrom > other.effectiveFrom ? 1 : one.version - other.version;

const doesLastBeyond =
  (at: string) =>
  ({ to }: { readonly to: string }): boolean =>
    to > at;

/** Requests for cover change no duty: the resulting override does. */
type RuleFact = Exclude<ScheduleFact, CoverFact>;
type Step<T extends RuleFact['type']> = (rules: ScheduleRules, data: DataOf<RuleFact, T>) => Partial<ScheduleRules>;

/** Changes of the rules, by event type; `{}` for no change. */
const changes: { readonly [T in RuleFact['type']]: Step<T> } = {
  ScheduleBegan: (_rules, { effectiveFrom, timeZone, layers, zones }) => createRules(effectiveFrom, { timeZone, layers, zones }),
  ScheduleChanged: ({ versions }, { version, effectiveFrom, timeZone, layers, zones }) => ({
    version,
    zones,
    versions: [...versions, { version, effectiveFrom, timeZone, layers, rotations: null }].toSorted(byEffect),
  }),
  ScheduleChangeWithdrawn: ({ versions }, data) => ({ versions: versions.filter(({ version }) => version !== data.version) }),
  ScheduleVersionTookEffect: ({ versions, timeZone }, { version, effectiveAt, rotations }) => {
    const inForce = versions.find((one) => one.version === version);
    const plannedVersions = versions.filter(({ effectiveFrom }) => effectiveFrom > effectiveAt);
    return inForce ? { timeZone: inForce.timeZone, versions: [{ ...inForce, rotations }, ...plannedVersions] } : { timeZone };
  },
  OverridesAdded: ({ overrides }, data) => ({ overrides: [...overrides, ...data.overrides] }),
  OverridesImported: ({ overrides }, data) => ({ overrides: [...withImported(overrides, data.calendar, data.overrides)] }),
  OverrideChanged: ({ overrides }, { override }) => ({
    overrides: overrides.map((one) => (one.overrideId === override.overrideId ? override : one)),
  }),
  OverrideRemoved: ({ overrides }, { overrideId }) => ({ overrides: overrides.filter((one) => one.overrideId !== overrideId) }),
  TemporaryScheduleAdded: ({ temporary }, data) => ({ temporary: [...temporary, data.temporary] }),
  TemporaryScheduleChanged: ({ temporary }, data) => ({
    temporary: temporary.map((one) => (one.temporaryId === data.temporary.temporaryId ? data.temporary : one)),
  }),
  TemporaryScheduleRemoved: ({ temporary }, { temporaryId }) => ({
    temporary: temporary.filter((one) => one.temporaryId !== temporaryId),
  }),
  ZoneTableTaken: (_rules, { zones }) => ({ zones }),
  SharesSet: (_rules, { shares }) => ({ shares }),
  OnCallChanged: () => ({}),
  // past overrides can’t affect later computations
  HandoffPlanned: ({ overrides, temporary }, { upTo }) => ({
    ...(overrides.every(doesLastBeyond(upTo)) ? {} : { overrides: overrides.filter(doesLastBeyond(upTo)) }),
    ...(temporary.every(doesLastBeyond(upTo)) ? {} : { temporary: temporary.filter(doesLastBeyond(upTo)) }),
  }),
};

export const ruleTypes = Object.keys(changes) as readonly RuleFact['type'][];

/** The first version, without a previous one. */
export const createRules = (
  effectiveFrom: string,
  { timeZone, layers, zones }: Pick<ScheduleRules, 'timeZone' | 'zones'> & Pick<ScheduleVersionShown, 'layers'>,
): ScheduleRules => ({
  version: 1,
  timeZone,
  zones,
  versions: [{ version: 1, effectiveFrom, timeZone, layers, rotations: [] }],
  overrides: [],
  temporary: [],
});

/** The row with its rules after a fact of the schedule’s own stream; the same object when nothing changed. */
export function withRules<Row extends ScheduleRules>(row: Row, { type, data }: ScheduleFact): Row {
  const change =
    (changes as Partial<Record<string, (rules: ScheduleRules, of: unknown) => Partial<ScheduleRules>>>)[type]?.(row, data) ?? {};
  return Object.keys(change).length === 0 ? row : { ...row, ...change };
}
