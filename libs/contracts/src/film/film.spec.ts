import fc from 'fast-check';
import { changesBetween, withChanges } from './film.js';

const value = fc.letrec((tie) => ({
  any: fc.oneof({ maxDepth: 4 }, fc.integer({ max: 3, min: 0 }), fc.constant(null), tie('list'), tie('record')),
  list: fc.array(tie('any'), { maxLength: 4 }),
  record: fc.dictionary(fc.constantFrom('a', 'b', '__proto__x', 'length'), tie('any'), { noNullPrototype: true }),
})).record;

it('changes lead from any rows to any others', () => {
  fc.assert(
    fc.property(value, value, (before, after) => {
      const sent = JSON.parse(JSON.stringify(changesBetween(before, after))) as ReturnType<typeof changesBetween>;
      expect(withChanges(before, sent)).toEqual(after);
    }),
  );
});

it('says nothing of parts that stayed, and one thing of a list that grew', () => {
  const pages = [{ id: 'a', attempts: [{ state: 'queued' }] }];
  const rows = { ladders: { pages, next: null } };
  const sent = { ladders: { pages: [{ ...pages[0], attempts: [{ state: 'sent' }] }], next: null } };
  expect(changesBetween(rows, sent)).toEqual([[['ladders', 'pages', 0, 'attempts', 0, 'state'], 'sent']]);
  expect(changesBetween(rows, { ladders: { pages: [...pages, 'b'], next: null } })).toEqual([[['ladders', 'pages', 1], 'b']]);
});
