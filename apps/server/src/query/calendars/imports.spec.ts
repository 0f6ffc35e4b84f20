import { holidaysIn } from './holidays-in.js';
import { peopleIn } from './imported-people.js';
import { shiftsIn } from './shifts-in.js';

const person = (id: string, name: string, more: object = {}) =>
  ({ id, name, email: `${name.toLowerCase().replaceAll(' ', '.')}@example.org`, state: 'active', role: 'member', ...more }) as never;
const [ana, anaMaria, bo] = ['ana', 'ana-maria', 'bo'];
const people = [person(ana, 'Ana'), person(anaMaria, 'Ana Maria'), person(bo, 'Bo'), person('gone', 'Gil', { state: 'disabled' })];
const event = (key: string, title: string, from: string, to: string, more: object = {}) => ({
  key,
  title,
  from,
  to,
  days: null,
  attendees: [],
  line: 1,
  ...more,
});

describe('whom an event is about', () => {
  const invite = (email: string, hasDeclined = false) => ({ email, hasDeclined });
  const about = (title: string, ...attendees: readonly ReturnType<typeof invite>[]) => peopleIn(people)({ title, attendees });
  const findPeople = (title: string, emails: readonly string[] = []) => about(title, ...emails.map((email) => invite(email))).personIds;

  it('is who takes part in it by their address, else whoever’s whole name is in its title', () => {
    expect(findPeople('On call', ['bo@example.org', 'nobody@example.org'])).toEqual([bo]);
    expect(findPeople('Ana on call', ['bo@example.org'])).toEqual([bo]);
    expect(findPeople('Primary: BO (payments)')).toEqual([bo]);
    expect(findPeople('Ana Maria')).toEqual([anaMaria]);
    expect(findPeople('Ana Maria, Ana')).toEqual([anaMaria, ana]);
    expect([findPeople('Bob'), findPeople('Gil'), findPeople('')]).toEqual([[], [], []]);
  });

  it('is who is named by an address in its title', () => {
    expect(findPeople('On call: bo@example.org')).toEqual([bo]);
    expect(findPeople('<Ana.Maria@Example.org> (Ana)')).toEqual([anaMaria, ana]);
    expect(findPeople('ana@other.example')).toEqual([]);
  });

  it('is nobody who declined, not even by the title', () => {
    const [anaDeclined, boDeclined] = [invite('ana@example.org', true), invite('bo@example.org', true)];
    expect(about('Duty', anaDeclined, invite('bo@example.org'))).toEqual({ personIds: [bo], hasDeclined: false });
    expect(about('Ana on call', anaDeclined)).toEqual({ personIds: [], hasDeclined: true });
    expect(about('Bo', anaDeclined, invite('room@example.org'))).toEqual({ personIds: [bo], hasDeclined: false });
    expect(about('Duty', anaDeclined, boDeclined)).toEqual({ personIds: [], hasDeclined: true });
  });
});

it('what an imported calendar comes to is each event with whom it puts on call, or why it is left out', () => {
  const now = '2026-11-23T10:00:00.000Z';
  const events = [
    event('1', 'Bo', '2026-11-24T09:00:00.000Z', '2026-11-25T09:00:00.000Z'),
    event('2', 'Bo', '2026-11-20T09:00:00.000Z', '2026-11-21T09:00:00.000Z'),
    event('3', 'Lunch', '2026-11-24T09:00:00.000Z', '2026-11-25T09:00:00.000Z'),
    event('4', 'Bo and Ana', '2026-11-24T09:00:00.000Z', '2026-11-25T09:00:00.000Z'),
    event('5', 'Bo', '2028-11-24T09:00:00.000Z', '2028-11-25T09:00:00.000Z'),
  ];
  const answer = shiftsIn(
    { name: null, events, problems: [], isCut: false },
    { calendar: 'Rota', how: 'add', now, schedule: { overrides: [] }, people },
  );
  expect(answer.events.map(({ personId, problem }) => [personId, problem])).toEqual([
    [bo, null],
    [bo, 'over'],
    [null, 'nobody'],
    [null, 'several'],
    [bo, 'too_far'],
  ]);
  expect(answer).toMatchObject({ shifts: [{ personId: bo }], added: 1, changed: 0, removed: 0, unchanged: 0, isCut: false });
  const options = { calendar: 'Rota', how: 'add' as const, now, schedule: { overrides: [] }, people };
  expect(shiftsIn({ name: null, events, problems: [], isCut: true }, options).isCut).toBe(true);
});

it('holidays are the days of events of whole days, each once', () => {
  const days = { first: '2026-12-25', end: '2026-12-27' };
  const answer = holidaysIn({
    name: 'Germany',
    isCut: false,
    problems: [],
    events: [event('x', 'Christmas', '', '', { days }), event('y', 'Party', '2026-12-24T18:00:00.000Z', '2026-12-24T20:00:00.000Z')],
  });
  expect(answer).toMatchObject({ name: 'Germany', isCut: false });
  expect(answer.days.map(({ date, name }) => `${date} ${name}`)).toEqual(['2026-12-25 Christmas', '2026-12-26 Christmas']);
  expect(new Set(answer.days.map(({ uid }) => uid)).size).toBe(2);
});
