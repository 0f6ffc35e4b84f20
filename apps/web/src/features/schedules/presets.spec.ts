import { ids } from '../../data/words/names.fixture.js';
import { layersOf, type Crew, type Preset } from './presets.js';

const now = Date.parse('2026-11-25T15:30:00Z');
const crew = (zone: string, ...people: string[]): Crew => ({ name: zone, zone, people });

function layersFrom(preset: Preset, ...crews: Crew[]) {
  let n = 0;
  return layersOf({ preset, zone: 'Europe/Berlin', crews, now, newId: () => `id-${++n}` });
}

it('makes weekly turns in the order of the people, counting from the last midnight of the zone', () => {
  const [layer, ...none] = layersFrom('weekly', crew('Europe/Berlin', ids.ana, ids.bo));
  expect(none).toEqual([]);
  expect(layer).toMatchObject({
    timeZone: null,
    rotation: {
      slots: [{ people: [ids.ana] }, { people: [ids.bo] }],
      length: { unit: 'weeks', weekday: 1, time: '09:00' },
      anchor: '2026-11-24T23:00:00.000Z',
    },
    restrictions: [],
  });
});

it('puts business hours above a rotation for the rest of the time', () => {
  const layers = layersFrom('business-hours', crew('Europe/Berlin', ids.ana), crew('Europe/Berlin', ids.bo, ids.carla));
  expect(layers.map(({ priority, restrictions }) => [priority, restrictions])).toEqual([
    [1, [{ weekdays: [1, 2, 3, 4, 5], times: { from: '09:00', to: '17:00' } }]],
    [0, []],
  ]);
});

it('lets each region be on call until the next one’s day begins', () => {
  const layers = layersFrom(
    'follow-the-sun',
    crew('Asia/Tokyo', ids.ana),
    crew('Europe/Berlin', ids.bo),
    crew('America/New_York', ids.carla),
  );
  expect(layers.map(({ timeZone, rotation, restrictions }) => [timeZone, rotation.length, restrictions[0]!.times])).toEqual([
    [null, { unit: 'weeks', count: 1, weekday: 1, time: '01:00' }, { from: '01:00', to: '09:00' }],
    [null, { unit: 'weeks', count: 1, weekday: 1, time: '09:00' }, { from: '09:00', to: '15:00' }],
    [null, { unit: 'weeks', count: 1, weekday: 1, time: '15:00' }, { from: '15:00', to: '01:00' }],
  ]);
});

it('makes no rotation of nobody', () =>
  expect(layersFrom('business-hours', crew('Europe/Berlin', ids.ana), crew('Europe/Berlin'))).toHaveLength(1));
