import type { OnCallPeriod, ShiftsAnswer, ShiftShown } from '@tocsin/contracts/schedules/answers.js';
import type { ScheduleRow } from '@tocsin/contracts/schedules/schedules.js';
import { earlierOf, laterOf, toInstant, toMillis } from '@tocsin/kernel/time.js';
import { asSchedule, toDutyShown } from '../as-schedule.js';
import { zonesOf } from '../shared/zones-of.js';
import type { ZoneOf } from '../shifts/layers.js';
import type { Schedule } from '../shifts/schedule.js';
import { onCallWithin, type OnCall } from '../shifts/shifts.js';
import { listClockChanges } from '../shifts/zone-changes.js';
import { joinShifts } from './join-shifts.js';
import { listRecordedDuties, type Duties, type Range } from './recorded-duties.js';

type Rules = Pick<ScheduleRow, 'id' | 'timeZone' | 'zones' | 'version' | 'versions' | 'overrides' | 'temporary'>;

const toInterval = ({ from, to }: Range) => ({ from: toMillis(from), to: toMillis(to) });

const toShiftsShown = ({ shifts }: Pick<OnCall, 'shifts'>): ShiftShown[] =>
  shifts.map(({ from, to, ...duty }) => ({ ...toDutyShown(duty), from: toInstant(from), to: toInstant(to) }));

const noOnCall: OnCall = { segments: [], shifts: [], gaps: [], overlaps: [] };

/** Who will be on call by the current rules. */
export const computeOnCall = (schedule: Schedule, zoneOf: ZoneOf, range: Range): OnCall =>
  range.from < range.to ? onCallWithin(schedule, zoneOf, toInterval(range)) : noOnCall;

/** Who will be on call within a future range. */
export const listShiftsAhead = (rules: Rules, range: Range): readonly ShiftShown[] =>
  computeDuties(asSchedule(rules), zonesOf(rules), range).shifts;

function computeDuties(schedule: Schedule, zoneOf: ZoneOf, range: Range): Duties {
  const onCall = computeOnCall(schedule, zoneOf, range);
  return {
    shifts: toShiftsShown(onCall),
    gaps: onCall.gaps.map(({ from, to, isIntended }) => ({ from: toInstant(from), to: toInstant(to), intended: isIntended })),
  };
}

/** Who has the turn in each layer on its own, from the current version on; earlier times are not computed again. */
function layersOf(rules: Rules, schedule: Schedule, zoneOf: ZoneOf, { from, to }: Range): ShiftsAnswer['layers'] {
  const range = { from: laterOf(from, rules.versions[0]?.effectiveFrom ?? from), to };
  const layerNames = new Map(rules.versions.flatMap(({ layers }) => layers.map(({ layerId, name }) => [layerId, name] as const)));
  return [...layerNames].map(([layerId, name]) => {
    const versions = schedule.versions.map((version) => ({ ...version, layers: version.layers.filter(({ id }) => id === layerId) }));
    return { layerId, name, shifts: joinShifts(computeDuties({ versions, overrides: [], temporary: [] }, zoneOf, range).shifts) };
  });
}

const recordedEnd = ({ from, to }: Range, now: string): string => earlierOf(laterOf(now, from), to);

/** The final shifts and gaps of a range: recorded up to now, computed after it. */
export function listFinalDuties(
  rules: Rules,
  periods: readonly OnCallPeriod[],
  range: Range,
  now: string,
): Pick<ShiftsAnswer, 'final' | 'gaps'> {
  const recordedUpTo = recordedEnd(range, now);
  const recordedPart = listRecordedDuties(
    periods,
    { from: range.from, to: recordedUpTo },
    rules.versions[0]?.effectiveFrom ?? recordedUpTo,
  );
  const ahead = computeDuties(asSchedule(rules), zonesOf(rules), { from: recordedUpTo, to: range.to });
  return { final: joinShifts([...recordedPart.shifts, ...ahead.shifts]), gaps: joinGaps([...recordedPart.gaps, ...ahead.gaps]) };
}

/** A range of a schedule with its layers. */
export function answerShifts(rules: Rules, periods: readonly OnCallPeriod[], range: Range, now: string): ShiftsAnswer {
  const zoneOf = zonesOf(rules);
  return {
    scheduleId: rules.id,
    ...range,
    timeZone: rules.timeZone,
    version: rules.version,
    recordedUpTo: recordedEnd(range, now),
    ...listFinalDuties(rules, periods, range, now),
    layers: layersOf(rules, asSchedule(rules), zoneOf, range),
    clockChanges: listClockChanges(zoneOf(rules.timeZone), toInterval(range)).map(({ at, minutes }) => ({ at: toInstant(at), minutes })),
  };
}

function joinGaps(gaps: ShiftsAnswer['gaps']): ShiftsAnswer['gaps'] {
  const joinedList: ShiftsAnswer['gaps'] = [];
  for (const gap of gaps) {
    const before = joinedList.at(-1);
    if (before?.to === gap.from && before.intended === gap.intended) joinedList[joinedList.length - 1] = { ...before, to: gap.to };
    else joinedList.push(gap);
  }
  return joinedList;
}
