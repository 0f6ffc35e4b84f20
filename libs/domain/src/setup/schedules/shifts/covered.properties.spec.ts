import * as fc from 'fast-check';
import { Minutes, minuteByMinute } from '@tocsin/testing/schedules/minute-by-minute.js';
import { countedLayer } from '@tocsin/testing/schedules/random-schedules.js';
import { byTier, isDeep } from '@tocsin/testing/tier.js';
import { computeCoverage } from './coverage.js';
import { coveredTimeOf } from './covered-time.js';
import { coveredUnitsOf } from './covered-units.js';
import { day, marksOf } from './marks.js';
import type { Interval, Layer } from './schedule.js';
import { onCallAt, onCallWithin } from './shifts.js';
import { turnAt, turnsOf } from './turns.js';
import { loadLatestZoneTable } from './zone-table.js';

const runs = (count: number) => (isDeep ? { numRuns: count * 50 } : { numRuns: count, seed: 3 });
const minute = 60_000;
const table = loadLatestZoneTable();
const zoneOf = (name: string) => table.zone(name)!;

/** Any zone; some of those whose clocks do odd things come more often: half an hour, a month of Ramadan, a day that was skipped. */
const zones = fc.oneof(fc.constantFrom(...table.names), fc.constantFrom('Australia/Lord_Howe', 'Africa/Casablanca', 'Pacific/Apia'));
const scheduleOf = (layer: Layer) => ({
  versions: [{ version: 1, effectiveFrom: layer.effectiveFrom, layers: [layer] }],
  overrides: [],
  temporary: [],
});

/** Thirteen months, so that every clock of the year is changed and back. */
const longRanges: fc.Arbitrary<Interval> = fc
  .integer({ min: 10_957, max: 20_000 })
  .map((from) => ({ from: from * day, to: (from + 400) * day }));

it('whoever has a counted turn is who an oracle says that counts minutes, for more than a year after the anchor', () => {
  fc.assert(
    fc.property(
      longRanges.chain((range) => fc.record({ range: fc.constant(range), layer: countedLayer(zones, range) })),
      ({ range, layer }) => {
        const oracle = minuteByMinute(scheduleOf(layer), new Minutes(range));
        for (const { from, to, duties } of onCallWithin(scheduleOf(layer), zoneOf, range).segments) {
          const people = duties
            .map(({ person }) => person)
            .toSorted()
            .join();
          for (let at = from; at < to; at += minute)
            if (oracle[(at - range.from) / minute]!.join() !== people)
              throw new Error(
                `${new Date(at).toISOString()}: the oracle says ${oracle[(at - range.from) / minute]!.join()}, we say ${people}`,
              );
        }
      },
    ),
    runs(byTier({ short: 16, full: 40, deep: 40 })),
  );
});

const anchors = fc.record({
  anchor: fc.integer({ min: Date.UTC(1998, 0) / minute, max: Date.UTC(2052, 0) / minute }).map((at) => at * minute),
  later: fc.integer({ min: 0, max: 3 * 365 * 1_440 }).map((minutes) => minutes * minute),
});
const askedLayers = anchors.chain(({ anchor, later }) =>
  countedLayer(zones, { from: anchor, to: anchor + 30 * minute }).map((layer) => ({ layer, at: anchor + later })),
);

it('covered time is counted as its windows add up, one by one', () => {
  fc.assert(
    fc.property(askedLayers, ({ layer: { rotation, restrictions, zone }, at }) => {
      const time = coveredTimeOf(restrictions, zoneOf(zone));
      const windows = computeCoverage(restrictions, zoneOf(zone), { from: rotation.anchor, to: at });
      const sum = windows.reduce((length, { from, to }) => length + to - from, 0);
      expect(time.until(at) - time.until(rotation.anchor)).toBe(sum);
      const reached = time.reach(time.until(rotation.anchor) + sum, rotation.anchor);
      expect(reached).toBe(windows.at(-1)?.to ?? rotation.anchor);
    }),
    runs(200),
  );
});

it('covered days are counted as they are one by one, and a turn is the same from wherever it is asked', () => {
  fc.assert(
    fc.property(askedLayers, ({ layer, at }) => {
      const [zone, { anchor, length }] = [zoneOf(layer.zone), layer.rotation];
      if (length.unit !== 'hours' || 24 % length.count === 0) {
        const marks = marksOf(layer.rotation, zone);
        const units = coveredUnitsOf(layer, marks, zone);
        let counted = 0;
        for (let mark = units.first; marks.at(mark) < at; mark++) {
          const unit = { from: Math.max(anchor, marks.at(mark)), to: marks.at(mark + 1) };
          expect(units.countBefore(mark)).toBe(counted);
          if (unit.from < unit.to && computeCoverage(layer.restrictions, zone, unit).length > 0) counted++;
        }
      }
      const turns = turnsOf(layer, zone);
      const turn = turnAt(turns, at)!;
      for (const asked of [turn.from, turn.to - 1]) expect(turnAt(turns, asked)).toEqual(turn);
      expect(turnAt(turns, turn.to)!.from).toBe(turn.to);
    }),
    runs(60),
  );
});

it('at the farthest instant that can be asked the answer is there, and is that of its turn', () => {
  const layer: Layer = fc.sample(countedLayer(fc.constant('Europe/Berlin'), { from: 0, to: day }), { numRuns: 1, seed: 5 })[0]!;
  const at = Date.UTC(9998, 11, 31);
  expect(turnAt(turnsOf(layer, zoneOf(layer.zone)), at)).toMatchObject({ number: expect.any(Number) });
  expect(onCallAt(scheduleOf(layer), zoneOf, at).length).toBeLessThanOrEqual(2);
});
