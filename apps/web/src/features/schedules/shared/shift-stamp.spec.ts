import type { ScheduleRow } from '@tocsin/contracts/schedules/schedules.js';
import { layerOf } from '../schedule.fixture.js';
import { stampOf } from './shift-stamp.js';

const id = '00000000-0000-7000-8000-000000000001';
const effectiveFrom = '2026-11-02T08:00:00.000Z';
const schedule: ScheduleRow = {
  id,
  teamId: id,
  name: 'Payments primary',
  externalKey: null,
  removed: false,
  version: 1,
  timeZone: 'Europe/Berlin',
  zones: '2026c',
  versions: [{ version: 1, effectiveFrom, timeZone: 'Europe/Berlin', layers: [layerOf([[id]])], rotations: [] }],
  overrides: [],
  temporary: [],
};

it('is another one after anything that may change who is on call, newer clock rules too, and the same after a new name', () => {
  const is = stampOf(schedule);
  const temporary = [{ temporaryId: id, from: effectiveFrom, to: effectiveFrom, shifts: [], fallback: [], reason: '' }];
  expect(stampOf({ ...schedule, zones: '2099z' })).not.toBe(is);
  expect(stampOf({ ...schedule, temporary })).not.toBe(is);
  expect(stampOf({ ...schedule, name: 'Other' })).toBe(is);
});
