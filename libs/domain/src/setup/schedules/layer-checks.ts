import * as scheduleLimits from '@tocsin/contracts/schedules/limits.js';
import type { LayerSetting } from '@tocsin/contracts/schedules/layers.js';
import type { RefusalCode } from '@tocsin/contracts/refusals.js';
import type { Refusal } from '@tocsin/kernel/decide/refusal.js';
import type { ConfigurationContext } from '../../reads.js';
import { refuse } from '../../rules/refuse.js';
import { unfitReasonOf, canServe } from '../../rules/can-serve.js';
import { loadLatestZoneTable } from './shifts/zone-table.js';

/** The actor, the time, and what is known. */
type CheckContext = Pick<ConfigurationContext, 'actor' | 'now' | 'reads'>;
export type Mistake = Refusal<RefusalCode> | null;

export interface Rules {
  readonly timeZone: string;
  readonly layers: readonly LayerSetting[];
}

/** The refusal for the first problem of the layers, at its field: `layers.0.rotation.slots.1.people.0`. Null: none. */
export function checkLayers({ timeZone, layers }: Rules, context: CheckContext): Mistake {
  const repeatedIndex = findRepeated(layers.map(({ layerId }) => layerId));
  if (repeatedIndex !== null) return refuse('schedule.listed_twice', {}, `layers.${repeatedIndex}.layerId`);
  const wrongZone = checkZone(timeZone, 'timeZone');
  if (wrongZone) return wrongZone;
  return first(layers, (layer, n) => checkLayer(layer, `layers.${n}`, context));
}

const checkLayer = ({ timeZone, rotation, restrictions }: LayerSetting, path: string, context: CheckContext): Mistake =>
  (timeZone === null ? null : checkZone(timeZone, `${path}.timeZone`)) ??
  checkSlots(rotation.slots, `${path}.rotation.slots`, context) ??
  first(restrictions, ({ times }, n) =>
    times !== undefined && times.from === times.to
      ? refuse('schedule.restriction_leaves_nothing', {}, `${path}.restrictions.${n}.times`)
      : null,
  );

function checkSlots(slots: LayerSetting['rotation']['slots'], path: string, context: CheckContext): Mistake {
  const repeatedIndex = findRepeated(slots.map(({ slotId }) => slotId));
  if (repeatedIndex !== null) return refuse('schedule.listed_twice', {}, `${path}.${repeatedIndex}.slotId`);
  const places = slots.flatMap(({ people }) => people);
  if (places.length === 0) return refuse('schedule.rotation_of_nobody', {}, path);
  const limit = scheduleLimits.participantsPerRotation;
  if (places.length > limit) return refuse('limit.rotation_places', { limit }, path);
  return first(slots, ({ people }, n) => checkPeople(people, `${path}.${n}.people`, context));
}

/** No one twice, and no one who can’t be on call. */
export function checkPeople(people: readonly string[], path: string, context: CheckContext): Mistake {
  const repeatedIndex = findRepeated(people);
  if (repeatedIndex !== null) return refuse('schedule.listed_twice', {}, `${path}.${repeatedIndex}`);
  return first(people, (personId, n) =>
    canServe(context, personId) ? null : refuse(unfitReasonOf(context, personId), {}, `${path}.${n}`),
  );
}

const checkZone = (zone: string, path: string): Mistake =>
  loadLatestZoneTable().zone(zone) === undefined ? refuse('schedule.zone_unknown', { zone }, path) : null;

/** The index of the first repeated id; null when there is none. */
const findRepeated = (ids: readonly string[]): number | null => {
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
