import { ids, names } from '../../data/words/names.fixture.js';
import { layerOf } from './schedule.fixture.js';
import { linesOf } from './schedule-lines.js';
import { newestOf } from './use-schedule-edit.js';

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
    Weekly: 'Ana, Bo take turns of 1 week, handing off Monday 09:00',
  }));

it('edits the newest version, planned or in force', () =>
  expect(newestOf({ timeZone: 'UTC', versions: [version(2, 'Asia/Tokyo'), version(1, 'UTC')] }).timeZone).toBe('Asia/Tokyo'));
