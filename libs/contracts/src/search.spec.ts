import { alertGroupText, searchTerms } from './search.js';

const services = [
  { id: 's1', name: 'Checkout' },
  { id: 's2', name: 'Search' },
];

it('a search names, for each word, the services that bear it', () => {
  expect(searchTerms('  Disk  CHECK ', { services })).toEqual([
    { text: 'disk', or: { serviceId: [] } },
    { text: 'check', or: { serviceId: ['s1'] } },
  ]);
});

it('what somebody opened by hand is found by that', () => {
  expect(searchTerms('manual', { services })).toEqual([{ text: 'manual', or: { serviceId: [null] } }]);
});

it('a search has at most eight words, each of at most a hundred characters', () => {
  const sought = searchTerms(`${'x'.repeat(500)} a b c d e f g h i`, { services });
  expect([sought.length, sought[0]!.text.length]).toEqual([8, 100]);
});

it('a group is found by its number, its title and its labels', () => {
  expect(alertGroupText({ number: 12, title: 'Disk FULL', labels: ['host=DB-1'] })).toBe('#12 disk full host=db-1');
});

it('a quoted part is one word, also when its end is still being typed', () => {
  const texts = (q: string) => searchTerms(q, { services }).map(({ text }) => text);
  expect([texts('"disk is full" web'), texts('job="my job"'), texts('"disk is'), texts('""')]).toEqual([
    ['disk is full', 'web'],
    ['job=my job'],
    ['disk is'],
    [],
  ]);
});
