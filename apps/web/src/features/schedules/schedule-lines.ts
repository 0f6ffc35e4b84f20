import type { LayerSetting } from '@tocsin/contracts/schedules/layers.js';
import { formatTime } from '../../data/time/times.js';
import { timeName } from '../../data/time/zone-times.js';
import { handoffWords, layerWords, lengthWords } from './rotation-words.js';
import type { ScheduleDraft } from './use-schedule-edit.js';

const wholeMoment = (instant: string, timeZone: string): string =>
  `${formatTime(new Date(instant), { day: 'numeric', month: 'short', year: 'numeric', timeZone })} ${timeName(Date.parse(instant), timeZone)}`;

/** All that can be changed of a rotation: including the details that its sentence leaves out. */
function wholeLine(layer: LayerSetting, zone: string, nameOf: (personId: string) => string): string {
  const { name, from, rotation } = layer;
  const { slots, length, anchor, countsCoveredTimeOnly } = rotation;
  const handoff = handoffWords(length);
  return [
    `${name}: ${layerWords(layer, nameOf)}`,
    slots.length === 1 && `turns of ${lengthWords(length)}${handoff && `, handing off ${handoff}`}`,
    `counted from ${wholeMoment(anchor, zone)}`,
    countsCoveredTimeOnly && 'counting covered time only',
    from !== null && `from ${wholeMoment(from, zone)} on`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** Each part of a schedule as one line of text, a rotation by its id: to show changes of others. */
export const linesOf = ({ timeZone, layers }: ScheduleDraft, nameOf: (personId: string) => string): Record<string, string> => ({
  'time zone': timeZone,
  ...Object.fromEntries(layers.map((layer) => [layer.layerId, wholeLine(layer, layer.timeZone ?? timeZone, nameOf)])),
});

/** Display names of the keys of these lines. */
export const lineNames = (lines: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.keys(lines).map((key) => [key, key === 'time zone' ? key : 'Rotation']));
