import type { LayerSetting } from '@tocsin/contracts/schedules/layers.js';
import { ids, names } from '../../data/words/names.fixture.js';
import { layerOf } from './schedule.fixture.js';
import { linesOf } from './schedule-lines.js';
import { newestOf } from './use-schedule-edit.js';

const alone = layerOf([[ids.ana]]);
const version = (number: number, timeZone: string) => ({
  version: number,
  effectiveFrom: '2026-11-02T08:00:00.000Z',
  timeZone,
  layers: [layerOf([[ids.ana], [ids.bo]])],
  rotations: null,
});

it('says each rotation in a line, so that a conflict can be read', () =>
  expect(linesOf(newestOf({ timeZone: 'UTC', versions: [version(1, 'UTC')] }), names().person)).toEqual({
    'time zone': 'UTC',
    [layerOf([]).layerId]: 'Weekly: Ana, Bo take turns of 1 week, handing off Monday 09:00, counted from 2 Nov 2026 08:00',
  }));

it.each<[string, Partial<LayerSetting>]>([
  ['its name', { name: 'Primary' }],
  ['its clock', { timeZone: 'Asia/Tokyo' }],
  ['its priority', { priority: 3 }],
  ['from when on it is there', { from: '2026-12-01T08:00:00.000Z' }],
  ['the people', { rotation: { ...alone.rotation, slots: [{ ...alone.rotation.slots[0]!, people: [ids.bo] }] } }],
  ['the handoff of one person alone', { rotation: { ...alone.rotation, length: { unit: 'weeks', count: 1, time: '09:00', weekday: 2 } } }],
  ['the anchor', { rotation: { ...alone.rotation, anchor: '2026-11-09T08:00:00.000Z' } }],
  ['what is counted', { rotation: { ...alone.rotation, countsCoveredTimeOnly: true } }],
  ['when it covers', { restrictions: [{ weekdays: [6, 7] }] }],
])('says whatever somebody else changed: %s', (_what, part) => {
  const says = (layer: LayerSetting) => Object.values(linesOf({ timeZone: 'UTC', layers: [layer], effectiveFrom: null }, names().person));
  expect(says({ ...alone, ...part })).not.toEqual(says(alone));
});

it('keeps two rotations of one name apart', () =>
  expect(
    Object.keys(linesOf({ timeZone: 'UTC', layers: [alone, { ...alone, layerId: ids.rota }], effectiveFrom: null }, names().person)),
  ).toEqual(['time zone', alone.layerId, ids.rota]));

it('edits the newest version, planned or in force', () =>
  expect(newestOf({ timeZone: 'UTC', versions: [version(2, 'Asia/Tokyo'), version(1, 'UTC')] }).timeZone).toBe('Asia/Tokyo'));
