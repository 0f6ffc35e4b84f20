import { toCsvLine } from './csv.js';

describe('a line of CSV', () => {
  it('quotes text, doubles quotes, keeps line breaks inside a cell, and leaves numbers as they are', () => {
    expect(toCsvLine([-7, 'plain', 'say "hi", twice', 'two\r\nlines', ''])).toBe('-7,"plain","say ""hi"", twice","two\r\nlines",""\r\n');
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =HYPERLINK("http://x")', '\u0000=1', '＝1'])(
    'keeps %j from being a formula',
    (text) => {
      expect(toCsvLine([text])).toMatch(/^"'/);
    },
  );

  it.each(['a=b', '1-2', 'ana@example.org', '{"a":"=1"}', 'DiskFull on db1'])('leaves %j as it is', (text) => {
    expect(toCsvLine([text])).toBe(`"${text.replaceAll('"', '""')}"\r\n`);
  });
});
