import { Temporal } from 'temporal-polyfill';
import { day } from './marks.js';
import type { Layer, Override, Restriction, Rotation, Schedule, ScheduleVersion, TemporarySchedule, TurnLength } from './schedule.js';
import { onCallAt, onCallWithin } from './shifts.js';
import { loadLatestZoneTable } from './zone-table.js';

const zoneOf = (name: string) => loadLatestZoneTable().zone(name)!;
const berlin = 'Europe/Berlin';
const instant = (local: string, zone = berlin) => Temporal.PlainDateTime.from(local).toZonedDateTime(zone).epochMilliseconds;
const local = (at: number, zone = berlin) =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDateTime().toString({ smallestUnit: 'minute' });

const daily: TurnLength = { unit: 'days', count: 1, time: '09:00' };
const weekly: TurnLength = { unit: 'weeks', count: 1, time: '09:00', weekday: 1 };

const slots = (...people: string[]) =>
  people.map((person) => ({ id: `slot of ${person}`, people: person === 'nobody' ? [] : person.split('+') }));
const rotation = (length: TurnLength, ...people: string[]): Rotation => ({
  slots: slots(...people),
  length,
  anchor: instant('2026-06-01T09:00'),
  countsCoveredTimeOnly: false,
});
const layer = (of: Partial<Layer> = {}): Layer => ({
  id: 'primary',
  zone: berlin,
  priority: 1,
  effectiveFrom: instant('2026-01-01T00:00'),
  rotation: rotation(daily, 'ana', 'bo', 'cy'),
  restrictions: [],
  ...of,
});
const version = (effectiveFrom: string, ...layers: Layer[]): ScheduleVersion => ({
  version: 1,
  effectiveFrom: instant(effectiveFrom),
  layers,
});
const schedule = (of: Partial<Schedule> = {}): Schedule => ({
  versions: [version('2026-01-01T00:00', layer())],
  overrides: [],
  temporary: [],
  ...of,
});

/** `ana 06-01T09:00 – 06-02T09:00`, for each shift. */
function shiftTexts(of: Schedule, from: string, to: string): string[] {
  const { shifts } = onCallWithin(of, zoneOf, { from: instant(from), to: instant(to) });
  return shifts.map((shift) => `${shift.person} ${local(shift.from).slice(5)} – ${local(shift.to).slice(5)}`);
}
const onCall = (of: Schedule, at: string) => onCallAt(of, zoneOf, instant(at)).map(({ person }) => person);

