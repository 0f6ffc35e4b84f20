import type { LayerSetting } from '@tocsin/contracts/schedules/layers.js';
import type { OverrideSetting, TemporarySetting } from '@tocsin/contracts/schedules/overrides.js';
import type { ScheduleVersionShown } from '@tocsin/contracts/schedules/schedules.js';
import { laterOf } from '@tocsin/kernel/time.js';

/** A person who leaves, and their replacement; null: none, their places become gaps. */
export interface PersonDeparture {
  readonly personId: string;
  readonly replacementId: string | null;
}

/** The people of a slot without the leaver, or with their replacement. */
const replaceInPeople = (people: readonly string[], { personId, replacementId }: PersonDeparture): string[] => [
  ...new Set(people.flatMap((one) => (one === personId ? (replacementId ?? []) : one))),
];

export const isInLayers = ({ layers }: Pick<ScheduleVersionShown, 'layers'>, personId: string): boolean =>
  layers.some(({ rotation }) => rotation.slots.some(({ people }) => people.includes(personId)));

/** Rotations close up: the next person follows at once. A rotation with only this person is left without people. */
export const replaceInLayers = (layers: readonly LayerSetting[], leaver: PersonDeparture): LayerSetting[] =>
  layers.map((layer) => {
    const { slots } = layer.rotation;
    const changedSlots = slots.map((slot) => ({ ...slot, people: replaceInPeople(slot.people, leaver) }));
    const slotsWithPeople = changedSlots.filter(({ people }, n) => people.length > 0 || slots[n]!.people.length === 0);
    return { ...layer, rotation: { ...layer.rotation, slots: slotsWithPeople.length > 0 ? slotsWithPeople : changedSlots.slice(0, 1) } };
  });

export const isInOverride = ({ personId, replacesId }: OverrideSetting, leaver: string): boolean =>
  personId === leaver || replacesId === leaver;

/**
 * The override from now on; null: it has no effect any more. If the leaver was to replace another person and has no
 * replacement, a gap is left instead.
 */
export function replaceInOverride(
  override: OverrideSetting,
  { personId: leaver, replacementId }: PersonDeparture,
  now: string,
): OverrideSetting | null {
  const { kind, personId, replacesId } = override;
  const from = laterOf(override.from, now);
  if (personId === leaver && replacementId === null) {
    return kind === 'replace' ? { ...override, kind: 'remove', personId: replacesId, replacesId: null, from } : null;
  }
  if (replacementId === null) return null;
  const after = {
    ...override,
    personId: personId === leaver ? replacementId : personId,
    replacesId: replacesId === leaver ? replacementId : replacesId,
  };
  return after.personId === after.replacesId ? null : { ...after, from };
}

export const isInTemporary = ({ shifts, fallback }: TemporarySetting, personId: string): boolean =>
  fallback.includes(personId) || shifts.some((shift) => shift.personId === personId);

/** The rest of their shifts goes to the replacement, or becomes gaps. The past is recorded and not kept here. */
export const replaceInTemporary = (temporary: TemporarySetting, leaver: PersonDeparture, now: string): TemporarySetting => ({
  ...temporary,
  fallback: replaceInPeople(temporary.fallback, leaver),
  shifts: temporary.shifts.flatMap((shift) => {
    if (shift.personId !== leaver.personId) return [shift];
    return leaver.replacementId === null || shift.to <= now
      ? []
      : [{ ...shift, personId: leaver.replacementId, from: laterOf(shift.from, now) }];
  }),
});
