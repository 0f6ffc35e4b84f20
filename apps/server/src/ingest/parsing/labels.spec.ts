import * as integrationLimits from '@tocsin/contracts/integrations/limits.js';
import { hashOf, labelsOf } from './labels.js';

describe('labels', () => {
  const read = (input: unknown) => {
    const cut: string[] = [];
    return { labels: labelsOf(input, cut), cut };
  };

  it('become text, nulls are left out', () => {
    expect(read({ a: 'x', port: 9100, up: false, none: null, nested: { b: [1] } }).labels).toEqual({
      a: 'x',
      port: '9100',
      up: 'false',
      nested: '{"b":[1]}',
    });
  });

  it.each([null, undefined, 'text', 7, ['a']])('are none when they are no object: %j', (input) =>
    expect(read(input)).toEqual({ labels: {}, cut: [] }),
  );

  it('are cut when too long or too many, and noted', () => {
    const many = Object.fromEntries(Array.from({ length: integrationLimits.labelsPerAlert + 1 }, (_, n) => [`l${n}`, 'v']));
    expect(Object.keys(read(many).labels)).toHaveLength(integrationLimits.labelsPerAlert);
    expect(read(many).cut).toEqual(['labels']);
    const long = read({ a: 'x'.repeat(integrationLimits.labelCharacters + 1), ['n'.repeat(integrationLimits.labelCharacters + 1)]: 'v' });
    expect(
      Object.entries(long.labels)
        .flat()
        .map((text) => text.length),
    ).toEqual([1, integrationLimits.labelCharacters, integrationLimits.labelCharacters, 1]);
    expect(long.cut).toEqual(['labels']);
  });

  it('can’t touch the prototype', () => {
    const { labels } = read(JSON.parse('{"__proto__":"x","constructor":"y"}'));
    expect(Object.entries(labels)).toEqual([['constructor', 'y']]);
    expect(Object.getPrototypeOf(labels)).toBe(Object.prototype);
  });
});

describe('the hash of labels', () => {
  it('is the same in any order', () => expect(hashOf({ a: '1', b: '2' })).toBe(hashOf({ b: '2', a: '1' })));

  it('tells apart values, names and what stands in front', () => {
    const hashes = [
      hashOf({ a: '1' }),
      hashOf({ a: '2' }),
      hashOf({ b: '1' }),
      hashOf({ a: '1' }, 'x'),
      hashOf(null, 'x'),
      hashOf(null, 'x', null),
      hashOf({}),
    ];
    expect(new Set(hashes).size).toBe(hashes.length);
  });

  it('tells apart what is alike once it is cut', () => {
    const long = 'x'.repeat(integrationLimits.labelCharacters);
    expect(hashOf({ a: `${long}1` })).not.toBe(hashOf({ a: `${long}2` }));
  });
});