describe('a rotation', () => {
  it('hands off at its time of day, from its anchor on', () => {
    expect(shiftTexts(schedule(), '2026-06-01T00:00', '2026-06-03T12:00')).toEqual([
      'ana 06-01T09:00 – 06-02T09:00',
      'bo 06-02T09:00 – 06-03T09:00',
      'cy 06-03T09:00 – 06-03T12:00',
    ]);
  });

  it('counts from the last mark before its anchor: only the first turn is shortened', () => {
    const lateLayer = layer({ rotation: { ...rotation(weekly, 'ana', 'bo'), anchor: instant('2026-06-04T12:00') } });
    expect(shiftTexts(schedule({ versions: [version('2026-01-01T00:00', lateLayer)] }), '2026-06-01T00:00', '2026-06-16T00:00')).toEqual([
      'ana 06-04T12:00 – 06-08T09:00',
      'bo 06-08T09:00 – 06-15T09:00',
      'ana 06-15T09:00 – 06-16T00:00',
    ]);
  });

  it.each<[string, TurnLength, string[]]>([
    [
      'a skipped handoff happens at the first instant after',
      { unit: 'days', count: 1, time: '02:30' },
      ['03-28T02:30', '03-29T03:00', '03-30T02:30'],
    ],
    [
      'hours that divide a day keep their marks on the clock',
      { unit: 'hours', count: 12 },
      ['03-28T09:00', '03-28T21:00', '03-29T09:00', '03-29T21:00', '03-30T09:00'],
    ],
    ['other hours are elapsed time', { unit: 'hours', count: 36 }, ['03-29T22:00']],
  ])('over the end of winter time: %s', (_, length, handoffs) => {
    const anchored = layer({
      rotation: { ...rotation(length, 'ana', 'bo'), anchor: instant('2026-03-28T09:00') - (length.unit === 'days' ? 7 * day : 0) },
    });
    const { shifts } = onCallWithin(schedule({ versions: [version('2026-01-01T00:00', anchored)] }), zoneOf, {
      from: instant('2026-03-28T00:00'),
      to: instant('2026-03-30T10:00'),
    });
    const begun = shifts.map(({ from }) => local(from).slice(5)).filter((at) => at !== '03-28T00:00');
    expect(length.unit === 'hours' && length.count === 36 ? begun.slice(1) : begun).toEqual(handoffs);
  });

  it('of marks that a skipped hour puts on one instant the earlier turn has no length, and is not shown', () => {
    const hourly = layer({
      rotation: { ...rotation({ unit: 'hours', count: 1 }, 'ana', 'bo', 'cy'), anchor: instant('2026-03-29T00:30') },
    });
    const twoVersions = schedule({ versions: [version('2026-01-01T00:00', hourly)] });
    // 00:30 ana, 01:30 bo, 02:30 is skipped and becomes 03:00 with cy, 03:30 ana
    expect(shiftTexts(twoVersions, '2026-03-29T00:30', '2026-03-29T04:00')).toEqual([
      'ana 03-29T00:30 – 03-29T01:30',
      'bo 03-29T01:30 – 03-29T03:00',
      'cy 03-29T03:00 – 03-29T03:30',
      'ana 03-29T03:30 – 03-29T04:00',
    ]);
    const onTheHour = layer({
      rotation: { ...rotation({ unit: 'hours', count: 1 }, 'ana', 'bo', 'cy'), anchor: instant('2026-03-29T01:00') },
    });
    expect(shiftTexts(schedule({ versions: [version('2026-01-01T00:00', onTheHour)] }), '2026-03-29T01:00', '2026-03-29T04:00')).toEqual([
      'ana 03-29T01:00 – 03-29T03:00',
      'cy 03-29T03:00 – 03-29T04:00',
    ]);
  });

  it('clamps months to their last day, and returns', () => {
    const monthly = layer({
      rotation: { ...rotation({ unit: 'months', count: 1, time: '09:00', day: 31 }, 'ana', 'bo'), anchor: instant('2026-01-31T09:00') },
    });
    expect(shiftTexts(schedule({ versions: [version('2026-01-01T00:00', monthly)] }), '2026-01-31T09:00', '2026-05-31T09:00')).toEqual([
      'ana 01-31T09:00 – 02-28T09:00',
      'bo 02-28T09:00 – 03-31T09:00',
      'ana 03-31T09:00 – 04-30T09:00',
      'bo 04-30T09:00 – 05-31T09:00',
    ]);
  });

  it('ends a turn at its mark also where the same person follows', () => {
    const repeatedLayer = layer({ rotation: { ...rotation(daily, 'ana'), slots: [...slots('ana'), { id: 'again', people: ['ana'] }] } });
    expect(
      shiftTexts(schedule({ versions: [version('2026-01-01T00:00', repeatedLayer)] }), '2026-06-01T09:00', '2026-06-03T09:00'),
    ).toEqual(['ana 06-01T09:00 – 06-02T09:00', 'ana 06-02T09:00 – 06-03T09:00']);
  });
});

