import type { Fact } from '@tocsin/contracts/catalogue.js';
import type { LayerSetting } from '@tocsin/contracts/schedules/layers.js';
import { ana, bo, idOf } from '../../configuration.fixture.js';
import { teamId } from '../teams/facts.fixture.js';

export const scheduleId = idOf('5c');
export const primary = idOf('1a');
export const [anasSlot, bosSlot] = [idOf('51'), idOf('52')];

/**
 * Ana and Bo take turns, a week each, handed off on Mondays at 09:00 in Berlin. Ana’s first week began on 16 November
 * 2026.
 */
export const weekly: LayerSetting = {
  layerId: primary,
  name: 'Primary',
  timeZone: null,
  priority: 0,
  from: null,
  rotation: {
    slots: [
      { slotId: anasSlot, people: [ana] },
      { slotId: bosSlot, people: [bo] },
    ],
    length: { unit: 'weeks', count: 1, time: '09:00', weekday: 1 },
    anchor: '2026-11-16T08:00:00.000Z',
    countsCoveredTimeOnly: false,
  },
  restrictions: [],
};

export const scheduleRules = { timeZone: 'Europe/Berlin', layers: [weekly] };

export const scheduleCreated: Fact & { readonly type: 'ScheduleCreated' } = {
  type: 'ScheduleCreated',
  data: { teamId, scheduleId, name: 'Payments primary', externalKey: null, ...scheduleRules, zones: '2026c' },
};
export const scheduleRenamed: Fact = { type: 'ScheduleRenamed', data: { teamId, scheduleId, name: 'Payments' } };
export const scheduleRemoved: Fact = { type: 'ScheduleRemoved', data: { teamId, scheduleId, name: 'Payments primary' } };
