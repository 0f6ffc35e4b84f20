import type { LayerSetting } from '@tocsin/contracts/layers.js';
import type { OverrideSetting, TemporarySetting } from '@tocsin/contracts/overrides.js';
import type { ScheduleVersionShown } from '@tocsin/contracts/schedules.js';
import { later } from '@tocsin/kernel/time.js';

/** Somebody who leaves, and who takes their place; null: nobody, their places become gaps. */
export interface Leaver {
  readonly personId: string;
  readonly replacementId: string | null;
}

/** The people of a place without somebody, or with whoever takes it. */
const peopleAfter = (people: readonly string[], { personId, replacementId }: Leaver): string[] => [
  ...new Set(people.flatMap((one) => (one === personId ? (replacementId ?? []) : one))),
];

/** Whether a person stands in any layer. */
export const isInLayers = ({ layers }: Pick<ScheduleVersionShown, 'layers'>, personId: string): boolean =>
  layers.some(({ rotation }) => rotation.slots.some(({ people }) => people.includes(personId)));

/** Rotations close up: whoever comes after them follows at once. A rotation of theirs alone is nobody’s. */
export const layersAfter = (layers: readonly LayerSetting[], leaver: Leaver): LayerSetting[] =>
  layers.map((layer) => {
    const { slots } = layer.rotation;
    const changed = slots.map((slot) => ({ ...slot, people: peopleAfter(slot.people, leaver) }));
    const left = changed.filter(({ people }, n) => people.length > 0 || slots[n]!.people.length === 0);
    return { ...layer, rotation: { ...layer.rotation, slots: left.length > 0 ? left : changed.slice(0, 1) } };
  });

export const isInOverride = ({ personId, replacesId }: OverrideSetting, leaver: string): boolean =>
  personId === leaver || replacesId === leaver;

/**
 * The override from now on; null: it has nothing to act on any more. Where they were to come on call in the place of somebody, nobody does:
 * a gap is left.
 */
export function overrideAfter(override: OverrideSetting, { personId: leaver, replacementId }: Leaver, now: string): OverrideSetting | null {
  const { kind, personId, replacesId } = override;
  const from = later(override.from, now);
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

/** What is left of their shifts goes to the replacement, or to nobody. What was is recorded, and need not stand here. */
export const temporaryAfter = (temporary: TemporarySetting, leaver: Leaver, now: string): TemporarySetting => ({
  ...temporary,
  fallback: peopleAfter(temporary.fallback, leaver),
  shifts: temporary.shifts.flatMap((shift) => {
    if (shift.personId !== leaver.personId) return [shift];
    return leaver.replacementId === null || shift.to <= now
      ? []
      : [{ ...shift, personId: leaver.replacementId, from: later(shift.from, now) }];
  }),
});

/** Everybody whom a schedule puts on call, now or ahead. */
export const namedIn = (schedule: {
  readonly versions: readonly ScheduleVersionShown[];
  readonly overrides: readonly OverrideSetting[];
  readonly temporary: readonly TemporarySetting[];
}): readonly string[] => {
  const inLayers = schedule.versions.flatMap(({ layers }) =>
    layers.flatMap(({ rotation }) => rotation.slots.flatMap(({ people }) => people)),
  );
  const inOverrides = schedule.overrides.flatMap(({ personId, replacesId }) => [personId ?? [], replacesId ?? []].flat());
  const inTemporary = schedule.temporary.flatMap(({ shifts, fallback }) => [...shifts.map(({ personId }) => personId), ...fallback]);
  return [...new Set([...inLayers, ...inOverrides, ...inTemporary])];
};