describe('restrictions', () => {
  const restrictedSchedule = (
    restrictions: Restriction[],
    countsCoveredTimeOnly = false,
    length: TurnLength = daily,
    ...people: string[]
  ) => {
    const rotating = rotation(length, ...(people.length > 0 ? people : ['ana', 'bo']));
    return schedule({ versions: [version('2026-01-01T00:00', layer({ restrictions, rotation: { ...rotating, countsCoveredTimeOnly } }))] });
  };
  const weekdays = [1, 2, 3, 4, 5];

  it('belong to the day they begin on; days without times last from midnight to midnight', () => {
    const fridayNight = restrictedSchedule([{ weekdays: [5], times: { from: '22:00', to: '06:00' } }]);
    expect(shiftTexts(fridayNight, '2026-06-05T00:00', '2026-06-08T00:00')).toEqual(['ana 06-05T22:00 – 06-06T06:00']);
    expect(shiftTexts(restrictedSchedule([{ weekdays: [6] }]), '2026-06-05T00:00', '2026-06-08T00:00').join()).toBe(
      'ana 06-06T00:00 – 06-06T09:00,bo 06-06T09:00 – 06-07T00:00',
    );
  });

  it('let turns run on; counting covered time only, a turn without any does not count', () => {
    const office = [{ weekdays, times: { from: '09:00', to: '17:00' } }];
    // 1 June is a Monday: five days, then Monday again
    const who = (of: Schedule) =>
      onCallWithin(of, zoneOf, { from: instant('2026-06-05T09:00'), to: instant('2026-06-09T00:00') }).shifts.map(({ person }) => person);
    expect(who(restrictedSchedule(office))).toEqual(['ana', 'bo']);
    expect(who(restrictedSchedule(office, true))).toEqual(['ana', 'bo']);
    const three = restrictedSchedule(office, true, daily, 'ana', 'bo', 'cy');
    expect(onCall(three, '2026-06-05T10:00')).toEqual(['bo']);
    expect(onCall(three, '2026-06-08T10:00')).toEqual(['cy']);
  });

  it('counting covered time only, two days of weekdays are two covered days for everybody, over a weekend too', () => {
    const twoDays: TurnLength = { unit: 'days', count: 2, time: '09:00' };
    const office = restrictedSchedule([{ weekdays, times: { from: '09:00', to: '17:00' } }], true, twoDays, 'ana', 'bo', 'cy');
    const days = ['01', '02', '03', '04', '05', '08', '09', '10'];
    expect(days.map((date) => onCall(office, `2026-06-${date}T10:00`).join()).join(' ')).toBe('ana ana bo bo cy cy ana ana');
  });

  it('count covered minutes of elapsed hours', () => {
    const five = restrictedSchedule([{ weekdays: [], times: { from: '09:00', to: '17:00' } }], true, { unit: 'hours', count: 5 });
    expect(shiftTexts(five, '2026-06-01T09:00', '2026-06-02T17:00')).toEqual([
      'ana 06-01T09:00 – 06-01T14:00',
      'bo 06-01T14:00 – 06-01T17:00',
      'bo 06-02T09:00 – 06-02T11:00',
      'ana 06-02T11:00 – 06-02T16:00',
      'bo 06-02T16:00 – 06-02T17:00',
    ]);
  });
});

describe('layers', () => {
  const layerOver = (rotationOf: Rotation, priority: number) => layer({ id: 'second', priority, rotation: rotationOf });
  const twoLayers = (second: Layer) => schedule({ versions: [version('2026-01-01T00:00', layer(), second)] });

  it('of equal priority unite, and a higher one replaces', () => {
    expect(onCall(twoLayers(layerOver(rotation(daily, 'dee'), 1)), '2026-06-01T12:00')).toEqual(['ana', 'dee']);
    expect(onCall(twoLayers(layerOver(rotation(daily, 'dee'), 2)), '2026-06-01T12:00')).toEqual(['dee']);
  });

  it('fall through where nobody has the turn', () => {
    const other = twoLayers(layerOver(rotation(daily, 'nobody', 'dee'), 2));
    expect([onCall(other, '2026-06-01T12:00'), onCall(other, '2026-06-02T12:00')]).toEqual([['ana'], ['dee']]);
  });
});

