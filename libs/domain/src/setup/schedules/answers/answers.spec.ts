import { Temporal } from 'temporal-polyfill';
import type { OnCallPeriod } from '@tocsin/contracts/schedules/answers.js';
import type { LayerSetting } from '@tocsin/contracts/schedules/layers.js';
import type { OverrideSetting } from '@tocsin/contracts/schedules/overrides.js';
import type { ScheduleRow } from '@tocsin/contracts/schedules/schedules.js';
import { ana, bo, byOwner, cleo, idOf, readsAfter } from '../../../configuration.fixture.js';
import type { DraftAct, DraftRequest } from '@tocsin/contracts/schedules/answers.js';
import { isRefused } from '@tocsin/kernel/decide/refusal.js';
import { anaJoined, boJoined, cleoJoined } from '../../people/facts.fixture.js';
import { answerDraft } from './draft-answer.js';
import { draftSchedule } from './draft-schedule.js';
import { listPersonShifts, listWholePersonShifts, doesTakePart } from './person-shifts.js';
import { answerShifts } from './shifts-answer.js';

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
const shiftTexts = (shifts: readonly { personId: string; from: string; to: string }[]) =>
  shifts.map(({ personId, from, to }) => `${names[personId]} ${local(from)} – ${local(to)}`);
const range = (from: string, to: string) => ({ from: at(from), to: at(to) });

describe('the shifts of a range', () => {
  const turn = { from: at('2026-11-03T09:00'), to: at('2026-11-04T09:00') };
  const period = (since: string, personId: string | null): OnCallPeriod => ({
    id: idOf('e1'),
    scheduleId: idOf('5c'),
    since: at(since),
    revision: 1,
    people:
      personId === null ? [] : [{ personId, why: { kind: 'rotation', version: 1, layerId: idOf('1a'), slotId: idOf('51'), ...turn } }],
  });

  it('are recorded up to now and computed after it, a running one as one', () => {
    const { final, gaps, recordedUpTo } = answerShifts(
      row(),
      [period('2026-11-02T09:00', ana), period('2026-11-02T22:00', null), period('2026-11-03T09:00', bo)],
      range('2026-11-02T12:00', '2026-11-05T00:00'),
      at('2026-11-03T15:00'),
    );
    expect(recordedUpTo).toBe(at('2026-11-03T15:00'));
    // Ana was taken off at ten in the evening, whatever the current rotation says
    expect(shiftTexts(final)).toEqual(['ana 11-02T12:00 – 11-02T22:00', 'bo 11-03T09:00 – 11-04T09:00', 'ana 11-04T09:00 – 11-05T00:00']);
    expect(gaps).toEqual([{ from: at('2026-11-02T22:00'), to: at('2026-11-03T09:00'), intended: false }]);
  });

  it('have no gap where there was no schedule yet: nothing was recorded', () => {
    const noPeriods = answerShifts(row(), [], range('2026-11-01T00:00', '2026-11-02T12:00'), at('2026-11-03T15:00'));
    expect([noPeriods.final, noPeriods.gaps]).toEqual([[], [{ ...range('2026-11-02T09:00', '2026-11-02T12:00'), intended: false }]]);
    // the current version is newer: known data begins with the recorded part
    const newerRow = row({ versions: row().versions.map((one) => ({ ...one, effectiveFrom: at('2026-11-03T00:00') })) });
    const recordedAnswer = answerShifts(
      newerRow,
      [period('2026-11-02T09:00', ana)],
      range('2026-11-01T00:00', '2026-11-02T12:00'),
      at('2026-11-03T15:00'),
    );
    expect([shiftTexts(recordedAnswer.final), recordedAnswer.gaps]).toEqual([['ana 11-02T09:00 – 11-02T12:00'], []]);
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
    const answer = answerShifts(row({ overrides: [override] }), [], range('2027-03-27T09:00', '2027-03-29T09:00'), at('2026-11-03T15:00'));
    expect(shiftTexts(answer.final)[0]).toMatch(/^cleo/);
    expect(shiftTexts(answer.layers[0]!.shifts)).toEqual(['bo 03-27T09:00 – 03-28T09:00', 'ana 03-28T09:00 – 03-29T09:00']);
    expect(answer.clockChanges).toEqual([{ at: '2027-03-28T01:00:00.000Z', minutes: 60 }]);
  });
});

