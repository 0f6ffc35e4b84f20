// Run by shifts.mjs with the sources. Prints the milliseconds of each contestant as JSON.
import { DateTime } from 'luxon';
import marks from '@tocsin/domain/setup/schedules/shifts/marks.js';
import arithmetic from '@tocsin/domain/setup/schedules/shifts/shifts.js';
import tables from '@tocsin/domain/setup/schedules/shifts/zone-table.js';
import oracle from '@tocsin/testing/schedules/minute-by-minute.js';
import { median, sized } from './measure.mjs';

const { marksOf } = marks;
const { onCallAt, onCallWithin } = arithmetic;
const { Minutes, minuteByMinute } = oracle;

const rounds = Number(process.argv[2] ?? 5);
const day = 86_400_000;
const from = Date.UTC(2026, 0, 1);
const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata', 'Pacific/Auckland'];
const table = tables.loadLatestZoneTable();
const zoneOf = (name) => table.zone(name);
const scheduleCount = sized(100, 2);
/** What the oracle walks, minute by minute. */
const walked = { schedules: sized(5, 1), days: sized(14, 1) };

const lengths = [
  { unit: 'days', count: 1, time: '09:00' },
  { unit: 'weeks', count: 1, time: '09:00', weekday: 1 },
  { unit: 'hours', count: 12 },
  { unit: 'months', count: 1, time: '09:00', day: 31 },
  { unit: 'days', count: 2, time: '17:00' },
];
const office = [{ weekdays: [1, 2, 3, 4, 5], times: { from: '09:00', to: '17:00' } }];

const layerOf = (n, length, restrictions) => ({
  id: `layer ${n}`,
  zone: zones[n % zones.length],
  priority: n,
  effectiveFrom: from,
  restrictions,
  rotation: {
    slots: Array.from({ length: 4 }, (_, slot) => ({ id: `slot ${slot}`, people: [`person ${n} ${slot}`] })),
    length,
    anchor: from,
    countsCoveredTimeOnly: false,
  },
});
const scheduleOf = (layers) => ({ versions: [{ version: 1, effectiveFrom: from, layers }], overrides: [], temporary: [] });
const mixedSchedule = scheduleOf(lengths.map((length, n) => layerOf(n, length, n === 2 ? office : [])));
const dailySchedule = scheduleOf(lengths.map((_, n) => layerOf(n, lengths[0], [])));

const measureMs = (run) => {
  const startedAt = performance.now();
  run();
  return performance.now() - startedAt;
};

let shifts = 0;
const compute = (schedule) => () => {
  shifts = 0;
  for (let n = 0; n < scheduleCount; n += 1) shifts += onCallWithin(schedule, zoneOf, { from, to: from + 365 * day }).shifts.length;
};
const oracleOf = () => {
  for (let n = 0; n < walked.schedules; n += 1)
    minuteByMinute(mixedSchedule, new Minutes({ from: from + n * day, to: from + (walked.days + n) * day }));
};
const handoffsOf = () => {
  let last = 0;
  for (let n = 0; n < scheduleCount; n += 1)
    for (const layer of dailySchedule.versions[0].layers) {
      const { at, last: markAt } = marksOf(layer.rotation, zoneOf(layer.zone));
      const first = markAt(from);
      for (let handoff = 0; handoff < 365; handoff += 1) last = at(first + handoff);
    }
  return last;
};
const luxonOf = () => {
  let last = 0;
  for (let n = 0; n < scheduleCount; n += 1)
    for (const zone of zones) {
      let at = DateTime.fromObject({ year: 2026, month: 1, day: 1, hour: 9 }, { zone });
      for (let handoff = 0; handoff < 365; handoff += 1) {
        last = at.toMillis();
        at = at.plus({ days: 1 });
      }
    }
  return last;
};

/** The largest layers that are allowed, counting covered time since 2000; new ones each time, of which nothing is known. */
const countedSchedule = () =>
  scheduleOf(
    Array.from({ length: 10 }, (_, n) => {
      const length = n % 2 === 0 ? { unit: 'hours', count: 1 } : { unit: 'hours', count: 5 };
      const times = (hour) => ({ from: `${String(hour).padStart(2, '0')}:15`, to: `${String((hour + 1) % 24).padStart(2, '0')}:05` });
      const restrictions = Array.from({ length: 30 }, (__, k) => ({ weekdays: k < 24 ? [] : [k - 23], times: times(k % 24) }));
      const layer = layerOf(n, length, restrictions);
      const slots = Array.from({ length: 50 }, (__, slot) => ({ id: `slot ${slot}`, people: [`person ${slot}`] }));
      return { ...layer, rotation: { ...layer.rotation, slots, anchor: Date.UTC(2000, 0, 1), countsCoveredTimeOnly: true } };
    }),
  );
const farthest = Date.UTC(2036, 11, 31);

const figures = { counted: [], year: [], oracle: [], daily: [], handoffs: [], luxon: [] };
for (let round = 0; round < rounds; round += 1) {
  const schedule = countedSchedule();
  figures.counted.push(measureMs(() => onCallAt(schedule, zoneOf, farthest)));
  figures.daily.push(measureMs(compute(dailySchedule)));
  figures.handoffs.push(measureMs(handoffsOf));
  figures.luxon.push(measureMs(luxonOf));
  figures.oracle.push(measureMs(oracleOf) * (scheduleCount / walked.schedules) * (365 / walked.days));
  figures.year.push(measureMs(compute(mixedSchedule)));
}
console.log(JSON.stringify({ ...Object.fromEntries(Object.entries(figures).map(([name, all]) => [name, median(all)])), shifts }));
