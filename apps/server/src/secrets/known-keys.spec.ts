import fc from 'fast-check';
import { KnownKeys, createIntegrationKey } from './known-keys.js';

const key = '0123456789abcdef0123456789abcdef';
const other = 'feedfacefeedfacefeedfacefeedface';
const keysWith = (...keys: readonly string[]): KnownKeys => {
  const all = new KnownKeys();
  for (const one of keys) all.add(one);
  return all;
};
const escapeText = (text: string): string =>
  Array.from(text, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
const cleanText = (text: string, keys = keysWith(key, other)) => keys.stripBody(JSON.parse(text), text);

describe('known keys', () => {
  it('are blanked wherever they stand: as a value, in a sentence, in a name, in capitals, between other digits', () => {
    const body = { dedup_key: key, summary: `disk of ${other}!`, [`label-${key}`]: [`${key}${key}`, `ab${key}cd`, key.toUpperCase()] };
    const { body: clean, text } = cleanText(JSON.stringify(body));
    const blank = '[integration key]';
    expect(clean).toEqual({
      dedup_key: blank,
      summary: `disk of ${blank}!`,
      [`label-${blank}`]: [`${blank}${blank}`, `ab${blank}cd`, blank],
    });
    expect(JSON.parse(text)).toEqual(clean);
  });

  it('are blanked when they are escaped, wholly or in part, and in a value that another of the same name hides', () => {
    for (const spelling of [escapeText(key), `${escapeText(key.slice(0, 3))}${key.slice(3)}`, `${key.slice(0, 31)}\\u0066`]) {
      const { body, text } = cleanText(`{"details":{"a":["${spelling}"]},"hidden":"${spelling}","hidden":1}`);
      expect(body).toEqual({ details: { a: ['[integration key]'] }, hidden: 1 });
      expect(JSON.parse(text)).toEqual(body);
    }
    expect(cleanText(`{"hidden":"${key}","hidden":1}`).text).not.toContain(key);
  });

  it('are blanked as UUIDs, in capitals and escaped too; other UUIDs stay', () => {
    const dashed = (plain: string): string => plain.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    const stranger = dashed('00000000000040008000000000000000');
    for (const spelling of [dashed(key), dashed(key).toUpperCase(), escapeText(dashed(key)), dashed(key).replaceAll('-', '\\u002d')]) {
      const { body, text } = cleanText(`{"service":"${spelling}","trace":"${stranger}","at":"2026-11-21"}`);
      expect(body).toEqual({ service: '[integration key]', trace: stranger, at: '2026-11-21' });
      expect(JSON.parse(text)).toEqual(body);
    }
  });

  it('leave a text alone that has none, however many digits it has, and one whose key has ended', () => {
    const text = `{"trace":"${other}","digest":"${key.repeat(3)}"}`;
    const keys = keysWith(key, other);
    keys.delete(key);
    keys.delete(other);
    expect(keys.stripBody(JSON.parse(text), text)).toEqual({ body: JSON.parse(text), text });
  });

  it('are found at any place of any run', () => {
    const hex = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'.split('')), maxLength: 100 });
    fc.assert(
      fc.property(hex, hex, (before, after) => {
        const one = createIntegrationKey();
        expect(keysWith(other, one).stripText(`${before}${one}${after}`)).not.toContain(one);
      }),
    );
  });

  it('are found at any place of any text', () => {
    const words = fc.string({ unit: fc.constantFrom(...'a1 f-z9'.split('')), maxLength: 100 });
    fc.assert(
      fc.property(words, words, (before, after) => {
        const one = createIntegrationKey();
        expect(keysWith(one).stripText(`${before}${one}${after}`)).not.toContain(one);
      }),
    );
  });

  it('are blanked in what is nested deeper than it can be written, and in a member that is called like the prototype', () => {
    const deep = `${'['.repeat(100_000)}"${escapeText(key)}"${']'.repeat(100_000)}`;
    expect(cleanText(deep).text).toBe('');
    const { body, text } = cleanText(`{"__proto__":"${key}","x":{"__proto__":{"y":"${escapeText(key)}"}}}`);
    expect(JSON.stringify(body)).not.toContain(key);
    expect(text).toBe('{"__proto__":"[integration key]","x":{"__proto__":{"y":"[integration key]"}}}');
  });

  it('are what a new one is: of 32 digits, and another each time', () => {
    expect(createIntegrationKey()).toMatch(/^[0-9a-f]{32}$/);
    expect(createIntegrationKey()).not.toBe(createIntegrationKey());
  });

  it('finds keys of other systems, which are capitals and digits, as they were given alone', () => {
    const keys = new KnownKeys();
    const old = 'R016Y0X6F0YY4KI1B5YR90ZKLA8DTRG0';
    keys.add(old);
    expect(keys.stripText(`{"routing_key":"${old}"} ${old}A ${old.toLowerCase()}`)).toBe(
      `{"routing_key":"[integration key]"} ${old}A ${old.toLowerCase()}`,
    );
    keys.delete(old);
    keys.delete(old);
    expect(keys.stripText(old)).toBe(old);
  });
});