describe('a draft', () => {
  const now = at('2026-11-03T15:00');
  const ahead = range('2026-11-03T15:00', '2026-11-07T09:00');
  const reads = readsAfter(anaJoined, boJoined, cleoJoined);
  const layers = (people: readonly string[], more: Partial<LayerSetting> = {}) => ({ timeZone: berlin, layers: [layerOf(people, more)] });
  const askDraft = (change: Partial<DraftRequest>, savedSchedule: ScheduleRow | undefined = row(), id = idOf('5c')) =>
    draftSchedule(id, savedSchedule, { ...ahead, ...change }, { actor: byOwner, reads, now });
  function answered(...args: Parameters<typeof askDraft>) {
    const change = askDraft(...args);
    if (isRefused(change)) throw new Error(change.code);
    return answerDraft(change, [], ahead, now);
  }
  const hoursOf = ({ people }: Pick<ReturnType<typeof answered>, 'people'>) =>
    Object.fromEntries(people.map(({ personId, before, after }) => [names[personId], (after - before) / 3_600_000]));
  const override = (from: string, to: string, more: Partial<OverrideSetting> = {}) => ({
    overrideId: idOf('0e'),
    kind: 'replace' as OverrideSetting['kind'],
    personId: ana as string | null,
    replacesId: bo as string | null,
    ...range(from, to),
    ...more,
    reason: '',
  });
  const bosDay = override('2026-11-05T09:00', '2026-11-06T09:00');

  it('says who gets more and who less, and what changes first', () => {
    const answer = answered(layers([ana, cleo]));
    expect(answer.version).toBe(1);
    // Bo left the rotation: the next person takes the rest of the turn at once
    expect(answer.changes[0]).toEqual({ at: now, before: [bo], after: [cleo] });
    expect(hoursOf(answer)).toEqual({ bo: -42, cleo: 42 });
  });

  it('that changes nobody says so', () =>
    expect(answered(layers([ana, bo]))).toMatchObject({ people: [], changes: [], orphaned: [], moved: [] }));

  it('names the overrides that would act on nobody', () =>
    expect(answered(layers([ana, cleo]), row({ overrides: [bosDay] }))).toMatchObject({ orphaned: [idOf('0e')], moved: [] }));

  it('names the overrides that would act at other times, and when', () => {
    const nights = { restrictions: [{ weekdays: [], times: { from: '21:00', to: '09:00' } }] };
    const savedRow = row({
      overrides: [
        bosDay,
        override('2026-11-06T12:00', '2026-11-07T00:00', { overrideId: idOf('0f'), kind: 'remove', personId: ana, replacesId: null }),
      ],
    });
    const { moved, orphaned } = answered(layers([ana, bo], nights), savedRow);
    expect(orphaned).toEqual([]);
    expect(moved).toEqual([
      {
        overrideId: idOf('0e'),
        before: [range('2026-11-05T09:00', '2026-11-06T09:00')],
        after: [range('2026-11-05T21:00', '2026-11-06T09:00')],
      },
      {
        overrideId: idOf('0f'),
        before: [range('2026-11-06T12:00', '2026-11-07T00:00')],
        after: [range('2026-11-06T21:00', '2026-11-07T00:00')],
      },
    ]);
  });

  it('of an override says what it comes to, as the command would decide it', () => {
    const { overrideId: _id, ...added } = override('2026-11-03T09:00', '2026-11-04T01:00');
    const answer = answered({ acts: [{ type: 'AddOverrides', data: { overrides: [added] } }] });
    // the six hours that have passed are not changed
    expect(hoursOf(answer)).toEqual({ ana: 10, bo: -10 });
    expect(answer.changes).toEqual([{ at: now, before: [bo], after: [ana] }]);
    expect(answer.layers[0]!.shifts[0]!.personId).toBe(bo);
  });

  it('of an override that is changed or removed says what differs, and lists it as neither moved nor orphaned', () => {
    const savedRow = row({ overrides: [bosDay] });
    const shorter = { ...bosDay, to: at('2026-11-05T17:00') };
    expect(hoursOf(answered({ acts: [{ type: 'ChangeOverride', data: shorter }] }, savedRow))).toEqual({ ana: -16, bo: 16 });
    const removalAnswer = answered({ acts: [{ type: 'RemoveOverride', data: { overrideId: bosDay.overrideId } }] }, savedRow);
    expect([hoursOf(removalAnswer), removalAnswer.orphaned, removalAnswer.moved]).toEqual([{ ana: -24, bo: 24 }, [], []]);
  });

  it('of a temporary schedule says who is on call in it, and which overrides it hides', () => {
    const temporary = {
      ...range('2026-11-05T00:00', '2026-11-06T00:00'),
      shifts: [{ personId: cleo, ...range('2026-11-05T09:00', '2026-11-05T17:00') }],
      fallback: [bo],
      reason: '',
    };
    const answer = answered({ acts: [{ type: 'AddTemporarySchedule', data: temporary }] }, row({ overrides: [bosDay] }));
    expect(shiftTexts(answer.final.filter(({ why }) => why.kind === 'temporary'))).toEqual([
      'bo 11-05T00:00 – 11-05T09:00',
      'cleo 11-05T09:00 – 11-05T17:00',
      'bo 11-05T17:00 – 11-06T00:00',
    ]);
    expect(answer.moved).toMatchObject([{ after: [range('2026-11-06T00:00', '2026-11-06T09:00')] }]);
  });

  it.each<[string, DraftAct]>([
    ['schedule.override_not_found', { type: 'RemoveOverride', data: { overrideId: idOf('dead') } }],
    ['schedule.override_ends_before', { type: 'AddOverrides', data: { overrides: [{ ...bosDay, to: bosDay.from }] } }],
  ])('is refused as the command would be: %s', (code, act) => expect(askDraft({ acts: [act] })).toMatchObject({ code }));

  it('is refused for what is wrong with its layers, at the field', () =>
    expect(askDraft(layers([idOf('dead')]))).toMatchObject({ code: 'person.not_active', path: 'layers.0.rotation.slots.0.people.0' }));

  it('lists the open requests for cover that nobody could accept any more', () => {
    const part = { from: at('2026-11-05T09:00'), to: at('2026-11-05T17:00') };
    const requestedCover = { scheduleId: idOf('5c'), offeredTo: null, inReturn: null, note: '', nextAt: part.to, personId: bo };
    const requests = [
      { ...requestedCover, ...part, coverId: idOf('c1') },
      { ...requestedCover, ...part, coverId: idOf('c2'), personId: ana },
    ].map((data) => ({ type: 'CoverRequested', data }) as const);
    const draftContext = { actor: byOwner, reads: readsAfter(anaJoined, boJoined, cleoJoined, ...requests), now };
    const listOrphanedBy = (people: readonly string[]) => {
      const change = draftSchedule(idOf('5c'), row(), { ...ahead, ...layers(people) }, draftContext);
      if (isRefused(change)) throw new Error(change.code);
      return answerDraft(change, [], ahead, now).orphanedCovers;
    };
    expect(listOrphanedBy([ana, bo])).toEqual([]);
    expect(listOrphanedBy([cleo])).toEqual([idOf('c1')]);
  });

  it('of a schedule that is not there yet begins now', () => {
    const change = draftSchedule(idOf('5d'), undefined, { ...ahead, ...layers([cleo]) }, { actor: byOwner, reads, now });
    if (isRefused(change)) throw new Error(change.code);
    const { final, version } = answerDraft(change, [], ahead, now);
    expect([version, shiftTexts(final)[0]]).toEqual([0, 'cleo 11-03T15:00 – 11-04T09:00']);
  });
});

