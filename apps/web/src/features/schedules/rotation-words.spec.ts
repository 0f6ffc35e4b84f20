import { ids, names } from '../../data/words/names.fixture.js';
import { layerOf } from './schedule.fixture.js';
import { handoffWords, layerWords } from './rotation-words.js';
import { timesOfWeekWords, weekdayWords } from './shared/times-words.js';

const nameOf = names().person;

it.each([
  [{ unit: 'hours', count: 12 }, ''],
  [{ unit: 'days', count: 1, time: '09:00' }, '09:00'],
  [{ unit: 'weeks', count: 1, time: '09:00', weekday: 1 }, 'Monday 09:00'],
  [{ unit: 'months', count: 1, time: '08:00', day: 31 }, 'day 31, 08:00'],
] as const)('says when turns are handed off (%#)', (length, says) => expect(handoffWords(length)).toBe(says));

it.each([
  [[], 'every day'],
  [[1, 2, 3, 4, 5], 'Mon–Fri'],
  [[7, 6], 'Sat, Sun'],
  [[1, 3, 5], 'Mon, Wed, Fri'],
  [[1, 2, 3, 4, 5, 6, 7], 'every day'],
])('says which weekdays (%#)', (weekdays, says) => expect(weekdayWords(weekdays)).toBe(says));

it('says when a layer covers', () => {
  expect(timesOfWeekWords({ weekdays: [1, 2, 3, 4, 5], times: { from: '09:00', to: '17:00' } })).toBe('Mon–Fri 09:00–17:00');
  expect(timesOfWeekWords({ weekdays: [6, 7] })).toBe('Sat, Sun, all day');
});

it('says a whole layer in one sentence', () => {
  const layer = layerOf([[ids.ana], [ids.bo, ids.carla], []], {
    priority: 2,
    restrictions: [{ weekdays: [6, 7] }],
    timeZone: 'Asia/Tokyo',
  });
  expect(layerWords(layer, nameOf)).toBe(
    'Ana, Bo + Carla, no one take turns of 1 week, handing off Monday 09:00, only Sat, Sun, all day, priority 2, Asia/Tokyo',
  );
  expect(layerWords(layerOf([[ids.ana]]), nameOf)).toBe('Ana always');
});
