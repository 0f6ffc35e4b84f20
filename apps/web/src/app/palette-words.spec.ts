import { courseInWords, onScreen } from './palette-words.js';

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

it('what only moves about on the screen is no act of the palette', () => {
  const keys = ['a', 'j', 'Escape', 'g s', '?', 'p'];
  expect(keys.filter((key) => onScreen({ key, says: '', run: () => undefined }))).toEqual(['a', 'p']);
});
