import type { LayerSetting } from '@tocsin/contracts/schedules/layers.js';
import { toInstant, toMillis } from '@tocsin/kernel/time.js';
import type { ScheduleRules } from '../rules-fold.js';
import { marksOf, marksPerTurn } from '../shifts/marks.js';
import { zonesOf } from './zones-of.js';

type Continued = Pick<ScheduleRules, 'timeZone' | 'zones'> & { readonly layers: readonly LayerSetting[] };

/** The newest rules of a schedule, with each rotation as it would have run before its anchor: by whole rounds. */
export function continuedBackwards(rules: ScheduleRules, start: string): Continued {
  const { zones, versions } = rules;
  const newest = versions.at(-1)!;
  const layers = newest.layers.map((layer) => {
    const shift = newest.rotations?.find(({ layerId }) => layerId === layer.layerId)?.shift ?? 0;
    return backwards({ ...layer, from: null }, { rules, zone: layer.timeZone ?? newest.timeZone, shift, start });
  });
  return { timeZone: newest.timeZone, zones, layers };
}

interface Options {
  readonly rules: ScheduleRules;
  readonly zone: string;
  readonly shift: number;
  readonly start: string;
}

function backwards(layer: LayerSetting, { rules, zone, shift, start }: Options): LayerSetting {
  const { slots: ordered, length } = layer.rotation;
  // the order goes on from the version before: the slot of the first turn comes first
  const first = ((shift % ordered.length) + ordered.length) % ordered.length;
  const slots = [...ordered.slice(first), ...ordered.slice(0, first)];
  const rotation = { ...layer.rotation, slots };
  const counted = { slots: [], length, anchor: toMillis(rotation.anchor), countsCoveredTimeOnly: false };
  const marks = marksOf(counted, zonesOf(rules)(zone));
  const round = marksPerTurn(counted) * slots.length;
  const [at, from] = [marks.last(counted.anchor), marks.last(toMillis(start))];
  const rounds = Math.max(0, Math.ceil((at - from) / round));
  return rounds === 0 ? { ...layer, rotation } : { ...layer, rotation: { ...rotation, anchor: toInstant(marks.at(at - rounds * round)) } };
}
