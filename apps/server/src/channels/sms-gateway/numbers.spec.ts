import { numbersOf } from './numbers.js';

describe('the number of a reply', () => {
  it.each(['+41 79 123 45 67', ' 41791234567', '0041791234567'])('“%s” is one with its country code', (text) =>
    expect(numbersOf(text, '+41 +49')).toEqual(['+41791234567']),
  );

  it('is one of each country that the connection may send to, if it begins with a zero', () => {
    expect(numbersOf('079 123 45 67', '+41')).toEqual(['+41791234567']);
    expect(numbersOf('0791234567', '+41 +49')).toEqual(['+41791234567', '+49791234567']);
    expect(numbersOf('0791234567', '')).toEqual([]);
  });

  it('may be either without any beginning', () => {
    expect(numbersOf('41791234567', '+41')).toEqual(['+41791234567', '+4141791234567']);
    expect(numbersOf('4155550100', '+1')).toEqual(['+4155550100', '+14155550100']);
  });
});
