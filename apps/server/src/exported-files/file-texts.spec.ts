import { labelOf, letterOf, textsOf } from './file-texts.js';

const [ana, bo] = ['01900000-0000-7000-8000-0000000000aa', '01900000-0000-7000-8000-0000000000bb'];
const people = [ana, bo];

it('calls people by letters in their order, after Z by two', () => {
  expect([0, 25, 26, 51, 52, 701, 702].map(letterOf)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA']);
  const { person } = textsOf({ people, names: null, hidden: [] });
  expect([person(bo), person('other')]).toEqual(['Person B', 'someone']);
});

it('leaves names and addresses out of what people wrote, also where they are mentioned', () => {
  const hidden = [
    ['Ana Smith', labelOf(0)],
    ['+49 171 1234567', '[address]'],
  ] as const;
  const { clean } = textsOf({ people, names: null, hidden });
  expect(clean(`ana smith (ana@example.org, +49 171 1234567) asked <@${bo}>; Anastasia Smithers did not`)).toBe(
    'Person A ([address], [address]) asked Person B; Anastasia Smithers did not',
  );
});

it('turns no letters around, and ends', () => {
  const { clean } = textsOf({ people, names: { [ana]: 'Ana' }, hidden: [] });
  expect(clean('\u202Egnp.exe\u0000 \u2066x\u2069')).toBe('gnp.exe x');
  expect(clean('x'.repeat(20_000)).length).toBeLessThan(2_100);
});

it('leaves out names of two letters, and names in scripts without spaces', () => {
  const hidden = [
    ['Bo', labelOf(1)],
    ['田中', labelOf(2)],
    ['김철수', labelOf(3)],
  ] as const;
  const { clean, isNaming } = textsOf({ people, names: null, hidden });
  expect(clean('Bo, Boさん and bo: not Bob; 昨夜田中さんが, 김철수가')).toBe(
    'Person B, Person Bさん and Person B: not Bob; 昨夜Person Cさんが, Person D가',
  );
  expect(['B\u200Bo', '昨夜田中さんが', 'x@example.org', 'Bob', '中田'].map(isNaming)).toEqual([true, true, true, false, false]);
});
