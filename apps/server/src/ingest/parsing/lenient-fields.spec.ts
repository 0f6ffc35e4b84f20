import { asDetails, asJson, asList, asObject, asText, asTrimmedText } from './lenient-fields.js';

const deep: unknown = JSON.parse(`${'['.repeat(200_000)}${']'.repeat(200_000)}`);

describe('reading foreign JSON', () => {
  it('takes an object for one, and a list for a list', () => {
    expect([asObject({}), asObject([]), asObject(null), asObject('x')]).toEqual([{}, null, null, null]);
    expect([asList([]), asList({}), asList(null)]).toEqual([[], null, null]);
  });

  it.each([
    ['x', 'x'],
    [7, '7'],
    [false, 'false'],
    [null, null],
    [undefined, null],
    [{ a: 1 }, '{"a":1}'],
    [' x ', ' x '],
  ])('reads %j as the text %j', (input, expected) => expect(asText(input)).toBe(expected));

  it.each([
    [' x ', 'x'],
    [' ', null],
    ['', null],
    [0, '0'],
  ])('reads %j as the words %j', (input, expected) => expect(asTrimmedText(input)).toBe(expected));

  it.each([
    [{}, null],
    [[], null],
    [null, null],
    ['', null],
    ['text', 'text'],
    [{ a: '\0' }, '{"a":"\\u0000"}'],
  ])('reads %j as the details %j', (input, expected) => expect(asDetails(input)).toBe(expected));

  it('gives up on what is nested too deep to be written, without throwing', () => {
    expect(asJson(deep as object)).toBeNull();
    expect(asText(deep)).toBeNull();
    expect(asDetails(deep)).toBeNull();
  });
});
