import * as fc from 'fast-check';
import { day } from '@tocsin/domain/setup/schedules/shifts/marks.js';
import type {
  Instant,
  Interval,
  Layer,
  Override,
  Restriction,
  Rotation,
  Schedule,
  ScheduleVersion,
  Slot,
  TemporarySchedule,
  TurnLength,
} from '@tocsin/domain/setup/schedules/shifts/schedule.js';

/** Random schedules: few people, so that they collide; times on the half hour; edits that keep some slots and drop others. */
const minute = 60_000;
const people = ['ana', 'bo', 'cy', 'dee', 'eli'];

const person = fc.constantFrom(...people);
const halfHour = fc.nat(47).map((half) => `${String(half >> 1).padStart(2, '0')}:${half % 2 === 0 ? '00' : '30'}`);

const slotsOf: fc.Arbitrary<readonly Slot[]> = fc
  .uniqueArray(fc.constantFrom('s1', 's2', 's3', 's4', 's5'), { minLength: 1, maxLength: 4 })
  .chain((ids) => fc.tuple(...ids.map((id) => fc.record({ id: fc.constant(id), people: fc.uniqueArray(person, { maxLength: 2 }) }))));

const length: fc.Arbitrary<TurnLength> = fc.oneof(
  fc.record({ unit: fc.constant('hours' as const), count: fc.constantFrom(1, 2, 3, 5, 7, 8, 12, 24, 36) }),
  fc.record({ unit: fc.constant('days' as const), count: fc.integer({ min: 1, max: 3 }), time: halfHour }),
  fc.record({ unit: fc.constant('weeks' as const), count: fc.constantFrom(1, 2), time: halfHour, weekday: fc.integer({ min: 1, max: 7 }) }),
  fc.record({ unit: fc.constant('months' as const), count: fc.constant(1), time: halfHour, day: fc.constantFrom(1, 15, 28, 29, 30, 31) }),
);

const times = fc.tuple(halfHour, halfHour).filter(([from, to]) => from !== to);

const restriction: fc.Arbitrary<Restriction> = fc.record(
  { weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { maxLength: 5 }), times: times.map(([from, to]) => ({ from, to })) },
  { requiredKeys: ['weekdays'] },
);

/** A half hour within an interval. */
const instantWithin = ({ from, to }: Interval): fc.Arbitrary<Instant> =>
  fc.nat((to - from) / (30 * minute) - 1).map((half) => from + half * 30 * minute);

const partOfInterval = (wholeInterval: Interval): fc.Arbitrary<Interval> =>
  fc
    .tuple(instantWithin(wholeInterval), fc.integer({ min: 1, max: 96 }))
    .map(([from, halves]) => ({ from, to: from + halves * 30 * minute }));

const layerOf = (id: string, anchor: Instant, zones: fc.Arbitrary<string>, bounds: Interval): fc.Arbitrary<Layer> => {
  const rotation: fc.Arbitrary<Rotation> = fc.record({
    slots: slotsOf,
    length,
    anchor: fc.oneof({ weight: 5, arbitrary: fc.constant(anchor) }, { weight: 1, arbitrary: instantWithin(bounds) }),
    countsCoveredTimeOnly: fc.boolean(),
  });
  return fc.record({
    id: fc.constant(id),
    zone: zones,
    priority: fc.constantFrom(1, 1, 2),
    effectiveFrom: fc.oneof({ weight: 4, arbitrary: fc.constant(bounds.from) }, { weight: 1, arbitrary: instantWithin(bounds) }),
    rotation,
    restrictions: fc.array(restriction, { maxLength: 2 }),
  });
};

const override = (id: string, bounds: Interval): fc.Arbitrary<Override> =>
  fc
    .tuple(
      partOfInterval(bounds),
      fc.oneof(
        fc.record({ kind: fc.constant('add' as const), person }),
        fc.record({ kind: fc.constant('replace' as const), replaced: person, person }).filter((it) => it.person !== it.replaced),
        fc.record({ kind: fc.constant('remove' as const), person }),
        fc.constant({ kind: 'remove-everybody' as const }),
      ),
    )
    .map(([interval, what]) => ({ ...interval, ...what, id }));

const temporaryOf = (id: string, bounds: Interval): fc.Arbitrary<TemporarySchedule> =>
  partOfInterval(bounds).chain((interval) =>
    fc.record({
      id: fc.constant(id),
      from: fc.constant(interval.from),
      to: fc.constant(interval.to),
      shifts: fc.array(
        fc.tuple(partOfInterval(interval), person).map(([shift, who]) => ({ ...shift, person: who })),
        { maxLength: 3 },
      ),
      fallback: fc.uniqueArray(person, { maxLength: 1 }),
    }),
  );

/** Layers keep their ids and mostly their anchors from version to version. */
function versionsOf(zones: fc.Arbitrary<string>, bounds: Interval): fc.Arbitrary<readonly ScheduleVersion[]> {
  const ids = ['l1', 'l2', 'l3'];
  return fc.tuple(...ids.map(() => instantWithin({ from: bounds.from, to: bounds.from + 6 * day }))).chain((anchors) => {
    const layers = fc
      .tuple(...ids.map((id, index) => layerOf(id, anchors[index]!, zones, bounds)))
      .chain((all) => fc.subarray(all, { minLength: 1 }));
    const first = layers.map((layersMade) => ({ version: 1, effectiveFrom: bounds.from, layers: layersMade }));
    const laterVersions = fc.array(fc.record({ effectiveFrom: instantWithin(bounds), layers }), { maxLength: 3 });
    return fc
      .tuple(first, laterVersions)
      .map(([one, otherVersions]) => [one, ...otherVersions.map((other, index) => ({ ...other, version: index + 2 }))]);
  });
}

/** A schedule whose anchors and edits lie within an interval. */
export const scheduleAround = (zones: fc.Arbitrary<string>, bounds: Interval): fc.Arbitrary<Schedule> =>
  fc.record({
    versions: versionsOf(zones, bounds),
    overrides: fc
      .array(fc.constant(0), { maxLength: 5 })
      .chain((madeOverrides) => fc.tuple(...madeOverrides.map((_, index) => override(`o${index}`, bounds)))),
    temporary: fc
      .array(fc.constant(0), { maxLength: 2 })
      .chain((temporaries) => fc.tuple(...temporaries.map((_, index) => temporaryOf(`t${index}`, bounds)))),
  });

/** A layer that counts covered time only, with its anchor within an interval. */
export const countedLayer = (zones: fc.Arbitrary<string>, bounds: Interval): fc.Arbitrary<Layer> =>
  instantWithin({ from: bounds.from, to: Math.min(bounds.to, bounds.from + 6 * day) })
    .chain((anchor) => layerOf('counted', anchor, zones, { from: anchor, to: anchor + 30 * minute }))
    .chain((layer) =>
      fc.array(restriction, { minLength: 1, maxLength: 3 }).map((restrictions) => ({
        ...layer,
        restrictions,
        rotation: { ...layer.rotation, countsCoveredTimeOnly: true },
      })),
    );
