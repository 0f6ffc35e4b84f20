import { duration } from '@tocsin/contracts/duration.js';
import { limits } from '@tocsin/contracts/limits.js';
import type { LayerSetting } from '@tocsin/contracts/layers.js';
import type { RefusalCode } from '@tocsin/contracts/refusals.js';
import type { Refused } from '@tocsin/kernel/decide/refused.js';
import { between } from '@tocsin/kernel/time.js';
import type { ConfigurationContext } from '../reads.js';
import { refuse } from '../rules/refuse.js';
import { cannotServe, canServe } from '../rules/may-serve.js';
import { latestZoneTable } from './shifts/zone-table.js';

/** The actor, the time, and what is known. */
type Asking = Pick<ConfigurationContext, 'actor' | 'now' | 'reads'>;
export type Mistake = Refused<RefusalCode> | null;

export interface Rules {
  readonly timeZone: string;
  readonly layers: readonly LayerSetting[];
}

/** The refusal for the first problem of the layers, at its field: `layers.0.rotation.slots.1.people.0`. Null: none. */
export function mistakeInLayers({ timeZone, layers }: Rules, context: Asking): Mistake {
  const twice = listedTwice(layers.map(({ layerId }) => layerId));
  if (twice !== null) return refuse('schedule.listed_twice', {}, `layers.${twice}.layerId`);
  const wrongZone = unknownZone(timeZone, 'timeZone');
  if (wrongZone) return wrongZone;
  return first(layers, (layer, n) => mistakeInLayer(layer, `layers.${n}`, context));
}

const mistakeInLayer = ({ timeZone, rotation, restrictions }: LayerSetting, path: string, context: Asking): Mistake =>
  (timeZone === null ? null : unknownZone(timeZone, `${path}.timeZone`)) ??
  mistakeInSlots(rotation.slots, `${path}.rotation.slots`, context) ??
  mistakeInAnchor(rotation, `${path}.rotation.anchor`, context) ??
  first(restrictions, ({ times }, n) =>
    times !== undefined && times.from === times.to
      ? refuse('schedule.restriction_leaves_nothing', {}, `${path}.restrictions.${n}.times`)
      : null,
  );

/** Turns that count only covered time are counted from the anchor, so it must not lie decades back. */
const mistakeInAnchor = ({ countsCoveredTimeOnly, anchor }: LayerSetting['rotation'], path: string, { now }: Asking): Mistake =>
  countsCoveredTimeOnly && between(anchor, now) > limits.countedSince
    ? refuse('schedule.anchor_too_old', { years: limits.countedSince / (365 * duration.day) }, path)
    : null;

function mistakeInSlots(slots: LayerSetting['rotation']['slots'], path: string, context: Asking): Mistake {
  const twice = listedTwice(slots.map(({ slotId }) => slotId));
  if (twice !== null) return refuse('schedule.listed_twice', {}, `${path}.${twice}.slotId`);
  const places = slots.flatMap(({ people }) => people);
  if (places.length === 0) return refuse('schedule.rotation_of_nobody', {}, path);
  const limit = limits.participantsPerRotation;
  if (places.length > limit) return refuse('limit.rotation_places', { limit }, path);
  return first(slots, ({ people }, n) => mistakeInPeople(people, `${path}.${n}.people`, context));
}

/** No one twice, and no one who can’t be on call. */
export function mistakeInPeople(people: readonly string[], path: string, context: Asking): Mistake {
  const twice = listedTwice(people);
  if (twice !== null) return refuse('schedule.listed_twice', {}, `${path}.${twice}`);
  return first(people, (personId, n) => (canServe(context, personId) ? null : refuse(cannotServe(context, personId), {}, `${path}.${n}`)));
}

const unknownZone = (zone: string, path: string): Mistake =>
  latestZoneTable().zone(zone) === undefined ? refuse('schedule.zone_unknown', { zone }, path) : null;

/** The index of the first repeated id; null when there is none. */
const listedTwice = (ids: readonly string[]): number | null => {
  const n = ids.findIndex((id, index) => ids.indexOf(id) !== index);
  return n < 0 ? null : n;
};

export function first<T>(list: readonly T[], mistakeIn: (one: T, n: number) => Mistake): Mistake {
  for (const [n, one] of list.entries()) {
    const mistake = mistakeIn(one, n);
    if (mistake) return mistake;
  }
  return null;
}
