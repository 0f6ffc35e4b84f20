import type { Target } from '@tocsin/contracts/policies/noun.js';
import { ids, names } from '../data/words/names.fixture.js';
import { courseInWords, isFoundBy, onScreen } from './palette-words.js';

const step = (waitMinutes: number, ...targets: Target[]) => ({
  stepId: 's',
  targets,
  waitMinutes,
  notifyOthersStill: false,
});
const [ana, bo] = [ids.ana, ids.bo].map((personId) => ({ kind: 'person' as const, personId })) as [Target, Target];

describe('who is paged', () => {
  it('is said with the minutes until then', () => {
    expect(courseInWords([step(5, ana), step(10, bo, { kind: 'schedule', scheduleId: ids.rota })], names())).toBe(
      'Ana, after 5 min Bo and Payments rota',
    );
  });
  it('is nobody where a policy has no step', () => expect(courseInWords([], names())).toBe('no one'));
});

it('a line is found by the beginnings of its words, in any order, and not by letters within them', () => {
  const matches = (line: string, ...typed: readonly string[]) => typed.filter((one) => isFoundBy(line, one));
  expect(matches('page Bo 0198-ab', 'page bo', 'BO pa', '', 'page', 'o')).toEqual(['page bo', 'BO pa', '', 'page']);
  expect(matches('page somebody here', 'page bo', 'page some')).toEqual(['page some']);
  expect(matches('service pay-api db-1', 'api', 'pay-a', 'db-1')).toEqual(['api', 'pay-a', 'db-1']);
});

it('what only moves about on the screen is no act of the palette', () => {
  const keys = ['a', 'j', 'Escape', 'g s', '?', 'p'];
  expect(keys.filter((key) => onScreen({ key, says: '', run: () => undefined }))).toEqual(['a', 'p']);
});
