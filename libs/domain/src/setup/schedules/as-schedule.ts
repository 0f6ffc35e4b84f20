import type { ContinuedRotation, LayerSetting } from '@tocsin/contracts/schedules/layers.js';
import type { DutyReasonShown, DutyShown } from '@tocsin/contracts/people/duty.js';
import type { OverrideSetting, TemporarySetting } from '@tocsin/contracts/schedules/overrides.js';
import type { ScheduleVersionShown } from '@tocsin/contracts/schedules/schedules.js';
import { toInstant, toMillis } from '@tocsin/kernel/time.js';
import type { Continuation, Duty, DutyReason, Layer, Override, Schedule, ScheduleVersion, TemporarySchedule } from './shifts/schedule.js';
import type { ScheduleRules } from './rules-fold.js';

/**
 * Converts a recorded schedule to the form that the shift arithmetic uses: instants as milliseconds, zones filled in.
 */
export const asSchedule = ({ versions, overrides, temporary }: Pick<ScheduleRules, 'versions' | 'overrides' | 'temporary'>): Schedule => ({
  versions: asVersions(versions),
  overrides: overrides.map(asOverride),
  temporary: temporary.map(asTemporary),
});

const cachedVersions = new WeakMap<readonly ScheduleVersionShown[], readonly ScheduleVersion[]>();

/**
 * Cached by the list of versions, which is immutable: equal lists get the same layer objects, for which the arithmetic
 * caches its counts.
 */
function asVersions(versions: readonly ScheduleVersionShown[]): readonly ScheduleVersion[] {
  const versionList = cachedVersions.get(versions) ?? versions.map(asVersion);
  cachedVersions.set(versions, versionList);
  return versionList;
}

const asVersion = ({ version, effectiveFrom, timeZone, layers, rotations }: ScheduleVersionShown): ScheduleVersion => ({
  version,
  effectiveFrom: toMillis(effectiveFrom),
  layers: layers.map((layer) => asLayer(layer, timeZone, effectiveFrom)),
  ...(rotations === null ? {} : { continues: rotations.map(asContinuation) }),
});

const asLayer = ({ layerId, timeZone, priority, from, rotation, restrictions }: LayerSetting, zone: string, beganAt: string): Layer => ({
  id: layerId,
  zone: timeZone ?? zone,
  priority,
  effectiveFrom: toMillis(from ?? beganAt),
  rotation: {
    slots: rotation.slots.map(({ slotId, people }) => ({ id: slotId, people })),
    length: rotation.length,
    anchor: toMillis(rotation.anchor),
    countsCoveredTimeOnly: rotation.countsCoveredTimeOnly,
  },
  restrictions: restrictions.map(({ weekdays, times }) => (times === undefined ? { weekdays } : { weekdays, times })),
});

const asContinuation = ({ layerId, shift, countOffset, kept }: ContinuedRotation): Continuation => ({
  layer: layerId,
  shift,
  ...(countOffset === undefined ? {} : { countOffset }),
  ...(kept === null ? {} : { kept: { people: kept.people, until: toMillis(kept.until) } }),
});

/** In the form in which events record it. */
export const toContinuedRotation = ({ layer, shift, countOffset, kept }: Continuation): ContinuedRotation => ({
  layerId: layer,
  shift,
  ...(countOffset === undefined ? {} : { countOffset }),
  kept: kept === undefined ? null : { people: [...kept.people], until: toInstant(kept.until) },
});

function asOverride({ overrideId: id, kind, personId, replacesId, from, to, coverId: cover }: OverrideSetting): Override {
  const validity = { id, from: toMillis(from), to: toMillis(to), ...(cover === undefined ? {} : { cover }) };
  if (kind === 'remove_everybody') return { ...validity, kind: 'remove-everybody' };
  if (kind === 'replace') return { ...validity, kind, replaced: replacesId!, person: personId! };
  return { ...validity, kind, person: personId! };
}

const asTemporary = ({ temporaryId: id, from, to, shifts, fallback }: TemporarySetting): TemporarySchedule => ({
  id,
  from: toMillis(from),
  to: toMillis(to),
  shifts: shifts.map((shift) => ({ person: shift.personId, from: toMillis(shift.from), to: toMillis(shift.to) })),
  fallback,
});

/** Who is on call and why, in the form of events and answers. */
export const toDutyShown = ({ person, reason }: Duty): DutyShown => ({ personId: person, why: toReasonShown(reason) });

function toReasonShown(reason: DutyReason): DutyReasonShown {
  const { kind } = reason;
  if (kind === 'override') {
    const { override: overrideId, replaced = null, cover } = reason;
    return { kind, overrideId, replacesId: replaced, from: toInstant(reason.from), ...(cover === undefined ? {} : { coverId: cover }) };
  }
  if (kind === 'temporary') return { kind, temporaryId: reason.temporary, fallback: reason.isFallback, from: toInstant(reason.from) };
  const { version, layer: layerId, slot: slotId, turn } = reason;
  return { kind, version, layerId, slotId, from: toInstant(turn.from), to: toInstant(turn.to), turn: turn.count };
}
