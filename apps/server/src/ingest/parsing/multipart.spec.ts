import { parseMultipart } from './multipart.js';

const part = (name: string, value: string, more = ''): string =>
  `--b\r\nContent-Disposition: form-data; name="${name}"${more}\r\nContent-Type: text/plain\r\n\r\n${value}\r\n`;

describe('a multipart form', () => {
  it('is an object of its fields', () =>
    expect(parseMultipart(`${part('data', '{"a":1}\r\n\r\nrest')}${part('b', '', '; filename="x"')}--b--\r\n`)).toEqual({
      data: '{"a":1}\r\n\r\nrest',
      b: '',
    }));

  it('is read with line feeds alone, and without its end', () =>
    expect(parseMultipart('--b\nContent-Disposition: form-data; name="a"\n\n1')).toEqual({ a: '1' }));

  it('has at most a hundred fields', () => {
    const fields = parseMultipart(Array.from({ length: 100_000 }, (_, n) => part(`f${n}`, 'x')).join(''))!;
    expect(Object.keys(fields)).toHaveLength(100);
  });

  it.each(['--', 'text', `--${'b'.repeat(1_000)}\r\n`])('without a boundary is none: %j', (text) =>
    expect(parseMultipart(text)).toBeUndefined(),
  );

  it('leaves out what has no name', () => expect(parseMultipart('--b\r\nX: y\r\n\r\n1\r\n--b--')).toEqual({}));
});