describe('an edit', () => {
  const editedAt = (changes: Partial<Layer>, at = '2026-06-02T12:00') =>
    schedule({ versions: [version('2026-01-01T00:00', layer()), { ...version(at, layer(changes)), version: 2 }] });
  const textsAfter = (of: Schedule) => shiftTexts(of, '2026-06-02T09:00', '2026-06-05T09:00');

  it('of the order keeps who is on call until the next handoff, and goes on from their slot', () => {
    expect(textsAfter(editedAt({ rotation: rotation(daily, 'bo', 'ana', 'cy') }))).toEqual([
      'bo 06-02T09:00 – 06-03T09:00',
      'ana 06-03T09:00 – 06-04T09:00',
      'cy 06-04T09:00 – 06-05T09:00',
    ]);
  });

  it('with the same people and new slots keeps the turn, also of those who have several', () => {
    const renamed = (...people: string[]) => ({
      ...rotation(weekly, ...people),
      slots: people.map((person, place) => ({ id: `new ${place}`, people: [person] })),
    });
    const goesOn = (before: string[], after = before) => {
      const [old, edited] = [
        layer({ rotation: { ...renamed(...before), slots: slots(...before).map((slot, n) => ({ ...slot, id: `old ${n}` })) } }),
        layer({ rotation: renamed(...after) }),
      ];
      const versions = [version('2026-01-01T00:00', old), { ...version('2026-06-17T12:00', edited), version: 2 }];
      // in the third week, after the edit
      return [18, 25, 32, 39].map((days) =>
        onCall(schedule({ versions }), new Date(Date.UTC(2026, 5, days)).toISOString().slice(0, 16)).join(),
      );
    };
    expect(goesOn(['ana', 'bo', 'cy', 'dee'])).toEqual(['cy', 'dee', 'ana', 'bo']);
    expect(goesOn(['ana', 'bo', 'ana', 'cy'])).toEqual(['ana', 'cy', 'ana', 'bo']);
    // in another order, it goes on from the one on duty; without them, from the next
    expect(goesOn(['ana', 'bo', 'cy', 'dee'], ['cy', 'ana', 'bo', 'dee'])).toEqual(['cy', 'ana', 'bo', 'dee']);
    expect(goesOn(['ana', 'bo', 'cy', 'dee'], ['ana', 'bo', 'dee'])).toEqual(['dee', 'ana', 'bo', 'dee']);
  });

  it('of length or handoff keeps them until the running turn of the new pattern ends', () => {
    expect(textsAfter(editedAt({ rotation: rotation({ ...daily, time: '18:00' }, 'ana', 'bo', 'cy') }))).toEqual([
      'bo 06-02T09:00 – 06-02T12:00',
      'bo 06-02T12:00 – 06-02T18:00',
      'cy 06-02T18:00 – 06-03T18:00',
      'ana 06-03T18:00 – 06-04T18:00',
      'bo 06-04T18:00 – 06-05T09:00',
    ]);
  });

  it('that takes somebody out lets the slot after theirs follow at once, for the rest of the turn', () => {
    expect(textsAfter(editedAt({ rotation: rotation(daily, 'ana', 'cy') }))).toEqual([
      'bo 06-02T09:00 – 06-02T12:00',
      'cy 06-02T12:00 – 06-03T09:00',
      'ana 06-03T09:00 – 06-04T09:00',
      'cy 06-04T09:00 – 06-05T09:00',
    ]);
  });

  it('leaves the others of a slot of several', () => {
    const both = layer({
      rotation: {
        ...rotation(daily, 'ana', 'cy'),
        slots: [
          { id: 'one', people: ['ana', 'bo'] },
          { id: 'two', people: ['cy'] },
        ],
      },
    });
    const layerWithout = layer({
      rotation: {
        ...both.rotation,
        slots: [
          { id: 'one', people: ['bo'] },
          { id: 'two', people: ['cy'] },
        ],
      },
    });
    const editedSchedule = schedule({
      versions: [version('2026-01-01T00:00', both), { ...version('2026-06-01T12:00', layerWithout), version: 2 }],
    });
    expect([
      onCall(editedSchedule, '2026-06-01T11:00'),
      onCall(editedSchedule, '2026-06-01T13:00'),
      onCall(editedSchedule, '2026-06-02T13:00'),
    ]).toEqual([['ana', 'bo'], ['bo'], ['cy']]);
  });

  it('of the anchor counts at once, and before it nobody is on call', () => {
    const laterRotation = { ...rotation(daily, 'ana', 'bo', 'cy'), anchor: instant('2026-06-03T09:00') };
    expect(textsAfter(editedAt({ rotation: laterRotation }))).toEqual([
      'bo 06-02T09:00 – 06-02T12:00',
      'ana 06-03T09:00 – 06-04T09:00',
      'bo 06-04T09:00 – 06-05T09:00',
    ]);
  });

  it('of restrictions counts at once, and changes nothing before', () => {
    const editedSchedule = editedAt({ restrictions: [{ weekdays: [], times: { from: '09:00', to: '10:00' } }] });
    expect([onCall(editedSchedule, '2026-06-02T11:59'), onCall(editedSchedule, '2026-06-02T12:00')]).toEqual([['bo'], []]);
  });
});

type WhatItDoes = Override extends infer O ? (O extends Override ? Omit<O, 'id' | 'from' | 'to'> : never) : never;

