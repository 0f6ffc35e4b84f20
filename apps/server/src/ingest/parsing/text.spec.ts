import fc from 'fast-check';
import { cutKey, cutTo, cutToBytes, noteCut, toWellFormed, cutToLength } from './text.js';

const bell = '🔔';

describe('cutting a text', () => {
  it('leaves what fits, counting characters and not halves of them', () => {
    expect(cutTo('abc', 3)).toBe('abc');
    expect(cutTo(bell.repeat(3), 3)).toBe(bell.repeat(3));
  });

  it('marks the cut by an ellipsis, which counts', () => {
    expect(cutTo('abcd', 3)).toBe('ab…');
    expect(cutTo(bell.repeat(4), 3)).toBe(`${bell}${bell}…`);
  });

  it('never has more characters than allowed, nor half of one', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 20 }), (text, limit) => {
        const short = cutTo(text, limit);
        expect(Array.from(short).length).toBeLessThanOrEqual(limit);
        expect(toWellFormed(short)).toBe(toWellFormed(toWellFormed(short)));
        expect(short === text || short.endsWith('…')).toBe(true);
      }),
    );
  });

  it('counts bytes where a limit is one of bytes', () => {
    expect(cutToBytes('éééé', 8)).toBe('éééé');
    expect(cutToBytes('ééééé', 8)).toBe('éé…');
    expect(cutToBytes(bell.repeat(3), 10)).toBe(`${bell}…`);
  });

  it('notes a field once', () => {
    const cut: string[] = [];
    expect([
      cutToLength('abcd', 3, 'a', cut),
      cutToLength('abcd', 3, 'a', cut),
      cutToLength('abc', 3, 'b', cut),
      noteCut('x', 'y', 'c', cut),
    ]).toEqual(['ab…', 'ab…', 'abc', 'x']);
    expect(cut).toEqual(['a', 'c']);
  });
});

describe('cutting a key', () => {
  const one = `${'k'.repeat(600)}1`;
  const other = `${'k'.repeat(600)}2`;

  it('keeps two apart that differ only at the end', () => {
    expect(cutKey(one, 512)).not.toBe(cutKey(other, 512));
    expect(cutKey(one, 512)).toHaveLength(512);
  });

  it('changes nothing the second time, so that the answered key finds the same alert', () => {
    expect(cutKey(cutKey(one, 512), 512)).toBe(cutKey(one, 512));
    expect(cutKey('short', 512)).toBe('short');
  });
});

describe('a text that no database takes', () => {
  it('loses NUL and halves of characters, and nothing else', () => {
    expect(toWellFormed('a\0b')).toBe('a�b');
    expect(toWellFormed('a\ud83d b')).toBe('a� b');
    expect(toWellFormed(`${bell} é\n`)).toBe(`${bell} é\n`);
  });
});
