import { addressOfSender, typedMailServer } from './noun.js';

const settings = { host: 'mail.example.org', port: 587, security: 'starttls', from: 'tocsin@example.org', user: null };
const wrongFields = (part: object): readonly string[] =>
  (typedMailServer.safeParse({ ...settings, ...part }).error?.issues ?? []).map(({ path }) => path.join('.'));

describe('a mail server as it is typed', () => {
  it.each(['mail.example.org', 'localhost', '10.1.2.3', '::1', 'fd00::25', 'mail_relay'])('has the host %s', (host) => {
    expect(wrongFields({ host })).toEqual([]);
  });

  it.each(['', 'smtp://mail.example.org', 'mail.example.org:587', 'a b', 'mail.example.org/x', '-a', 'x\ny'])(
    'has no host “%s”',
    (host) => {
      expect(new Set(wrongFields({ host }))).toEqual(new Set(['host']));
    },
  );

  it.each(['tocsin@example.org', 'Tocsin <tocsin@example.org>', 'Tocsin in Düsseldorf <tocsin@example.org>'])('sends from %s', (from) => {
    expect([wrongFields({ from }), addressOfSender(from)]).toEqual([[], 'tocsin@example.org']);
  });

  it.each([
    '',
    'Tocsin',
    'tocsin@',
    '<>',
    'a@example.org, b@example.org',
    'Tocsin <tocsin@example.org>\r\nBcc: eve@example.org',
    '"x" <a@example.org>',
  ])('sends from no “%s”', (from) => {
    expect(new Set(wrongFields({ from }))).toEqual(new Set(['from']));
  });

  it('has a port, and one of three kinds of connection', () => {
    expect([wrongFields({ port: 0 }), wrongFields({ port: 65_536 }), wrongFields({ port: 1.5 }), wrongFields({ security: 'ssl' })]).toEqual(
      [['port'], ['port'], ['port'], ['security']],
    );
  });
});
