import { Temporal } from 'temporal-polyfill';
import type { OnCallPeriod } from '@tocsin/contracts/schedule-answers.js';
import type { LayerSetting, OverrideSetting, ScheduleRow } from '@tocsin/contracts/schedules.js';
import { ana, bo, cleo, idOf } from '../../configuration.fixture.js';
import { draftAnswer } from './draft-answer.js';
import { personShifts, takesPart } from './person-shifts.js';
import { shiftsAnswer } from './shifts-answer.js';

const berlin = 'Europe/Berlin';
const at = (local: string): string =>
  Temporal.PlainDateTime.from(local).toZonedDateTime(berlin).toInstant().toString({ smallestUnit: 'millisecond' });

const layerOf = (people: readonly string[], more: Partial<LayerSetting> = {}): LayerSetting => ({
  layerId: idOf('1a'),
  name: 'Primary',
  timeZone: null,
  priority: 0,
  from: null,
  rotation: {
    slots: people.map((personId, n) => ({ slotId: idOf(`5${n}`), people: [personId] })),
    length: { unit: 'days', count: 1, time: '09:00' },
    anchor: at('2026-11-02T09:00'),
    countsCoveredTimeOnly: false,
  },
  restrictions: [],
  ...more,
});
const row = (more: Partial<ScheduleRow> = {}): ScheduleRow => ({
  id: idOf('5c'),
  teamId: idOf('7ea'),
  name: 'Payments primary',
  externalKey: null,
  removed: false,
  version: 1,
  timeZone: berlin,
  zones: '2026c',
  versions: [{ version: 1, effectiveFrom: at('2026-11-02T09:00'), timeZone: berlin, layers: [layerOf([ana, bo])], rotations: [] }],
  overrides: [],
  temporary: [],
  ...more,
});
const names: Record<string, string> = { [ana]: 'ana', [bo]: 'bo', [cleo]: 'cleo' };
const local = (instant: string) =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(berlin).toPlainDateTime().toString({ smallestUnit: 'minute' }).slice(5);
const told = (shifts: readonly { personId: string; from: string; to: string }[]) =>
  shifts.map(({ personId, from, to }) => `${names[personId]} ${local(from)} – ${local(to)}`);
const range = (from: string, to: string) => ({ from: at(from), to: at(to) });

describe('the shifts of a range', () => {
  const turn = { from: at('2026-11-03T09:00'), to: at('2026-11-04T09:00') };
  const period = (since: string, personId: string | null): OnCallPeriod => ({
    id: idOf('e1'),
    scheduleId: idOf('5c'),
    since: at(since),
    people:
      personId === null ? [] : [{ personId, why: { kind: 'rotation', version: 1, layerId: idOf('1a'), slotId: idOf('51'), ...turn } }],
  });

  it('are recorded up to now and computed after it, a running one as one', () => {
    const { final, gaps, recordedUpTo } = shiftsAnswer(
      row(),
      [period('2026-11-02T09:00', ana), period('2026-11-02T22:00', null), period('2026-11-03T09:00', bo)],
      range('2026-11-02T12:00', '2026-11-05T00:00'),
      at('2026-11-03T15:00'),
    );
    expect(recordedUpTo).toBe(at('2026-11-03T15:00'));
    // Ana was taken off at ten in the evening, whatever the rotation says today
    expect(told(final)).toEqual(['ana 11-02T12:00 – 11-02T22:00', 'bo 11-03T09:00 – 11-04T09:00', 'ana 11-04T09:00 – 11-05T00:00']);
    expect(gaps).toEqual([{ from: at('2026-11-02T22:00'), to: at('2026-11-03T09:00'), intended: false }]);
  });

  it('say what each layer has by itself, and when the clock is moved', () => {
    const override: OverrideSetting = {
      overrideId: idOf('0e'),
      kind: 'replace',
      personId: cleo,
      replacesId: bo,
      from: at('2027-03-27T09:00'),
      to: at('2027-03-29T09:00'),
      reason: '',
    };
    const answer = shiftsAnswer(row({ overrides: [override] }), [], range('2027-03-27T09:00', '2027-03-29T09:00'), at('2026-11-03T15:00'));
    expect(told(answer.final)[0]).toMatch(/^cleo/);
    expect(told(answer.layers[0]!.shifts)).toEqual(['bo 03-27T09:00 – 03-28T09:00', 'ana 03-28T09:00 – 03-29T09:00']);
    expect(answer.clockChanges).toEqual([{ at: '2027-03-28T01:00:00.000Z', minutes: 60 }]);
  });
});

describe('a draft', () => {
  const draft = (people: readonly string[], more: object = {}) => ({
    timeZone: berlin,
    layers: [layerOf(people)],
    ...range('2026-11-03T15:00', '2026-11-07T09:00'),
    ...more,
  });
  const now = at('2026-11-03T15:00');

  it('says who gets more and who less, and what changes first', () => {
    const { people, changes, version } = draftAnswer(idOf('5c'), row(), [], draft([ana, cleo]), now);
    expect(version).toBe(1);
    // Bo left the rotation: who follows takes the rest of the turn at once
    expect(changes[0]).toEqual({ at: now, before: [bo], after: [cleo] });
    const hours = Object.fromEntries(people.map(({ personId, before, after }) => [names[personId], (after - before) / 3_600_000]));
    expect(hours).toEqual({ bo: -42, cleo: 42 });
  });

  it('that changes nobody says so', () => {
    expect(draftAnswer(idOf('5c'), row(), [], draft([ana, bo]), now)).toMatchObject({ people: [], changes: [], orphaned: [] });
  });

  it('names the overrides that would act on nobody', () => {
    const override: OverrideSetting = {
      overrideId: idOf('0e'),
      kind: 'replace',
      personId: ana,
      replacesId: bo,
      from: at('2026-11-05T09:00'),
      to: at('2026-11-06T09:00'),
      reason: '',
    };
    expect(draftAnswer(idOf('5c'), row({ overrides: [override] }), [], draft([ana, cleo]), now).orphaned).toEqual([idOf('0e')]);
  });

  it('of a schedule that is not there yet begins now', () => {
    const { final, version } = draftAnswer(idOf('5d'), undefined, [], draft([cleo]), now);
    expect([version, told(final)[0]]).toEqual([0, 'cleo 11-03T15:00 – 11-04T09:00']);
  });
});

it('a person’s shifts are those of every schedule that they have a part in', () => {
  expect([takesPart(row(), ana), takesPart(row(), cleo)]).toEqual([true, false]);
  const shifts = personShifts(row(), ana, range('2026-11-03T15:00', '2026-11-07T00:00'));
  expect(shifts.map(({ from, to, name }) => `${name} ${local(from)} – ${local(to)}`)).toEqual([
    'Payments primary 11-04T09:00 – 11-05T09:00',
    'Payments primary 11-06T09:00 – 11-07T00:00',
  ]);
});
