import fc from 'fast-check';
import { withKeys } from './key-list.js';

const keyList = fc.array(fc.integer({ min: 0, max: 30 }).map(String), { maxLength: 20 });

it('a list of keys has each once, in the order in which they came, also where a list is continued twice', () =>
  fc.assert(
    fc.property(keyList, fc.array(keyList, { maxLength: 6 }), keyList, (first, rest, other) => {
      let list: readonly string[] = first;
      for (const added of rest) {
        const expected = [...new Set([...list, ...added])];
        const { keys, has } = withKeys(list, added);
        expect(withKeys(list, other).keys).toEqual([...new Set([...list, ...other])]);
        expect(keys).toEqual(expected);
        expect(other.map((key) => has(key))).toEqual(other.map((key) => expected.includes(key)));
        list = keys;
      }
    }),
  ));
