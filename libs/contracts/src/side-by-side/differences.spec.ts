import { comparedStateOf, differencesOf, type PersonHere, type PersonThere, type ThereSide } from './differences.js';

const [ana, bo] = ['ana', 'bo'];
const at = (minute: number, second = 0): string => new Date(Date.UTC(2026, 10, 21, 3, minute, second)).toISOString();
const here = (personId: string, firstAt: string, more: Partial<PersonHere> = {}): PersonHere => ({
  personId,
  firstAt,
  messages: 1,
  methods: ['sms'],
  ...more,
});
const page = (personId: string | null, firstAt: string, methods = ['sms']): PersonThere => ({ personId, firstAt, messages: 1, methods });
const there = (people: readonly PersonThere[], more: Partial<ThereSide> = {}): ThereSide => ({
  alerts: ['Q1'],
  as: 'own',
  people: [...people],
  endedAt: null,
  until: at(40),
  ...more,
});
const reasons = (people: readonly PersonHere[], side: ThereSide, endedAt?: string) =>
  differencesOf({ people, there: side, endedAt }).map(({ kind, personId, reason }) => [kind, personId, reason]);

describe('what two systems did for one alert', () => {
  it('is the same where the same people are notified within a minute', () => {
    expect(reasons([here(ana, at(12))], there([page(ana, at(12, 40))]))).toEqual([]);
    expect(comparedStateOf({ people: [here(ana, at(12))], there: there([page(ana, at(12))]) })).toBe('same');
  });

  it('differs by other people, unexplained', () => {
    const people = [here(ana, at(12))];
    expect(reasons(people, there([page(bo, at(12))]))).toEqual([
      ['there_only', bo, null],
      ['here_only', ana, null],
    ]);
    expect(comparedStateOf({ people, there: there([page(bo, at(12))]) })).toBe('unexplained');
  });

  it('differs by nobody there at all, unexplained', () => {
    expect(reasons([here(ana, at(12))], there([]))).toEqual([['here_only', ana, null]]);
  });

  it.each([
    ['within five minutes', [here(ana, at(12))], there([page(ana, at(15))]), undefined, ['time', ana, 'near']],
    ['another method', [here(ana, at(12))], there([page(ana, at(12), ['phone'])]), undefined, ['method', ana, 'other_method']],
    ['a person who is unknown here', [], there([page(null, at(12))]), undefined, ['there_only', null, 'unknown_here']],
    ['an end there before', [here(bo, at(17))], there([], { endedAt: at(14) }), undefined, ['here_only', bo, 'ended_there']],
    ['an end here before', [], there([page(bo, at(17))]), at(14), ['there_only', bo, 'ended_here']],
    [
      'several alerts that are one here',
      [here(ana, at(2))],
      there([page(ana, at(12))], { as: 'grouped' }),
      undefined,
      ['time', ana, 'grouped'],
    ],
    [
      'one message about several',
      [here(ana, at(2))],
      there([page(ana, at(12))], { as: 'bundled' }),
      undefined,
      ['time', ana, 'bundled_there'],
    ],
  ] as const)('is explained by %s', (_, people, side, endedAt, expected) => {
    expect(reasons(people, side, endedAt)).toEqual([expected]);
    expect(comparedStateOf({ people, there: side, endedAt })).toBe('explained');
  });

  it('is unexplained where one is notified much later, or was notified before the end', () => {
    expect(reasons([here(ana, at(12))], there([page(ana, at(22))]))).toEqual([['time', ana, null]]);
    expect(reasons([here(bo, at(12))], there([], { endedAt: at(14) }))).toEqual([['here_only', bo, null]]);
  });

  it('says nothing of what the old system was not read up to', () => {
    expect(reasons([here(ana, at(38))], there([], { until: at(40) }))).toEqual([]);
    expect(comparedStateOf({ people: [here(ana, at(12))] })).toBe('waiting');
  });

  it('knows no difference of methods that it can’t name', () => {
    expect(reasons([here(ana, at(12))], there([page(ana, at(12), ['pigeon'])]))).toEqual([]);
  });
});
