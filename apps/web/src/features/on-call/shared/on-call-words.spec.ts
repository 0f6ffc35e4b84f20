import { ids, names } from '../../../data/words/names.fixture.js';
import { myDuties, nextHandoffs, rowWords, untilMyEnd, untilThen, whoIsOnCall } from './on-call-words.js';

const now = new Date(2026, 10, 27, 12).getTime();
const monday = new Date(2026, 10, 30, 9).toISOString();
const why = { kind: 'temporary', temporaryId: ids.page, fallback: false } as const;
const row = (people: readonly string[], next: readonly string[], nextAt: string | null = monday) => ({
  people: people.map((personId) => ({ personId, why })),
  next: [...next],
  nextAt,
  removed: false,
});

it.each([
  [[ids.bo], [ids.carla], 'Bo until Mon 09:00, then Carla'],
  [[ids.ana, ids.bo], [ids.bo], 'You and Bo until Mon 09:00, then Bo'],
  [[ids.bo], [], 'Bo until Mon 09:00, then no one'],
  [[], [ids.bo], 'No one until Mon 09:00, then Bo'],
  [[ids.bo], [ids.bo], 'Bo '],
])('says who is on call, until when, and who is next (%#)', (people, next, says) =>
  expect(`${whoIsOnCall(row(people, next), names())} ${untilThen(row(people, next), names(), now)}`).toBe(says),
);

it('says nothing of a change that is not planned', () => expect(untilThen(row([ids.bo], [], null), names(), now)).toBe(''));

it('does not say that my duty ends when I stay on call and somebody else goes', () =>
  expect(untilMyEnd(row([ids.ana, ids.bo], [ids.ana]), names(), now)).toBe(''));

it('names the duty that I leave first in front, and none of a schedule that was removed', () => {
  const rows = [
    { id: 'stays', ...row([ids.ana], [ids.ana]) },
    { id: 'ends', ...row([ids.ana], [ids.bo]) },
    { id: 'other', ...row([ids.bo], [ids.ana]) },
    { id: 'gone', ...row([ids.ana], []), removed: true },
  ];
  expect(myDuties(rows, ids.ana).map(({ id }) => id)).toEqual(['ends', 'stays']);
});

it.each([
  [[ids.bo], [ids.carla], 'Bo until Mon 09:00'],
  [[ids.bo], [ids.bo], 'Bo'],
  [[], [ids.bo], 'from Mon 09:00: Bo'],
])('says in a few words who is on call, or comes (%#)', (people, next, says) =>
  expect(rowWords(row(people, next), names(), now)).toBe(says),
);

it('lists the next handoffs by time, none at which the same people stay', () => {
  const friday = new Date(2026, 10, 27, 18).toISOString();
  const rows = [
    { id: 'monday', ...row([ids.ana], [ids.bo]) },
    { id: 'same', ...row([ids.ana], [ids.ana], friday) },
    { id: 'friday', ...row([ids.ana], [], friday) },
    { id: 'never', ...row([ids.ana], [], null) },
  ];
  expect(nextHandoffs(rows).map(({ id }) => id)).toEqual(['friday', 'monday']);
});
