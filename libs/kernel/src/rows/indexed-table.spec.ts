import * as fc from 'fast-check';
import { IndexedTable } from './indexed-table.js';

interface Cup {
  readonly colour: string;
  readonly shelf: number;
}
const emptyTable = IndexedTable.by<Cup>(({ colour, shelf }) => [colour, `shelf ${shelf}`]);
const ids = ['a', 'b', 'c', 'd', 'e'];
const cup = fc.record({ colour: fc.constantFrom('red', 'green'), shelf: fc.integer({ min: 1, max: 2 }) });

describe('a table that is indexed', () => {
  it('finds what a search of all rows would, in the order of the table', () => {
    const step = fc.tuple(fc.constantFrom(...ids), fc.option(cup));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const table = steps.reduce((all, [id, row]) => all.with(id, row), emptyTable);
        for (const word of ['red', 'green', 'shelf 1', 'shelf 2', 'blue']) {
          const foundKeys = table.keys().filter((id) => [table.get(id)!.colour, `shelf ${table.get(id)!.shelf}`].includes(word));
          expect([table.keysWithWord(word), table.count(word)]).toEqual([foundKeys, foundKeys.length]);
        }
      }),
    );
  });

  it('finds the first of many without the others, and is never changed', () => {
    const red = { colour: 'red', shelf: 1 };
    const three = ids.slice(0, 3).reduce((all, id) => all.with(id, red), emptyTable);
    expect(three.with('a', null).keysWithWord('red', 1)).toEqual(['b']);
    expect(three.keysWithWord('red', 2)).toEqual(['a', 'b']);
    expect(three.first(1)).toEqual(['a']);
  });
});