describe('overrides', () => {
  const midday = { from: instant('2026-06-01T12:00'), to: instant('2026-06-01T18:00') };
  const made = (...overrides: readonly WhatItDoes[]) =>
    schedule({ overrides: overrides.map((override, index): Override => ({ ...midday, ...override, id: `o${index}` })) });
  const at = (of: Schedule) => onCall(of, '2026-06-01T13:00');

  it.each<[string, Schedule, string[]]>([
    ['add', made({ kind: 'add', person: 'bo' }), ['ana', 'bo']],
    ['replace', made({ kind: 'replace', replaced: 'ana', person: 'bo' }), ['bo']],
    ['replace only who is on call', made({ kind: 'replace', replaced: 'cy', person: 'bo' }), ['ana']],
    ['remove, and nothing falls through', made({ kind: 'remove', person: 'ana' }), []],
    [
      'a cover is covered',
      made({ kind: 'replace', replaced: 'ana', person: 'bo' }, { kind: 'replace', replaced: 'bo', person: 'cy' }),
      ['cy'],
    ],
    [
      'a later one about the same person cuts an earlier',
      made({ kind: 'replace', replaced: 'ana', person: 'bo' }, { kind: 'replace', replaced: 'ana', person: 'cy' }),
      ['cy'],
    ],
    ['also one that puts them back', made({ kind: 'replace', replaced: 'ana', person: 'bo' }, { kind: 'add', person: 'ana' }), ['ana']],
    ['a removal cuts no replacement', made({ kind: 'replace', replaced: 'ana', person: 'bo' }, { kind: 'remove', person: 'ana' }), ['bo']],
    [
      'a replacement takes over who was added',
      made({ kind: 'add', person: 'dee' }, { kind: 'replace', replaced: 'dee', person: 'cy' }),
      ['ana', 'cy'],
    ],
    ['a replacement cuts a removal', made({ kind: 'remove', person: 'ana' }, { kind: 'replace', replaced: 'ana', person: 'bo' }), ['bo']],
    [
      'after removing everybody only an addition counts',
      made({ kind: 'remove-everybody' }, { kind: 'replace', replaced: 'ana', person: 'bo' }, { kind: 'add', person: 'cy' }),
      ['cy'],
    ],
  ])('%s', (_, of, people) => {
    expect(at(of)).toEqual(people);
  });

  it('say why, and where nobody was chosen', () => {
    const [duty] = onCallAt(made({ kind: 'replace', replaced: 'ana', person: 'bo' }), zoneOf, midday.from);
    expect(duty).toEqual({ person: 'bo', reason: { kind: 'override', override: 'o0', from: midday.from, replaced: 'ana' } });
    const { gaps } = onCallWithin(made({ kind: 'remove-everybody' }), zoneOf, { from: midday.from - 2 * day, to: midday.to });
    expect(gaps.map(({ isIntended }) => isIntended)).toEqual([false, true]);
  });
});

describe('a temporary schedule', () => {
  const from = instant('2026-06-01T12:00');
  const to = instant('2026-06-01T18:00');
  const fair: TemporarySchedule = {
    id: 'fair',
    from,
    to,
    shifts: [{ person: 'dee', from, to: instant('2026-06-01T14:00') }],
    fallback: ['eli'],
  };

  it('takes the place of layers and overrides; its fallback is on call in its gaps', () => {
    const of = schedule({ temporary: [fair], overrides: [{ id: 'o', kind: 'add', person: 'bo', from, to }] });
    expect(shiftTexts(of, '2026-06-01T11:00', '2026-06-01T19:00')).toEqual([
      'ana 06-01T11:00 – 06-01T12:00',
      'dee 06-01T12:00 – 06-01T14:00',
      'eli 06-01T14:00 – 06-01T18:00',
      'ana 06-01T18:00 – 06-01T19:00',
    ]);
  });

  it('of two the one made later counts', () => {
    const laterTemporary = { ...fair, id: 'later', from: instant('2026-06-01T13:00'), shifts: [], fallback: ['cy'] };
    const of = schedule({ temporary: [fair, laterTemporary] });
    expect([onCall(of, '2026-06-01T12:30'), onCall(of, '2026-06-01T13:30')]).toEqual([['dee'], ['cy']]);
  });
});
