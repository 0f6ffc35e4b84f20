import type { LayerSetting } from '@tocsin/contracts/schedules/layers.js';

const id = (n: number): string => `00000000-0000-7000-8000-1${String(n).padStart(11, '0')}`;

/** A layer of weekly turns on Monday at nine, a slot for each list of people. */
export const layerOf = (slots: readonly (readonly string[])[], part: Partial<LayerSetting> = {}): LayerSetting => ({
  layerId: id(1),
  name: 'Weekly',
  timeZone: null,
  priority: 0,
  from: null,
  rotation: {
    slots: slots.map((people, n) => ({ slotId: id(100 + n), people: [...people] })),
    length: { unit: 'weeks', count: 1, time: '09:00', weekday: 1 },
    anchor: '2026-11-02T08:00:00.000Z',
    countsCoveredTimeOnly: false,
  },
  restrictions: [],
  ...part,
});
