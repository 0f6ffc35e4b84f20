import { orderFromTurn, pickOf } from './round-robin.js';

const ring = ['ana', 'bo', 'cleo'];
const isReachable = () => true;

it('begins with the first, and goes round', () => {
  const picks: string[] = [];
  let last: ReturnType<typeof pickOf>['picked'];
  for (let n = 0; n < 4; n += 1) {
    last = pickOf(ring, last, isReachable).picked;
    picks.push(last!.personId);
  }
  expect(picks).toEqual(['ana', 'bo', 'cleo', 'ana']);
});

it('goes on after whoever was picked last, wherever they stand now', () => {
  expect(orderFromTurn(['cleo', 'ana', 'bo'], { personId: 'ana', place: 0 })).toEqual(['bo', 'cleo', 'ana']);
});

it('goes on at the place of whoever is gone', () => {
  expect(orderFromTurn(['ana', 'cleo'], { personId: 'bo', place: 1 })[0]).toBe('cleo');
  expect(orderFromTurn(['ana', 'bo'], { personId: 'cleo', place: 2 })[0]).toBe('ana');
  expect(orderFromTurn(['ana'], { personId: 'dan', place: 7 })[0]).toBe('ana');
});

it('passes over who can’t be paged, and says whom', () => {
  expect(pickOf(ring, { personId: 'ana', place: 0 }, (id) => id === 'ana')).toEqual({
    picked: { personId: 'ana', place: 0 },
    passedOver: ['bo', 'cleo'],
  });
});

it('picks nobody where nobody can be paged, or nobody is there', () => {
  expect(pickOf(ring, undefined, () => false)).toEqual({ passedOver: ring });
  expect(pickOf([], undefined, isReachable)).toEqual({ passedOver: [] });
});
