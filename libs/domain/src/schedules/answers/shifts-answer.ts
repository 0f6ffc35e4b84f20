import type { OnCallPeriod, ShiftsAnswer, ShiftShown } from '@tocsin/contracts/schedule-answers.js';
import type { ScheduleRow } from '@tocsin/contracts/schedules.js';
import { earlier, later, toInstant, toMillis } from '@tocsin/kernel/time.js';
import { asSchedule, dutyShown } from '../as-schedule.js';
import { zonesOf } from '../shared/zones-of.js';
import type { ZoneOf } from '../shifts/layers.js';
import type { Schedule } from '../shifts/schedule.js';
import { onCallWithin, type OnCall } from '../shifts/shifts.js';
import { clockChangesWithin } from '../shifts/zone-changes.js';
import { joinedShifts } from './joined.js';
import { recordedDuties, type Duties, type Range } from './recorded.js';

type Rules = Pick<ScheduleRow, 'id' | 'timeZone' | 'zones' | 'version' | 'versions' | 'overrides' | 'temporary'>;

const millis = ({ from, to }: Range) => ({ from: toMillis(from), to: toMillis(to) });

const shown = ({ shifts }: Pick<OnCall, 'shifts'>): ShiftShown[] =>
  shifts.map(({ from, to, ...duty }) => ({ ...dutyShown(duty), from: toInstant(from), to: toInstant(to) }));

const nobody: OnCall = { segments: [], shifts: [], gaps: [], overlaps: [] };

/** Who will be on call by the current rules. */
export const computed = (schedule: Schedule, zoneOf: ZoneOf, range: Range): OnCall =>
  range.from < range.to ? onCallWithin(schedule, zoneOf, millis(range)) : nobody;

/** Who will be on call within a future range. */
export const shiftsAhead = (rules: Rules, range: Range): readonly ShiftShown[] =>
  computedDuties(asSchedule(rules), zonesOf(rules), range).shifts;

function computedDuties(schedule: Schedule, zoneOf: ZoneOf, range: Range): Duties {
  const onCall = computed(schedule, zoneOf, range);
  return {
    shifts: shown(onCall),
    gaps: onCall.gaps.map(({ from, to, isIntended }) => ({ from: toInstant(from), to: toInstant(to), intended: isIntended })),
  };
}

/** Who has the turn in each layer on its own, from the current version on; earlier times are not computed again. */
function layersOf(rules: Rules, schedule: Schedule, zoneOf: ZoneOf, { from, to }: Range): ShiftsAnswer['layers'] {
  const range = { from: later(from, rules.versions[0]?.effectiveFrom ?? from), to };
  const named = new Map(rules.versions.flatMap(({ layers }) => layers.map(({ layerId, name }) => [layerId, name] as const)));
  return [...named].map(([layerId, name]) => {
    const versions = schedule.versions.map((version) => ({ ...version, layers: version.layers.filter(({ id }) => id === layerId) }));
    return { layerId, name, shifts: joinedShifts(computedDuties({ versions, overrides: [], temporary: [] }, zoneOf, range).shifts) };
  });
}

/** A range of a schedule: recorded up to now, computed after it. */
export function shiftsAnswer(rules: Rules, periods: readonly OnCallPeriod[], range: Range, now: string): ShiftsAnswer {
  const schedule = asSchedule(rules);
  const zoneOf = zonesOf(rules);
  const recordedUpTo = earlier(later(now, range.from), range.to);
  const past = recordedDuties(periods, { from: range.from, to: recordedUpTo }, rules.versions[0]?.effectiveFrom ?? recordedUpTo);
  const ahead = computedDuties(schedule, zoneOf, { from: recordedUpTo, to: range.to });
  return {
    scheduleId: rules.id,
    ...range,
    timeZone: rules.timeZone,
    version: rules.version,
    recordedUpTo,
    final: joinedShifts([...past.shifts, ...ahead.shifts]),
    layers: layersOf(rules, schedule, zoneOf, range),
    gaps: joinedGaps([...past.gaps, ...ahead.gaps]),
    clockChanges: clockChangesWithin(zoneOf(rules.timeZone), millis(range)).map(({ at, minutes }) => ({ at: toInstant(at), minutes })),
  };
}

function joinedGaps(gaps: ShiftsAnswer['gaps']): ShiftsAnswer['gaps'] {
  const joined: ShiftsAnswer['gaps'] = [];
  for (const gap of gaps) {
    const before = joined.at(-1);
    if (before?.to === gap.from && before.intended === gap.intended) joined[joined.length - 1] = { ...before, to: gap.to };
    else joined.push(gap);
  }
  return joined;
}
