import { lacksSender, parseSmtpServer, senderDomainOf } from './smtp-server.js';

const senderOf = (host: string, publicUrl: string | null): string | undefined =>
  parseSmtpServer(`smtp://${host}:25`, null, publicUrl)?.from;

describe('the sender of mails, when none is set', () => {
  it.each([
    ['mail.example.org', 'https://tocsin.example.com', 'tocsin@mail.example.org'],
    ['10.0.0.7', 'https://tocsin.example.com/ops', 'tocsin@tocsin.example.com'],
    ['[::1]', 'https://tocsin.example.com', 'tocsin@tocsin.example.com'],
    ['10.0.0.7', 'http://10.0.0.8:3000', 'tocsin@[10.0.0.7]'],
    ['[fd00::7]', 'http://[fd00::8]:3000', 'tocsin@[IPv6:fd00::7]'],
    ['10.0.0.7', null, 'tocsin@[10.0.0.7]'],
  ])('of the mail server %s and the public address %s', (host, publicUrl, address) => {
    expect(senderOf(host, publicUrl)).toBe(`Tocsin <${address}>`);
    expect(lacksSender(`smtp://${host}`, null, publicUrl ?? 'http://10.0.0.8')).toBe(address.includes('['));
  });

  it('is not looked for when one is set, or no mail server', () => {
    expect(lacksSender('smtp://10.0.0.7', 'tocsin@example.org', 'http://10.0.0.8')).toBe(false);
    expect(lacksSender(null, null, 'http://10.0.0.8')).toBe(false);
    expect(parseSmtpServer('smtp://10.0.0.7', 'tocsin@example.org', 'https://tocsin.example.com')?.from).toBe('tocsin@example.org');
  });
});

describe('the domain of the sender', () => {
  it.each([
    ['Tocsin <tocsin@example.org>', 'example.org'],
    ['tocsin@example.org', 'example.org'],
    ['Tocsin <tocsin@bücher.example>', 'xn--bcher-kva.example'],
    ['Tocsin <tocsin@[10.0.0.7]>', '[10.0.0.7]'],
  ])('of %s is %s', (from, domain) => {
    expect(senderDomainOf({ from })).toBe(domain);
  });
});