it('a person’s shifts are those of every schedule that they have a part in', () => {
  expect([doesTakePart(row(), ana), doesTakePart(row(), cleo)]).toEqual([true, false]);
  const shifts = listPersonShifts(row(), ana, range('2026-11-03T15:00', '2026-11-07T00:00'));
  expect(shifts.map(({ from, to, name }) => `${name} ${local(from)} – ${local(to)}`)).toEqual([
    'Payments primary 11-04T09:00 – 11-05T09:00',
    'Payments primary 11-06T09:00 – 11-07T00:00',
  ]);
});

it('a person’s shift that reaches over the end of the range ends where it ends', () => {
  const texts = (of: ScheduleRow, to: string) =>
    listWholePersonShifts(of, ana, range('2026-11-03T15:00', to)).map((shift) => `${local(shift.from)} – ${local(shift.to)}`);
  expect(texts(row(), '2026-11-07T00:00')).toEqual(['11-04T09:00 – 11-05T09:00', '11-06T09:00 – 11-07T09:00']);
  expect(texts(row(), '2026-11-05T09:00')).toEqual(['11-04T09:00 – 11-05T09:00']);
  // months on, and cut short by what comes then
  const months = layerOf([ana, bo]);
  const length = { unit: 'months', count: 6, time: '09:00', day: 1 } as const;
  const long = { ...months, rotation: { ...months.rotation, length, anchor: at('2026-11-01T09:00') } };
  const longRow = (of: Partial<ScheduleRow> = {}) => row({ versions: [{ ...row().versions[0]!, layers: [long] }], ...of });
  expect(texts(longRow(), '2026-11-07T00:00')).toEqual(['11-03T15:00 – 05-01T09:00']);
  const replaced = { kind: 'replace', personId: bo, replacesId: ana, from: at('2027-02-10T00:00'), to: at('2027-02-11T00:00') } as const;
  expect(texts(longRow({ overrides: [{ overrideId: idOf('0a'), reason: '', ...replaced }] }), '2026-11-07T00:00')).toEqual([
    '11-03T15:00 – 02-10T00:00',
  ]);
});
