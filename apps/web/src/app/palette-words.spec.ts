import { courseInWords, isFoundBy, onScreen } from './palette-words.js';

const step = (waitMinutes: number, ...people: string[]) => ({
  targets: people.map((personId) => ({ kind: 'person' as const, personId })),
  waitMinutes,
  notifyOthersStill: false,
});
const same = (personId: string) => personId;

describe('who is paged', () => {
  it('is said with the minutes until then', () => {
    expect(courseInWords([step(5, 'Ana'), step(10, 'Bo', 'Cleo')], same)).toBe('Ana, after 5 min Bo and Cleo');
  });
  it('is nobody where a policy has no step', () => expect(courseInWords([], same)).toBe('nobody'));
});

it('a line is found by the beginnings of its words, in any order, and not by letters within them', () => {
  const found = (line: string, ...typed: readonly string[]) => typed.filter((one) => isFoundBy(line, one));
  expect(found('page Bo 0198-ab', 'page bo', 'BO pa', '', 'page', 'o')).toEqual(['page bo', 'BO pa', '', 'page']);
  expect(found('page somebody here', 'page bo', 'page some')).toEqual(['page some']);
  expect(found('service pay-api db-1', 'api', 'pay-a', 'db-1')).toEqual(['api', 'pay-a', 'db-1']);
});

it('what only moves about on the screen is no act of the palette', () => {
  const keys = ['a', 'j', 'Escape', 'g s', '?', 'p'];
  expect(keys.filter((key) => onScreen({ key, says: '', run: () => undefined }))).toEqual(['a', 'p']);
});
