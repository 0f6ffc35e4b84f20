import { toAsciiHost, typedEmail } from './email-address.js';

describe('an e-mail address as a person types it', () => {
  it.each([
    ['ana@bücher.example', 'ana@xn--bcher-kva.example'],
    ['ana@BÜCHER.example', 'ana@xn--bcher-kva.example'],
    ['ana@例え.テスト', 'ana@xn--r8jz45g.xn--zckzah'],
    ['Ana.B+tag@Example.org', 'Ana.B+tag@Example.org'],
    ['ana@xn--bcher-kva.example', 'ana@xn--bcher-kva.example'],
  ])('%s is %s', (typed, address) => {
    expect(typedEmail.parse(typed)).toBe(address);
  });

  it.each(['', 'ana', 'ana@', '@bücher.example', 'ana@bü cher.example', 'ana@bücher.example/x', 'ana@bü@cher', 'änä@example.org'])(
    '%j is none',
    (typed) => {
      expect(typedEmail.safeParse(typed).success).toBe(false);
    },
  );

  it('leaves a host alone that has only letters of ASCII, or is none', () => {
    expect(['Mail.example.org', '10.0.0.7', '::1', 'ü/x', ''].map(toAsciiHost)).toEqual(['Mail.example.org', '10.0.0.7', '::1', 'ü/x', '']);
  });
});
